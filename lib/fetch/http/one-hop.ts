import type { Dispatcher } from 'undici';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { CookieJar } from './cookie-jar.ts';
import { encodeQuery } from '../charset/encode-query.ts';
import { decodeText } from './decode.ts';
import type { FetchDependencies, FetchOutcome, FetchRequest } from '../tier/fetch-request.ts';
import { type Headers, isBound, requestHeaders, responseHeaders } from './http-headers.ts';
import { isRedirect, statusFailure } from './http-status.ts';
import { metaRefresh, refreshTarget } from './meta-refresh.ts';
import { networkFailure } from './network-failure.ts';
import { readBody } from './read-body.ts';
import { nextLocation } from './redirect.ts';
import { parseRetryAfter } from './retry-after.ts';

/** The end of a fetch, without the facts that only the whole fetch knows. */
export type HopEnding =
  | Omit<Extract<FetchOutcome, { kind: 'response' }>, 'ms' | 'redirects' | 'requests'>
  | Omit<Extract<FetchOutcome, { kind: 'failed' }>, 'ms' | 'redirects' | 'requests'>;

/**
 * The end of one request: the fetch's end, another URL, or `late`, if the request did not leave because it was too late
 * for its slot.
 */
export type Hop =
  | { readonly kind: 'end'; readonly ending: HopEnding }
  | { readonly kind: 'late' }
  | {
      readonly kind: 'redirect';
      readonly to: URL;
      readonly status: number;
      readonly bytes: number;
      readonly reason: 'redirect' | 'refresh';
    };

const endWith = (why: Failure, url: string): Hop => ({
  kind: 'end',
  ending: { kind: 'failed', failure: why, url },
});

/** What the requests of one fetch share. */
export interface HopContext {
  readonly signal: AbortSignal;
  readonly jar: CookieJar;
  /** Called when the connection stands and the request is about to be written; false holds it back. */
  readonly leave: () => boolean;
}

/** Says that a request was held back. */
class TooLate extends Error {}

/** Calls `leave` when a request is about to be written. A request that is held back does not cost its connection. */
const keepingBack = (dispatcher: Dispatcher, leave: () => boolean): Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart: (controller, context) => {
          // Thrown, not aborted: an abort would destroy the connection, which the next try can use.
          if (!leave()) throw new TooLate();
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart: (controller, status, headers, message) =>
          handler.onResponseStart?.(controller, status, headers, message),
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
        onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
      }),
  );

/** How much of a page is searched for a meta element that redirects. */
const refreshBytes = 64 * 1_024;

/** Reads a redirect's body to its end, so that the connection can be used again, unless that takes long. */
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
  { signal, jar, leave }: HopContext,
): Promise<Dispatcher.ResponseData> => {
  // The validators belong to the requested address and say nothing about another.
  const conditional = url.href === new URL(request.url).href;
  const through = request.skipTlsVerification === true ? (unverifiedDispatcher ?? dispatcher) : dispatcher;
  return await keepingBack(through, leave).request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers: requestHeaders(
      conditional ? request : { ...request, ifNoneMatch: undefined, ifModifiedSince: undefined },
      isBound(request, url),
      jar.headerFor(url),
    ),
    signal,
    // The signal ends everything; undici's own timers are only exact to half a second.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
};

/** Makes the connection before its request may leave; if that fails, the failure ends the request. */
export const makeReady = async (
  request: FetchRequest,
  url: URL,
  dependencies: FetchDependencies,
  context: Omit<HopContext, 'leave'>,
): Promise<Hop> => {
  try {
    await send(request, url, dependencies, { ...context, leave: () => false });
    return { kind: 'late' };
  } catch (error) {
    return error instanceof TooLate ? { kind: 'late' } : endWith(networkFailure(error, url.href), url.href);
  }
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

/** Says whether a page is worth decoding to look for a refresh; hardly any is. */
const mayRefresh = (head: Uint8Array): boolean =>
  /http-equiv\s*=\s*["']?\s*refresh/i.test(
    Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1'),
  );

/** Returns the target of a page's own refresh, whose query is in the page's encoding. */
const pageRefresh = (head: Uint8Array, contentType: string | undefined): string | null => {
  const { text, encoding } = decodeText(head, contentType);
  const target = metaRefresh(text);
  return target === null ? null : encodeQuery(target, encoding);
};

/**
 * Returns the target to which a response that is no redirect by its status leads: `Refresh`, or the meta element of its
 * page.
 */
const refreshOf = (url: URL, headers: Headers, body: Uint8Array): URL | null => {
  const isPage = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html');
  const head = body.subarray(0, refreshBytes);
  const target =
    refreshTarget(headers['refresh'] ?? '') ??
    (isPage && mayRefresh(head) ? pageRefresh(head, headers['content-type']) : null);
  if (target === null) return null;
  const next = nextLocation(url, target);
  // A page that only reloads itself, or leads to no address, is read as it is.
  return next.ok && next.url.href !== url.href ? next.url : null;
};

/** Sends one request: its answer ends the fetch, or redirects it. */
export const oneHop = async (
  request: FetchRequest,
  url: URL,
  dependencies: FetchDependencies,
  context: HopContext,
): Promise<Hop> => {
  let answer: Dispatcher.ResponseData;
  try {
    answer = await send(request, url, dependencies, context);
  } catch (error) {
    if (error instanceof TooLate) return { kind: 'late' };
    return endWith(networkFailure(error, url.href), url.href);
  }
  const { statusCode: status } = answer;
  // A body that is no longer read may still fail; then the failure does not matter.
  answer.body.on('error', () => undefined);
  try {
    const headers = responseHeaders(answer.headers);
    context.jar.take(url, headers['set-cookie']);
    if (isRedirect(status)) {
      await discard(answer.body, context.signal);
      const next = nextLocation(url, headers['location']);
      if (next.ok) return { kind: 'redirect', to: next.url, status, bytes: 0, reason: 'redirect' };
      return { kind: 'end', ending: { kind: 'failed', failure: next.failure, url: url.href, status } };
    }
    const asked = request.ifNoneMatch !== undefined || request.ifModifiedSince !== undefined;
    const code = status === 304 && !asked ? 'PROTOCOL_ERROR' : statusFailure(status);
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
    const { kind: _kind, ...got } = read;
    const to = request.followRefresh === true ? refreshOf(url, headers, got.body) : null;
    if (to !== null) return { kind: 'redirect', to, status, bytes: got.wireBytes, reason: 'refresh' };
    return { kind: 'end', ending: { kind: 'response', url: url.href, status, headers, ...got } };
  } finally {
    answer.body.destroy();
  }
};
