import { useSyncExternalStore } from 'react';

/**
 * Where in the monitor one is, as the router reads it: the path and the query both stand behind the `#`, so that a
 * screen and what it shows are one address, and no server hears of either.
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

/** Goes to a screen; what begins with `?` changes the query of this one. */
const navigate = (to: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  const [path] = parts();
  const next = to.startsWith('?') ? `${path}${to === '?' ? '' : to}` : to;
  history[replace ? 'replaceState' : 'pushState'](null, '', `${location.pathname}#${next}`);
  tell();
};

/** The path of the screen, and how to go to another. */
export const useHashLocation = (): [string, typeof navigate] => [
  useSyncExternalStore(subscribe, () => parts()[0]),
  navigate,
];
useHashLocation.hrefs = (href: string): string => `#${href}`;

/** The query of the screen. */
export const useHashSearch = (): string => useSyncExternalStore(subscribe, () => parts()[1]);
