import { useSyncExternalStore } from 'react';

/**
 * The place in the monitor, as the router reads it. Path and query both stand behind the `#`, so that a screen and its
 * content are one address that no server sees.
 */
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) addEventListener('hashchange', tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', tell);
  };
};

const parts = (): readonly [path: string, query: string] => {
  const text = location.hash.replace(/^#\/?/, '');
  const at = text.indexOf('?');
  return at === -1 ? [`/${text}`, ''] : [`/${text.slice(0, at)}`, text.slice(at + 1)];
};

/** Goes to a screen; a text that begins with `?` changes the query of this one. */
const navigate = (to: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  const [path] = parts();
  const next = to.startsWith('?') ? `${path}${to === '?' ? '' : to}` : to;
  history[replace ? 'replaceState' : 'pushState'](null, '', `${location.pathname}#${next}`);
  tell();
};

/** Returns the path of the screen, and a function to go to another. */
export const useHashLocation = (): [string, typeof navigate] => [
  useSyncExternalStore(subscribe, () => parts()[0]),
  navigate,
];
useHashLocation.hrefs = (href: string): string => `#${href}`;

/** Returns the query of the screen. */
export const useHashSearch = (): string => useSyncExternalStore(subscribe, () => parts()[1]);
