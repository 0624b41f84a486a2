import type { Dispatcher } from 'undici';
import { failure, type Failure, isFailureCode } from '../failure.ts';
import { limits } from '../limits.ts';
import { type Headers, requestHeaders, responseHeaders } from './http-headers.ts';
import { isRedirect, statusFailure } from './http-status.ts';
import { errorOf, networkFailure } from './network-failure.ts';
import { readBody } from './read-body.ts';
import { nextLocation } from './redirect.ts';
import { parseRetryAfter } from './retry-after.ts';

export interface FetchRequest {
  readonly url: string;
  readonly userAgent: string;
  readonly headers?: Headers | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  /** Largest body, on the wire and decompressed; the limits of a page where it is absent. */
  readonly maxBytes?: number | undefined;
  /** True takes the beginning of a body that is larger, where it would otherwise be a failure. */
  readonly cutAtMaxBytes?: boolean | undefined;
  readonly maxRedirects?: number | undefined;
  /** Milliseconds for everything: names, connections, redirects, `checkHop`, and the last byte of the body. */
  readonly timeoutMs?: number | undefined;
  readonly skipTlsVerification?: boolean | undefined;
}

/** Judges the target of a redirect: scope, robots and pace of another host. It may wait. */
export type CheckHop = (
  url: string,
) => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }>;

export interface FetchDependencies {
  /** Guards every connection; see guarded-connect.ts. */
  readonly dispatcher: Dispatcher;
  /** The same without TLS verification. Where it is absent, `skipTlsVerification` has no effect. */
  readonly unverifiedDispatcher?: Dispatcher | undefined;
  readonly checkHop: CheckHop;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Ends the fetch at once. A reason that is a `Failure` becomes its failure; any other is a `TIMEOUT`. */
  readonly signal?: AbortSignal | undefined;
}

export type FetchOutcome =
  | {
      /** 2xx, or 304 to a conditional request. */
      readonly kind: 'response';
      /** Where the response came from after redirects, without fragment and credentials. */
      readonly url: string;
      readonly status: number;
      readonly headers: Headers;
      /** Decompressed. */
      readonly body: Uint8Array;
      readonly wireBytes: number;
      readonly ms: number;
      /** The URLs that redirected here, first to last. */
      readonly redirects: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** Where it failed. */
      readonly url: string;
      readonly ms: number;
      readonly redirects: readonly string[];
      /** Only if the host answered. */
      readonly status?: number;
      readonly headers?: Headers;
      readonly retryAfterMs?: number;
      /** The beginning of an error page: it may be a challenge. */
      readonly body?: Uint8Array;
    };

type Ending =
  | Omit<Extract<FetchOutcome, { kind: 'response' }>, 'ms' | 'redirects'>
  | Omit<Extract<FetchOutcome, { kind: 'failed' }>, 'ms' | 'redirects'>;

/** How one request ended: with the fetch's end, or with another URL. */
type Hop =
  | { readonly kind: 'end'; readonly ending: Ending }
  | { readonly kind: 'redirect'; readonly to: URL };

const endWith = (why: Failure, url: string): Hop => ({
  kind: 'end',
  ending: { kind: 'failed', failure: why, url },
});

