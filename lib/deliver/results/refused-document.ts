import type { Page } from '../../frontier/page.ts';
import type { Document } from './document.ts';
import { errorEntry, type RefusedEntry } from './result-index.ts';

/** A page that its site refused with a status (404, 403, 500 …). */
interface RefusedPage {
  readonly url: string;
  readonly finalUrl?: string | undefined;
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Says whether a page ended because its site refused it with a status. */
export const isRefusedBySite = <
  Ended extends { readonly code?: string | undefined; readonly status?: number | undefined },
>(
  page: Ended,
): page is Ended & { readonly code: string; readonly status: number } =>
  page.code?.startsWith('HTTP_') === true && page.status !== undefined;

/** Makes a document with the status and no content for a page that its site refused, as Firecrawl's clients expect. */
export const refusedDocument = (
  { url, finalUrl = url, status, code, message }: RefusedPage,
  formats: readonly string[],
): Document => ({
  ...(formats.includes('markdown') ? { markdown: '' } : {}),
  warning: message,
  metadata: {
    sourceURL: url,
    url: finalUrl,
    statusCode: status,
    error: message,
    code,
    proxyUsed: 'basic',
    cacheState: 'miss',
  },
});

/** Returns a page that its site refused as an entry of a batch's results; null for any other page. */
export const refusedEntry = (page: Page): RefusedEntry | null => {
  const entry = errorEntry(page);
  return entry !== null && isRefusedBySite(entry)
    ? { url: entry.url, status: entry.status, code: entry.code, message: entry.error }
    : null;
};
