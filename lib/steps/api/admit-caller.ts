import { getApiKey } from '../../store/keys/api-keys.ts';
import { noteKeyUse } from '../../store/keys/note-key-use.ts';
import type { Table } from '../../store/table.ts';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { apiKeyId, computeHmac, isSameHmac, type ApiKey } from '../../request/keys/api-key.ts';
import type { KeyScope } from '../../request/keys/scopes.ts';
import { looksLikeSession, readSession } from '../../request/keys/session.ts';
import { countRequest } from '../../store/keys/count-request.ts';
import { listKeys } from '../../store/keys/list-keys.ts';
import { countOpenJobs, countOpenJobsByKey } from '../../store/keys/open-jobs-of-keys.ts';

/** The caller of a request. */
export interface Caller {
  readonly team: string;
  readonly keyId: string;
  readonly scopes: readonly KeyScope[];
  /** The limits that the key has of its own. */
  readonly limits: ApiKey['limits'];
  /** The keys with limits that made the key; their limits hold for all that they made together. */
  readonly makers: ApiKey['makers'];
  /** When its session ends, milliseconds since the epoch; absent for a key. */
  readonly until?: number;
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

/** Says why a caller may not use what needs a scope; null if it may. */
export const lacking = (caller: Caller, scope: KeyScope): Failure | null => {
  if (caller.scopes.includes(scope)) return null;
  const message =
    `Forbidden: this needs a key with the scope ${scope}; yours has ${caller.scopes.join(' and ')}. Ask ` +
    `whoever manages your team's keys`;
  return failure('FORBIDDEN', message);
};

/**
 * Makes the step that finds the caller of a request from its `Authorization: Bearer` header. It remembers good keys for
 * a minute, so a revoked key may work that long. It notes now and then that a key is used.
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
    // If the note is lost, another is made in a few minutes. The request must not fail for it.
    await noteKeyUse(table, key, { now: now(), unless }).catch(() => undefined);
  };
  /** A session can do exactly what its key can. */
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
    const { team, limits: own, makers } = stored;
    const { keyId, until } = session;
    return { ok: true, caller: { team, keyId, scopes: granted, limits: own, makers, until } };
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
    const { team, scopes, limits: own, makers } = stored;
    const caller = { team, keyId: id, scopes, limits: own, makers };
    if (seen.size >= cachedMax) seen.clear();
    seen.set(id, { caller, until: now() + cacheMs });
    await note(stored);
    return { ok: true, caller };
  };
};

/** The limits of a key that has none of its own. */
export interface KeyLimits {
  readonly requestsPerMinute: number;
  readonly openJobs: number;
}

/** What limiting a caller needs. */
export interface LimitDependencies {
  readonly table: Table;
  readonly keyLimits: KeyLimits;
  readonly now: () => number;
}

export interface Refusal {
  readonly failure: Failure;
  readonly retryAfterSeconds: number;
}

const minuteMs = 60_000;

/** Returns the limits of a caller: those of its key, or else the deployment's. */
export const callerLimits = ({ limits: own }: Pick<Caller, 'limits'>, usual: KeyLimits): KeyLimits => ({
  requestsPerMinute: own.requestsPerMinute ?? usual.requestsPerMinute,
  openJobs: own.openJobs ?? usual.openJobs,
});

/** Refuses in Firecrawl's words: its clients read from the text how long to wait. */
const tooFast = (most: number, now: number): Refusal => {
  const resetAt = (Math.floor(now / minuteMs) + 1) * minuteMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((resetAt - now) / 1_000));
  const message =
    `Rate limit exceeded. Consumed (req/min): ${most}, Remaining (req/min): 0. Send fewer requests that ` +
    `begin work, or ask for a key with a higher limit; please retry after ${retryAfterSeconds}s, resets ` +
    `at ${new Date(resetAt).toISOString()}`;
  return { failure: failure('RATE_LIMIT_EXCEEDED', message), retryAfterSeconds };
};

const tooMany = (open: number, most: number, whose: string): Refusal => {
  const retryAfterSeconds = limits.openJobsRetrySeconds;
  const message =
    `Concurrency limit exceeded. ${open} crawls, batches and extractions of ${whose} are open, of ${most} ` +
    `that may be at the same time (its limit openJobs). Wait for one to end, cancel one, or ask for a key ` +
    `with a higher limit; please retry after ${retryAfterSeconds}s`;
  return { failure: failure('CONCURRENCY_LIMIT_EXCEEDED', message), retryAfterSeconds };
};

/** Says that a caller's key has as many jobs open as it may have; null if another may begin. */
export const enforceOpenJobs = async (
  { table, keyLimits }: Omit<LimitDependencies, 'now'>,
  caller: Caller,
): Promise<Refusal | null> => {
  const { team, keyId, makers, scopes } = caller;
  const { openJobs } = callerLimits(caller, keyLimits);
  const bounds = makers.filter((maker) => maker.openJobs !== undefined);
  // A key with a limit that may make others has one budget with them.
  const isMaker = caller.limits.openJobs !== undefined && scopes.includes('admin');
  if (bounds.length === 0 && !isMaker) {
    const open = await countOpenJobs(table, team, keyId);
    return open >= openJobs ? tooMany(open, openJobs, 'this key') : null;
  }
  const [keys, open] = await Promise.all([listKeys(table, team), countOpenJobsByKey(table, team)]);
  const openBelow = (id: string): number =>
    keys
      .filter((key) => key.makers.some((maker) => maker.id === id))
      .reduce((sum, key) => sum + (open.get(key.id) ?? 0), open.get(id) ?? 0);
  for (const bound of [{ id: keyId, openJobs }, ...bounds]) {
    const most = bound.openJobs ?? openJobs;
    const count = openBelow(bound.id);
    const whose =
      bound.id === keyId ? 'this key and those it made' : 'the key that made this one, and its others,';
    if (count >= most) return tooMany(count, most, whose);
  }
  return null;
};

/**
 * Counts a request for a caller's key and for those that made it; returns the limit that it passes, null if none. Its
 * own key is first: a key that has used its own limit up takes nothing from the limit that it shares.
 */
const countForKeys = async (
  table: Table,
  caller: Caller,
  own: number,
  at: number,
): Promise<number | null> => {
  const { team } = caller;
  for (const { id, requestsPerMinute } of [{ id: caller.keyId, requestsPerMinute: own }, ...caller.makers]) {
    if (requestsPerMinute === undefined) continue;
    if (!(await countRequest(table, { team, keyId: id }, at, requestsPerMinute))) return requestsPerMinute;
  }
  return null;
};

/**
 * Enforces the limits of a caller's key: counts the request and, if the request starts a job, checks how many jobs are
 * open. Requests that arrive at the same moment may exceed the limit of open jobs together.
 */
export const enforceRateLimit = async (
  dependencies: LimitDependencies,
  caller: Caller,
  begins: 'page' | 'job',
): Promise<Refusal | null> => {
  const { requestsPerMinute } = callerLimits(caller, dependencies.keyLimits);
  const at = dependencies.now();
  const [tooMuch, refused] = await Promise.all([
    countForKeys(dependencies.table, caller, requestsPerMinute, at),
    begins === 'job' ? enforceOpenJobs(dependencies, caller) : null,
  ]);
  return tooMuch === null ? refused : tooFast(tooMuch, at);
};
