import { failure, type Failure } from '../failure.ts';
import type { Fetched } from '../fetch/tier/fetched.ts';
import type { RunningJob } from '../job/job.ts';
import type { FetchedRead } from '../content/read-content.ts';

/**
 * The failure of a page without any text but that of its header, menu and footer; null for a page with some, for
 * one of which the request wanted something else as well (a picture), and where the request's own tags left nothing
 * of it.
 */
export const detectEmptyPage = (
  { request: { scrape } }: RunningJob,
  { url, captures }: Pick<Fetched, 'url' | 'captures'>,
  { content, format }: Extract<FetchedRead, { kind: 'read' }>,
): Failure | null => {
  const isChosen = scrape.includeTags.length > 0 || scrape.excludeTags.length > 0;
  if (isChosen || captures !== undefined) return null;
  // Where a page of a PDF begins, a comment says.
  const text = format === 'pdf_text' ? content.markdown.replace(/<!--[^>]*-->/g, '') : content.markdown;
  if (text.trim() === '') return failure('CONTENT_EMPTY', `Cannot read ${url}: it holds no text`);
  return content.isFrameAlone === true
    ? failure('CONTENT_EMPTY', `Cannot read ${url}: it holds no text but that of its header, menu or footer`)
    : null;
};
