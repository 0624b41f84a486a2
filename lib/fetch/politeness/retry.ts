import { type FailureCode, retryClass } from '../../failure.ts';

/**
 * The retry matrix: what becomes of a page after a failed request.
 *
 * - `HTTP_TOO_MANY_REQUESTS` (429): the whole host rests for its `Retry-After`, else 30, 60, 120, 300, 600 s.
 * - `HTTP_UNAVAILABLE` (503): its `Retry-After`, else 10, 30, 60 s. Only a `Retry-After` concerns the whole host,
 *   because a single broken page answers 503 as well. At a host that answers 503 at random, where retries bring pages
 *   (`retry-record.ts`), also once a minute until ten minutes are over.
 * - other 5xx, and network errors: 1, 2, 4 s, but never before a `Retry-After`.
 * - `TIMEOUT`: twice, 15 s apart.
 * - `HOST_BUSY` (the host of a redirect had no slot): 5, 30, 120, 300, 600 s.
 * - `ROBOTS_UNREACHABLE`: at the `Retry-After` with which robots.txt was answered; else 60, 120, 240 s.
 * - `WORKER_BUSY` (no thread was free for its PDF): 5, 15, 60, 120, 300 s; `VERSION_GONE`: once, after 1 s.
 * - `FETCHER_RATE_LIMITED` (a service that fetches for us): at its `Retry-After`, and if it then asks to come later
 *   again, after 30, 60, 120, 300 s, but never before its `Retry-After`; without one 30, 60, 120, 300 s. Pages do not
 *   wait for one another here: a service that tells hundreds of them "in a second" would tell most of them so again,
 *   until each has used up its tries.
 * - `FETCHER_UNAVAILABLE`: twice, after 10 and 60 s, because each try may be charged, but never before a `Retry-After`.
 * - At a host where retries are in vain, one of four network errors and 5xx other than 503 is tried again.
 * - failures that by `failure.ts` can never succeed, or only in another tier: not again.
 *
 * Delays get up to a tenth on top, so that pages which failed together do not return together.
 */
interface Schedule {
  /** Seconds before the 2nd, 3rd, ... request; after the last entry the failure is final. */
  readonly seconds: readonly number[];
  readonly wholeHost: 'always' | 'when-told' | 'never';
  /** Seconds before the 2nd, 3rd, ... request if the failure came with a `Retry-After`, which may still be longer. */
  readonly whenTold?: readonly number[];
  /** Seconds before the requests after those, at a host where retries bring pages. */
  readonly whereRetriesPay?: readonly number[];
}

const schedules: Partial<Record<FailureCode, Schedule>> = {
  HTTP_TOO_MANY_REQUESTS: { seconds: [30, 60, 120, 300, 600], wholeHost: 'always' },
  HTTP_UNAVAILABLE: {
    seconds: [10, 30, 60],
    wholeHost: 'when-told',
    whereRetriesPay: [60, 60, 60, 60, 60, 60, 60, 60],
  },
  WORKER_BUSY: { seconds: [5, 15, 60, 120, 300], wholeHost: 'never' },
  VERSION_GONE: { seconds: [1], wholeHost: 'never' },
  TIMEOUT: { seconds: [15, 15], wholeHost: 'never' },
  HOST_BUSY: { seconds: [5, 30, 120, 300, 600], wholeHost: 'never' },
  FETCHER_RATE_LIMITED: {
    seconds: [30, 60, 120, 300],
    whenTold: [1, 30, 60, 120, 300],
    wholeHost: 'never',
  },
  FETCHER_UNAVAILABLE: { seconds: [10, 60], wholeHost: 'never' },
  ROBOTS_UNREACHABLE: { seconds: [60, 120, 240], wholeHost: 'when-told' },
};

const usual: Schedule = { seconds: [1, 2, 4], wholeHost: 'never' };

export interface FailedAttempt {
  readonly code: FailureCode;
  /** Requests for this page that failed before this one. */
  readonly attempts: number;
  /** The wait that the host asked for, already capped. */
  readonly retryAfterMs?: number;
  /** Retries bring pages of this host (`retry-record.ts`). */
  readonly retriesPay?: boolean;
  /** Retries of this host are in vain (`retry-record.ts`). */
  readonly retriesInVain?: boolean;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Where retries are in vain, so many failures are retried all the same: they show when that is over. */
const sampledRetries = 0.25;

/** Failures that a dead link may have: at a host whose retries are in vain they are its own. */
const ofDeadLinks: ReadonlySet<FailureCode> = new Set([
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'PROTOCOL_ERROR',
  'HTTP_SERVER_ERROR',
]);

/**
 * Decides whether a page that failed with this code is not requested again, at a host where retries are in vain. None
 * waits for a host that is left alone (`paused`): each would hold the others up for a pause of its own.
 */
export const isDeadLink = (code: FailureCode, random: () => number, paused = false): boolean =>
  ofDeadLinks.has(code) && (paused || random() >= sampledRetries);

export type NextAttempt =
  | { readonly again: true; readonly delayMs: number; readonly wholeHost: boolean }
  | { readonly again: false };

/** Decides when a page is requested again after a failure, and whether its whole host is left alone until then. */
export const nextAttempt = ({
  code,
  attempts,
  retryAfterMs,
  retriesPay = false,
  retriesInVain = false,
  random,
}: FailedAttempt): NextAttempt => {
  const retry = retryClass(code);
  if (retry === 'never' || retry === 'tier') return { again: false };
  const told = retryAfterMs !== undefined;
  const { seconds: untold, whenTold = untold, wholeHost, whereRetriesPay = [] } = schedules[code] ?? usual;
  const seconds = told ? whenTold : untold;
  const planned = retriesPay ? [...seconds, ...whereRetriesPay][attempts] : seconds[attempts];
  if (planned === undefined) return { again: false };
  if (retriesInVain && isDeadLink(code, random)) return { again: false };
  const base =
    wholeHost === 'never' ? Math.max(planned * 1_000, retryAfterMs ?? 0) : (retryAfterMs ?? planned * 1_000);
  return {
    again: true,
    // Also after "Retry-After: 0": a host that just failed gets a second.
    delayMs: Math.round(Math.max(base, 1_000) * (1 + random() / 10)),
    wholeHost: wholeHost === 'always' || (wholeHost === 'when-told' && told),
  };
};
