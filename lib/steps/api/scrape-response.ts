import { failure, type Failure } from '../../failure.ts';
import type { Objects } from '../../store/objects.ts';
import { contentFacts, type Page } from '../../frontier/page.ts';
import { makeChangeTracking } from '../../deliver/results/page-change.ts';
import { fitDocument, type Document } from '../../deliver/results/document.ts';
import type { AskedDocument } from '../../deliver/results/file-warning.ts';
import { isRefusedBySite, refusedDocument } from '../../deliver/results/refused-document.ts';
import { readResultDocument } from '../read-results/read-documents.ts';
import { resultEntry } from '../../deliver/results/result-index.ts';

/** The answer to a scrape whose page has ended. */
export type ScrapeResponse =
  | { readonly ok: true; readonly document: Document }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Makes the document of a page that is done. A page that the site itself refused with a status (404, 403, 500 …)
 * becomes a document too, with that status and no content, as Firecrawl's clients expect. Any other failure is returned
 * as a failure.
 */
export const makeScrapeResponse = async (
  envelopes: Objects,
  page: Page,
  asked: AskedDocument,
): Promise<ScrapeResponse> => {
  const entry = resultEntry(page);
  const { tracked } = contentFacts(page);
  if (entry !== null) {
    const document = await readResultDocument(envelopes, entry, { ...asked, job: page.job });
    return { ok: true, document: fitDocument({ success: true, ...document }) };
  }
  const code = page.code ?? 'INTERNAL';
  const message = page.message ?? 'No reason was recorded';
  if (isRefusedBySite(page)) {
    const { url, finalUrl, status } = page;
    const document = refusedDocument({ url, finalUrl, status, code, message }, asked.formats);
    const change = tracked === undefined ? {} : { changeTracking: makeChangeTracking(tracked) };
    return { ok: true, document: { success: true, ...document, ...change } };
  }
  return { ok: false, failure: failure(code, message) };
};
