const place = 'gleaner-session';

/**
 * Returns the session that this tab holds in place of an API key. It is in the tab's own storage and goes with the tab;
 * the key itself is never stored.
 */
export const storedSession = (): string | null => sessionStorage.getItem(place);

export const keepSession = (session: string): void => sessionStorage.setItem(place, session);

export const dropSession = (): void => sessionStorage.removeItem(place);

/** What a tab has, as its window names it. */
interface Tab {
  readonly location: { readonly hash: string; readonly pathname: string };
  readonly history: { readonly replaceState: (state: null, title: string, to: string) => void };
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Takes the session behind `#` in the address, which no server or log sees, and removes it there. Returns it and keeps
 * nothing if this tab holds another: whoever made the link could lead the reader into a session of theirs.
 */
export const takeSessionFromAddress = ({ location, history, sessionStorage: kept }: Tab): string | null => {
  const [, session] = /^#session=([\w.-]+)$/.exec(location.hash) ?? [];
  if (session === undefined) return null;
  history.replaceState(null, '', `${location.pathname}#/newest`);
  const held = kept.getItem(place);
  if (held !== null && held !== session) return session;
  kept.setItem(place, session);
  return null;
};

/** Whose a session is: its team, `over` if the API refuses it, `unknown` if the API does not say. */
export type Whose = { readonly team: string } | 'over' | 'unknown';

/**
 * Decides about a session that a link brings into a tab that holds another one. It is taken where the tab's own is over
 * and where both are of one team; it is dropped if it is over itself; else the reader is asked.
 */
export const judgeOffer = (held: Whose, offered: Whose): 'take' | 'drop' | 'ask' => {
  if (held === 'over') return 'take';
  if (offered === 'over') return 'drop';
  if (held === 'unknown' || offered === 'unknown') return 'ask';
  return held.team === offered.team ? 'take' : 'ask';
};
