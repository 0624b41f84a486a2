import { getApiKey } from '../aws/api-keys.ts';
import type { Table } from '../aws/table.ts';
import { failure, type Failure } from '../failure.ts';
import { apiKeyId, hmacOf, isSameHmac } from './api-key.ts';

/** Who asks. */
export interface Caller {
  readonly team: string;
  readonly keyId: string;
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

/**
 * Makes the step that tells who sends a request from its `Authorization: Bearer` header. Good keys are remembered for a
 * minute, so a revoked one may work that long.
 */
export const authenticator = (
  table: Table,
  pepper: () => Promise<string>,
  now: () => number,
): ((authorization: string | undefined) => Promise<Authenticated>) => {
  const seen = new Map<string, { readonly caller: Caller; readonly until: number }>();
  return async (authorization) => {
    if (authorization === undefined || authorization === '') {
      return refused('Unauthorized: Token missing. Send the header "Authorization: Bearer <API key>"');
    }
    const key = /^Bearer\s+(\S{1,512})$/i.exec(authorization)?.[1];
    if (key === undefined) {
      return refused('Unauthorized: Invalid token. The header must read "Authorization: Bearer <API key>"');
    }
    const id = apiKeyId(key);
    const kept = seen.get(id);
    if (kept !== undefined && kept.until > now()) return { ok: true, caller: kept.caller };
    const stored = await getApiKey(table, id);
    if (
      stored === null ||
      stored.revokedAt !== undefined ||
      !isSameHmac(stored.hmac, hmacOf(key, await pepper()))
    ) {
      return refused(
        'Unauthorized: Invalid token. Check the API key; one is shown when it is created, and never again',
      );
    }
    const caller = { team: stored.team, keyId: id };
    if (seen.size >= cachedMax) seen.clear();
    seen.set(id, { caller, until: now() + cacheMs });
    return { ok: true, caller };
  };
};