/** A redirect's body is read to its end, so that the connection can be used again, unless that takes long. */
const discard = async (body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<void> => {
  try {
    await body.dump({ limit: 64 * 1_024, signal: AbortSignal.any([signal, AbortSignal.timeout(500)]) });
  } catch {
    body.destroy();
  }
};

const send = async (
  request: FetchRequest,
  url: URL,
  { dispatcher, unverifiedDispatcher }: FetchDependencies,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> => {
  const through = request.skipTlsVerification === true ? (unverifiedDispatcher ?? dispatcher) : dispatcher;
  return await through.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers: requestHeaders(request, url.origin === new URL(request.url).origin),
    signal,
    // The signal ends everything; undici's own timers are only exact to half a second.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
};

const failedAnswer = async (
  request: FetchRequest,
  answer: Dispatcher.ResponseData,
  headers: Headers,
  context: { readonly url: string; readonly code: Failure['code']; readonly now: number },
): Promise<Hop> => {
  const { url, code, now } = context;
  const bytesMax = Math.min(limits.errorBodyBytesMax, request.maxBytes ?? limits.errorBodyBytesMax);
  const read = await readBody(answer.body, headers, url, { wireBytesMax: bytesMax, bytesMax, cut: true });
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  const why = failure(code, `Cannot fetch ${url}: the host answered with status ${answer.statusCode}`);
  return {
    kind: 'end',
    ending: {
      kind: 'failed',
      failure: why,
      url,
      status: answer.statusCode,
      headers,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(read.kind === 'body' ? { body: read.body } : {}),
    },
  };
};

const oneHop = async (
  request: FetchRequest,
  url: URL,
  dependencies: FetchDependencies,
  signal: AbortSignal,
): Promise<Hop> => {
  let answer: Dispatcher.ResponseData;
  try {
    answer = await send(request, url, dependencies, signal);
  } catch (error) {
    return endWith(networkFailure(error, url.href), url.href);
  }
  const { statusCode: status } = answer;
  // A body that nobody reads any more may still fail; that is nobody's business then.
  answer.body.on('error', () => undefined);
  try {
    const headers = responseHeaders(answer.headers);
    if (isRedirect(status)) {
      await discard(answer.body, signal);
      const next = nextLocation(url, headers['location']);
      if (next.ok) return { kind: 'redirect', to: next.url };
      return { kind: 'end', ending: { kind: 'failed', failure: next.failure, url: url.href, status } };
    }
    const code = statusFailure(status);
    if (code !== null) {
      const now = (dependencies.now ?? Date.now)();
      return await failedAnswer(request, answer, headers, { url: url.href, code, now });
    }
    const read = await readBody(answer.body, headers, url.href, {
      wireBytesMax: request.maxBytes ?? limits.pageWireBytesMax,
      bytesMax: request.maxBytes ?? limits.pageBytesMax,
      cut: request.cutAtMaxBytes ?? false,
    });
    if (read.kind === 'failed') {
      return { kind: 'end', ending: { ...read, url: url.href, status } };
    }
    const { body, wireBytes } = read;
    return { kind: 'end', ending: { kind: 'response', url: url.href, status, headers, body, wireBytes } };
  } finally {
    answer.body.destroy();
  }
};

const isFailure = (reason: unknown): reason is Failure =>
  typeof reason === 'object' &&
  reason !== null &&
  'code' in reason &&
  typeof reason.code === 'string' &&
  isFailureCode(reason.code) &&
  'message' in reason;

/** Why a fetch is stopped, as an error that undici hands back to us. */
const reasonOf = (outer: AbortSignal | undefined, url: string, timeoutMs: number): Error =>
  errorOf(
    outer?.aborted === true && isFailure(outer.reason)
      ? outer.reason
      : failure('TIMEOUT', `Cannot fetch ${url}: it took longer than ${timeoutMs} ms`),
  );

/** The verdict on a redirect's target, or the reason of an abort that comes first. */
const judgeHop = async (checkHop: CheckHop, url: string, signal: AbortSignal): ReturnType<CheckHop> => {
  const stopped = (): Awaited<ReturnType<CheckHop>> => ({
    ok: false,
    failure: networkFailure(signal.reason, url),
  });
  if (signal.aborted) return stopped();
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<CheckHop>>>();
  const stop = (): void => resolve(stopped());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([checkHop(url), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const follow = async (
  request: FetchRequest,
  first: URL,
  dependencies: FetchDependencies,
  signal: AbortSignal,
  redirects: string[],
): Promise<Ending> => {
  const maxRedirects = request.maxRedirects ?? limits.redirectsMax;
  let url = first;
  for (;;) {
    const hop = await oneHop(request, url, dependencies, signal);
    if (hop.kind === 'end') return hop.ending;
    redirects.push(url.href);
    const failed = (why: Failure): Ending => ({ kind: 'failed', failure: why, url: hop.to.href });
    if (redirects.includes(hop.to.href)) {
      return failed(
        failure(
          'REDIRECT_LOOP',
          `Cannot fetch ${first.href}: it redirects in a circle through ${hop.to.href}`,
        ),
      );
    }
    if (redirects.length > maxRedirects) {
      return failed(
        failure(
          'REDIRECT_TOO_MANY',
          `Cannot fetch ${first.href}: it redirects more than ${maxRedirects} times`,
        ),
      );
    }
    const verdict = await judgeHop(dependencies.checkHop, hop.to.href, signal);
    if (!verdict.ok) return failed(verdict.failure);
    url = hop.to;
  }
};

/**
 * Fetches one URL with GET, following redirects by hand: each target is judged by `checkHop`, each connection by the
 * dispatcher. Whatever a site can do is an outcome with its code from `failure.ts`; nothing is thrown for it.
 *
 * Any status but 2xx and 304 is `failed`, with the beginning of its body and its `Retry-After`.
 */
export const fetchHttp = async (
  request: FetchRequest,
  dependencies: FetchDependencies,
): Promise<FetchOutcome> => {
  const started = performance.now();
  const redirects: string[] = [];
  const finish = (ending: Ending): FetchOutcome => ({
    ...ending,
    ms: Math.round(performance.now() - started),
    redirects,
  });
  const start = nextLocation(null, request.url);
  if (!start.ok) return finish({ kind: 'failed', failure: start.failure, url: request.url });
  const timeoutMs = request.timeoutMs ?? limits.requestMs;
  const abort = new AbortController();
  const stop = (): void => abort.abort(reasonOf(dependencies.signal, start.url.href, timeoutMs));
  const timer = setTimeout(stop, timeoutMs);
  dependencies.signal?.addEventListener('abort', stop, { once: true });
  if (dependencies.signal?.aborted === true) stop();
  try {
    return finish(await follow(request, start.url, dependencies, abort.signal, redirects));
  } finally {
    clearTimeout(timer);
    dependencies.signal?.removeEventListener('abort', stop);
  }
};
