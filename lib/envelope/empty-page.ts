import { failure, type Failure } from '../failure.ts';
import { isBodiless } from '../fetch/http/http-status.ts';
import type { Fetched } from '../fetch/tier/fetched.ts';
import type { RunningJob } from '../job/job.ts';
import type { PageContent } from '../content/page-content.ts';
import type { FetchedRead } from '../content/read-content.ts';

const framesNamed = 3;

/** Returns where the content of a page without text probably stands; '' if the page shows no frame. */
const inFrames = ({ shownFrames = [] }: Pick<PageContent, 'shownFrames'>): string => {
  if (shownFrames.length === 0) return '';
  const named = shownFrames.slice(0, framesNamed).join(' and ');
  return shownFrames.length === 1
    ? `. Its content stands in a frame: ${named}; scrape that address`
    : `. Its content stands in ${shownFrames.length} frames: ${named}; scrape those addresses`;
};

/**
 * Returns the failure of a page without any text except in its title, header, menu and footer; it names the frames that
 * the page shows. Returns null if it has other text, if the request wanted something else of it as well (a picture), or
 * if the request's own tags left nothing of it.
 */
export const detectEmptyPage = (
  { request: { scrape } }: RunningJob,
  { url, status, captures }: Pick<Fetched, 'url' | 'status' | 'captures'>,
  { content, format }: Extract<FetchedRead, { kind: 'read' }>,
): Failure | null => {
  const isChosen = content.isFile !== true && scrape.includeTags.length + scrape.excludeTags.length > 0;
  if (isChosen || captures !== undefined) return null;
  // In Markdown of a PDF a comment marks the beginning of each page.
  const text = format === 'pdf_text' ? content.markdown.replace(/<!--[^>]*-->/g, '') : content.markdown;
  if (text.trim() === '') {
    const why = isBodiless(status)
      ? `the host answered with status ${status}, which has no body`
      : 'it holds no text';
    return failure('CONTENT_EMPTY', `Cannot read ${url}: ${why}${inFrames(content)}`);
  }
  const bare =
    content.isFrameAlone === true
      ? 'that of its header, menu or footer'
      : content.isTitleAlone === true
        ? 'its title'
        : null;
  return bare === null
    ? null
    : failure('CONTENT_EMPTY', `Cannot read ${url}: it holds no text but ${bare}${inFrames(content)}`);
};
