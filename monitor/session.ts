const place = 'gleaner-session';

/**
 * The session that this tab holds in place of an API key. It lies in the tab's own storage and goes with the tab; the
 * key itself is never kept.
 */
export const storedSession = (): string | null => sessionStorage.getItem(place);

export const keepSession = (session: string): void => sessionStorage.setItem(place, session);

export const dropSession = (): void => sessionStorage.removeItem(place);

/** Takes the session behind `#` in the address, where a server or its log never sees it, and erases it there. */
export const takeSessionFromAddress = (): void => {
  const [, session] = /^#session=([\w.-]+)$/.exec(location.hash) ?? [];
  if (session === undefined) return;
  keepSession(session);
  history.replaceState(null, '', `${location.pathname}#/newest`);
};
