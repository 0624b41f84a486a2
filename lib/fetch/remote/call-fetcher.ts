import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { responseHeaders } from '../http/http-headers.ts';
import { failureError, networkFailure } from '../http/network-failure.ts';
import type { FetcherCall, FetcherReply } from './fetcher-call.ts';

/** The reply of a service; or that none came, and whether the request may have reached it. */
export type FetcherReplied =
  | { readonly kind: 'reply'; readonly reply: FetcherReply }
  | { readonly kind: 'none'; readonly why: Failure; readonly mayHaveCharged: boolean };

/** Failures with which no request has left. */
const unsentCodes: ReadonlySet<string> = new Set([
  'DNS_NOT_FOUND',
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'TLS_FAILED',
]);

/** Reads a body up to the limit; null if it is larger. */
const readWithin = async ({ body }: Response, bytesMax: number): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Makes one call of a service, with a limit on its time and its size. The operator names the address, as those of
 * models and of the search engine, so it is not guarded; pages and their redirects never lead here. It follows no
 * redirect, which would carry the key elsewhere.
 */
export const callFetcher = async (
  { method, url, headers, body }: FetcherCall,
  timeoutMs: number,
): Promise<FetcherReplied> => {
  const { origin, pathname } = new URL(url);
  // Never more of the address: a query may hold what only the service should know.
  const place = `${origin}${pathname}`;
  const none = (why: Failure): FetcherReplied => ({
    kind: 'none',
    why,
    mayHaveCharged: !unsentCodes.has(why.code),
  });
  const abort = new AbortController();
  const late = failure('TIMEOUT', `Cannot ask ${place}: it took longer than ${timeoutMs} ms`);
  const timer = setTimeout(() => abort.abort(failureError(late)), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, accept: 'application/json' },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: abort.signal,
    });
    const bytes = await readWithin(response, limits.fetcherReplyBytesMax);
    if (bytes === null)
      return none(failure('RESPONSE_TOO_LARGE', `Cannot read ${place}: its answer is larger than is read`));
    const received = responseHeaders(Object.fromEntries(response.headers));
    return { kind: 'reply', reply: { status: response.status, headers: received, body: bytes } };
  } catch (error) {
    return none(networkFailure(error, place));
  } finally {
    clearTimeout(timer);
  }
};
