import * as z from 'zod';
import { failure, type Failure, type FailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { safeWords } from '../../safe-words.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { FetcherName } from '../../request/source/fetcher.ts';
import type { FetcherAnswer, FetcherHealth, FetcherReply, FetcherState } from './fetcher-call.ts';

/** Parses a reply's JSON; undefined if it has none, or not of that form. */
export const parseReply = <Schema extends z.ZodType>(
  schema: Schema,
  { body }: Pick<FetcherReply, 'body'>,
): z.output<Schema> | undefined => {
  try {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** A text or a number that a service may leave out; another value counts as left out. */
export const maybeText = z.string().optional().catch(undefined);
export const maybeNumber = z.number().optional().catch(undefined);

/** Returns a number of credits; null if it is none. */
export const readCredits = (value: string | number | undefined): number | null => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) && number >= 0 ? number : null;
};

/** What each failure of a service means, after "the fetcher …". */
const meanings = {
  FETCHER_REFUSED: 'refused the request or its key',
  FETCHER_OUT_OF_CREDITS: 'has no credits left for this key',
  FETCHER_RATE_LIMITED: 'asks to come later',
  FETCHER_UNAVAILABLE: 'did not answer as it should',
} as const satisfies Partial<Record<FailureCode, string>>;
export type FetcherFailureCode = keyof typeof meanings;

/** Makes the failure of a service; `found` is what it answered, without any key. */
export const fetcherFailure = (
  code: FetcherFailureCode,
  name: FetcherName,
  url: string,
  found: string,
): Failure => failure(code, `Cannot fetch ${url}: the fetcher ${name} ${meanings[code]} (${found})`);

/** Makes the answer of a service that failed, with the wait that it asks for. */
export const failedAnswer = (
  why: Failure,
  { headers }: Pick<FetcherReply, 'headers'>,
  now: number,
  credits = 0,
): FetcherAnswer => {
  const told = parseRetryAfter(headers['retry-after'], now);
  return { kind: 'failed', failure: why, credits, ...(told === undefined ? {} : { retryAfterMs: told }) };
};

/** Says whether a body is larger than a page may be. */
export const isTooLarge = (body: Uint8Array): boolean => body.byteLength > limits.pageBytesMax;

const well: Readonly<Record<FetcherState, string>> = {
  well: 'It answers, and takes the key',
  'no-key': 'It has no key',
  refused: 'It refuses the key',
  'out-of-credits': 'Its credits are used up',
  unwell: 'It does not answer as it should',
};

/** Makes what is told of a service. */
export const tellHealth = (
  state: FetcherState,
  { found, remaining, plan }: { found?: string; remaining?: number | null; plan?: number | null } = {},
): FetcherHealth => ({
  state,
  message: found === undefined || found === '' ? well[state] : `${well[state]}: ${found}`,
  remainingCredits: remaining ?? null,
  planCredits: plan ?? null,
});

/** What a service says of its credits, or why it says nothing. */
export interface FetcherUsage {
  readonly remaining?: number | undefined;
  readonly plan?: number | undefined;
  readonly error?: string | undefined;
}

/** Reads how a service is from its answer about the credits that are left; `said` is undefined if it has no form. */
export const readUsage = (
  key: string,
  reply: FetcherReply,
  said: FetcherUsage | undefined,
): FetcherHealth => {
  const found = `status ${reply.status} ${safeWords(said?.error ?? '', key)}`.trim();
  if (reply.status === 401 || reply.status === 403) return tellHealth('refused', { found });
  if (reply.status === 402) return tellHealth('out-of-credits', { found, remaining: 0 });
  if (reply.status !== 200 || said === undefined) return tellHealth('unwell', { found });
  const [remaining, plan] = [readCredits(said.remaining), readCredits(said.plan)];
  return tellHealth(remaining === 0 ? 'out-of-credits' : 'well', { remaining, plan });
};
