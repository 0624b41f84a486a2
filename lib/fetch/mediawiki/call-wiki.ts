import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { Wiki } from '../politeness/host-policies.ts';
import { fetchHttp } from '../http/fetch-http.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Slot } from '../politeness/slot.ts';
import { parseWikiError, type WikiQuestion } from './wiki-api.ts';
import type { FetchDependencies, FetchOutcome, FetchRequest } from '../tier/fetch-request.ts';

type Failed = Extract<FetchOutcome, { kind: 'failed' }>;
type Answered = Extract<FetchOutcome, { kind: 'response' }>;

export type WikiResponse =
  | { readonly kind: 'answer'; readonly json: unknown; readonly sent: Answered }
  | { readonly kind: 'error'; readonly code: string; readonly info: string; readonly sent: Answered }
  | { readonly kind: 'failed'; readonly outcome: Failed };

export interface CallWikiDependencies extends Pick<FetchDependencies, 'dispatcher' | 'unverifiedDispatcher'> {
  readonly userAgent: string;
  readonly now: () => number;
}

/** Returns the failure of an API that does not answer as it should; the article may still be fetched as a page. */
export const apiFailed = (wiki: Wiki, found: string): Failure =>
  failure('WIKI_API_FAILED', `Cannot ask ${wiki.endpoint}: found ${found}`.slice(0, 500));

/** Failures that say when to come back, or that the host cannot be reached: the next tier would meet the same. */
const ofHost: ReadonlySet<string> = new Set([
  'HTTP_TOO_MANY_REQUESTS',
  'HTTP_UNAVAILABLE',
  'DNS_NOT_FOUND',
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TLS_FAILED',
  'ADDRESS_NOT_ALLOWED',
]);

/**
 * Errors with which a wiki asks clients to wait (MediaWiki, "API:Etiquette"), and the HTTP failures that mean the same.
 */
const patience = { maxlag: 'HTTP_UNAVAILABLE', ratelimited: 'HTTP_TOO_MANY_REQUESTS' } as const;

const parseJson = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
};

const failedFrom = (sent: Answered, why: Failure, retryAfterMs?: number): WikiResponse => {
  const { url, ms, redirects, requests = [], status, headers } = sent;
  const reasoned = requests.map((line) => ({ ...line, reason: why.code }));
  const waits = retryAfterMs === undefined ? {} : { retryAfterMs };
  const outcome: Failed = {
    kind: 'failed',
    failure: why,
    url,
    ms,
    redirects,
    requests: reasoned,
    status,
    headers,
    ...waits,
  };
  return { kind: 'failed', outcome };
};

const read = (wiki: Wiki, sent: Answered, now: number): WikiResponse => {
  const json = parseJson(sent.body);
  if (typeof json !== 'object' || json === null) {
    const type = sent.headers['content-type'] ?? 'no content type';
    return failedFrom(sent, apiFailed(wiki, `status ${sent.status} with ${type}, wanted JSON`));
  }
  const error = parseWikiError(json);
  if (error === null) return { kind: 'answer', json, sent };
  if (Object.hasOwn(patience, error.code)) {
    const code = patience[error.code as keyof typeof patience];
    const told = parseRetryAfter(sent.headers['retry-after'], now) ?? limits.wikiLagSecondsMax * 1_000;
    const message = `Cannot ask ${wiki.endpoint}: it answered ${error.code} (${error.info})`;
    return failedFrom(sent, failure(code, message.slice(0, 500)), told);
  }
  return { kind: 'error', ...error, sent };
};

/**
 * Asks a wiki one question, in one request that follows no redirect. An answer that asks to wait becomes the
 * corresponding HTTP failure with its wait; anything else that keeps the API from answering is WIKI_API_FAILED.
 */
export const callWiki = async (
  dependencies: CallWikiDependencies,
  wiki: Wiki,
  question: WikiQuestion,
  {
    slot,
    ...request
  }: Pick<FetchRequest, 'headers' | 'headersFor' | 'timeoutMs' | 'skipTlsVerification'> & {
    readonly slot: Slot;
  },
): Promise<WikiResponse> => {
  const { userAgent, now, ...connections } = dependencies;
  const url = new URL(wiki.endpoint);
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, value);
  const why = apiFailed(wiki, 'a redirect, wanted JSON');
  const outcome = await fetchHttp(
    { ...request, url: url.href, userAgent },
    { ...connections, now, slot, checkHop: () => Promise.resolve({ ok: false, failure: why }) },
  );
  if (outcome.kind === 'response') return read(wiki, outcome, now());
  if (outcome.unsent === true || ofHost.has(outcome.failure.code)) return { kind: 'failed', outcome };
  const found = outcome.failure.code === 'WIKI_API_FAILED' ? why : apiFailed(wiki, outcome.failure.message);
  return { kind: 'failed', outcome: { ...outcome, failure: found } };
};
