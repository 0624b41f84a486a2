import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits/limits.ts';
import { readResultsPage, type ResultsPage } from './search-result.ts';

export type EngineResponse =
  | { readonly kind: 'page'; readonly page: ResultsPage }
  | { readonly kind: 'failed'; readonly failure: Failure };

const failed = (why: string): EngineResponse => ({
  kind: 'failed',
  failure: failure('SEARCH_FAILED', `Cannot search: the search engine of this deployment ${why}`),
});

/** Reads a body within `limits.searchBytesMax`; null for a larger one. Leaving the loop ends the connection. */
const bodyOf = async (response: Response): Promise<string | null> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limits.searchBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** Explains a status other than 200, as far as SearXNG's documentation does. */
const statusWords = (status: number): string => {
  if (status === 403)
    return 'answered 403: SearXNG does so until its settings.yml lists json under search.formats';
  if (status === 429) return 'answered 429: it takes no more questions for now';
  if (status >= 300 && status < 400)
    return `answered ${status}, and redirects are not followed: state its own address`;
  return `answered ${status}`;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/**
 * Asks a SearXNG-compatible engine for one page of results. The engine is the operator's own and may have a private
 * address, so it is called without the guard that pages go through; a client decides only the query in the address. No
 * redirect is followed.
 */
export const askSearchEngine = async (url: URL, timeoutMs: number): Promise<EngineResponse> => {
  if (timeoutMs < 1) return failed('did not answer in time');
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return failed(statusWords(response.status));
    }
    const text = await bodyOf(response);
    if (text === null) return failed(`answered more than ${limits.searchBytesMax} bytes`);
    const page = readResultsPage(parsed(text));
    return page === null ? failed('answered no JSON with results') : { kind: 'page', page };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return failed(isLate ? `did not answer within ${timeoutMs} ms` : 'cannot be reached');
  }
};
