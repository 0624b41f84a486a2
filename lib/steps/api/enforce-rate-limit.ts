import { countRequest } from '../../store/keys/count-request.ts';
import { countOpenJobs } from '../../store/keys/open-jobs-of-keys.ts';
import type { Table } from '../../store/table.ts';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { Caller } from './authenticate.ts';

/** What holds for a key that has no limits of its own. */
export interface KeyLimits {
  readonly requestsPerMinute: number;
  readonly openJobs: number;
}

/** What holding a caller to limits touches. */
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

/** The limits of a caller: its key's, else the deployment's. */
export const callerLimits = ({ limits: own }: Pick<Caller, 'limits'>, usual: KeyLimits): KeyLimits => ({
  requestsPerMinute: own.requestsPerMinute ?? usual.requestsPerMinute,
  openJobs: own.openJobs ?? usual.openJobs,
});

/** In Firecrawl's words, from which its clients read how long to wait. */
const tooFast = (most: number, now: number): Refusal => {
  const resetAt = (Math.floor(now / minuteMs) + 1) * minuteMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((resetAt - now) / 1_000));
  const message =
    `Rate limit exceeded. Consumed (req/min): ${most}, Remaining (req/min): 0. Send fewer requests that ` +
    `begin work, or ask for a key with a higher limit; please retry after ${retryAfterSeconds}s, resets ` +
    `at ${new Date(resetAt).toISOString()}`;
  return { failure: failure('RATE_LIMIT_EXCEEDED', message), retryAfterSeconds };
};

const tooMany = (open: number, most: number): Refusal => {
  const retryAfterSeconds = limits.openJobsRetrySeconds;
  const message =
    `Concurrency limit exceeded. ${open} crawls, batches and extractions of this key are open, of ${most} ` +
    `that may be at the same time (its limit openJobs). Wait for one to end, cancel one, or ask for a key ` +
    `with a higher limit; please retry after ${retryAfterSeconds}s`;
  return { failure: failure('CONCURRENCY_LIMIT_EXCEEDED', message), retryAfterSeconds };
};

/**
 * Holds a caller that begins work to the limits of its key: counts the request, and asks how many jobs are open
 * where it begins one. Requests that arrive at the same moment may pass the limit of open jobs together.
 */
export const enforceRateLimit = async (
  { table, keyLimits, now }: LimitDependencies,
  caller: Caller,
  begins: 'page' | 'job',
): Promise<Refusal | null> => {
  const { requestsPerMinute, openJobs } = callerLimits(caller, keyLimits);
  const at = now();
  const [isCounted, open] = await Promise.all([
    countRequest(table, caller.keyId, at, requestsPerMinute),
    begins === 'job' ? countOpenJobs(table, caller.team, caller.keyId) : 0,
  ]);
  if (!isCounted) return tooFast(requestsPerMinute, at);
  return begins === 'job' && open >= openJobs ? tooMany(open, openJobs) : null;
};
