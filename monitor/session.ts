const place = 'gleaner-session';

/**
 * Returns the session that this tab holds in place of an API key. It is in the tab's own storage and goes with the tab;
 * the key itself is never stored.
 */
export const storedSession = (): string | null => sessionStorage.getItem(place);

export const keepSession = (session: string): void => sessionStorage.setItem(place, session);

export const dropSession = (): void => sessionStorage.removeItem(place);

/** Takes the session behind `#` in the address, which no server or log sees, and removes it there. */
export const takeSessionFromAddress = (): void => {
  const [, session] = /^#session=([\w.-]+)$/.exec(location.hash) ?? [];
  if (session === undefined) return;
  keepSession(session);
  history.replaceState(null, '', `${location.pathname}#/newest`);
};
