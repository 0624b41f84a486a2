import { getApiKey } from '../../store/keys/api-keys.ts';
import { noteKeyUse } from '../../store/keys/note-key-use.ts';
import type { Table } from '../../store/table.ts';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { apiKeyId, computeHmac, isSameHmac, type ApiKey } from '../../request/keys/api-key.ts';
import type { KeyScope } from '../../request/keys/scopes.ts';
import { looksLikeSession, readSession } from '../../request/keys/session.ts';

/** Who asks. */
export interface Caller {
  readonly team: string;
  readonly keyId: string;
  readonly scopes: readonly KeyScope[];
  /** Where the key has limits of its own. */
  readonly limits: ApiKey['limits'];
}

export type Authenticated =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly failure: Failure };

const cacheMs = 60_000;
const cachedMax = 1_000;

const refused = (message: string): Authenticated => ({
  ok: false,
  failure: failure('UNAUTHORIZED', message),
});

/** Says why a caller may not do what needs a scope, or null. */
export const lacking = (caller: Caller, scope: KeyScope): Failure | null => {
  if (caller.scopes.includes(scope)) return null;
  const message =
    `Forbidden: this needs a key with the scope ${scope}; yours has ${caller.scopes.join(' and ')}. Ask ` +
    `whoever manages your team's keys`;
  return failure('FORBIDDEN', message);
};

/**
 * Makes the step that tells who sends a request from its `Authorization: Bearer` header. Good keys are remembered for a
 * minute, so a revoked one may work that long. Their use is noted now and then.
 */
export const authenticator = (
  table: Table,
  pepper: () => Promise<string>,
  now: () => number,
): ((authorization: string | undefined) => Promise<Authenticated>) => {
  const seen = new Map<string, { readonly caller: Caller; readonly until: number }>();
  const noted = new Map<string, number>();
  const note = async (key: ApiKey): Promise<void> => {
    const unless = now() - limits.keyUseNotedMs;
    if ((noted.get(key.id) ?? Number.NEGATIVE_INFINITY) > unless) return;
    if (noted.size >= cachedMax) noted.clear();
    noted.set(key.id, now());
    // A note that is lost is made again in a few minutes; a request must not fail for it.
    await noteKeyUse(table, key, { now: now(), unless }).catch(() => undefined);
  };
  /** A session is as good as its key, and no better. */
  const asSession = async (token: string): Promise<Authenticated> => {
    const session = readSession(token, await pepper());
    if (session === null)
      return refused('Unauthorized: Invalid session. Open the monitor with an API key again');
    if (session.until <= now())
      return refused('Unauthorized: The session is over. Open the monitor with an API key again');
    const stored = await getApiKey(table, session.keyId);
    if (stored === null || stored.revokedAt !== undefined)
      return refused(
        'Unauthorized: The API key of this session was revoked. Open the monitor with another one',
      );
    const granted = stored.scopes.filter((scope) => session.scopes.includes(scope));
    const { team, limits: own } = stored;
    return { ok: true, caller: { team, keyId: session.keyId, scopes: granted, limits: own } };
  };
  return async (authorization) => {
    if (authorization === undefined || authorization === '') {
      return refused('Unauthorized: Token missing. Send the header "Authorization: Bearer <API key>"');
    }
    const key = /^Bearer\s+(\S{1,512})$/i.exec(authorization)?.[1];
    if (key === undefined) {
      return refused('Unauthorized: Invalid token. The header must read "Authorization: Bearer <API key>"');
    }
    if (looksLikeSession(key)) return await asSession(key);
    const id = apiKeyId(key);
    const kept = seen.get(id);
    if (kept !== undefined && kept.until > now()) return { ok: true, caller: kept.caller };
    const stored = await getApiKey(table, id);
    if (
      stored === null ||
      stored.revokedAt !== undefined ||
      !isSameHmac(stored.hmac, computeHmac(key, await pepper()))
    ) {
      return refused(
        'Unauthorized: Invalid token. Check the API key; one is shown when it is created, and never again',
      );
    }
    const caller = { team: stored.team, keyId: id, scopes: stored.scopes, limits: stored.limits };
    if (seen.size >= cachedMax) seen.clear();
    seen.set(id, { caller, until: now() + cacheMs });
    await note(stored);
    return { ok: true, caller };
  };
};
