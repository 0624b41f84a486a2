import { failure, type Failure } from '../failure.ts';
import { decodeText, type Decoded } from '../fetch/decode.ts';
import type { Fetched } from '../fetch/fetched.ts';
import type { ScrapeOptions } from '../request/order.ts';
import { fenced } from './code-block.ts';
import { contentKind, type ContentKind } from './content-kind.ts';
import { hintsOf } from './hints.ts';
import { cleanText } from './markdown.ts';
import { noMetadata, type ContentOptions, type PageContent } from './page-content.ts';
import { contentHashOf, readPage } from './read-page.ts';

export type ContentRead =
  | {
      readonly kind: 'read';
      readonly content: PageContent;
      /** What the server sent, decoded. */
      readonly html: string;
      /** WHATWG name of the encoding it was sent in. */
      readonly encoding: string;
    }
  | { readonly kind: 'refused'; readonly failure: Failure };

const contentOptionsOf = (options: ScrapeOptions): ContentOptions => ({
  onlyMainContent: options.onlyMainContent,
  includeTags: options.includeTags,
  excludeTags: options.excludeTags,
  removeBase64Images: options.removeBase64Images,
  wantHtml: options.formats.includes('html'),
});

/** A document without markup of its own: as it is, or fenced where it is data. */
const plainContent = (text: string, kind: Exclude<ContentKind, 'html'>): PageContent => {
  const clean = cleanText(text);
  const markdown = kind === 'text' || clean === '' ? clean : fenced(clean, kind);
  const hints = { ...hintsOf(null, markdown, false), hasCodeBlocks: kind !== 'text' };
  return {
    ...noMetadata,
    markdown,
    text: clean,
    links: [],
    images: [],
    removed: [],
    contentHash: contentHashOf(markdown),
    hints,
  };
};

/**
 * Reads what was fetched: HTML as a page, plain text as it is, JSON and XML fenced. What it is, the content type says, or
 * the first bytes where that says nothing.
 *
 * Answers CONTENT_TYPE_UNSUPPORTED for anything else, and CONTENT_TOO_COMPLEX for a page that no parser would finish.
 */
export const readContent = (fetched: Fetched, options: ScrapeOptions): ContentRead => {
  const contentType = fetched.headers['content-type'];
  const kind = contentKind(contentType, fetched.body);
  if (kind === null) {
    const found = contentType ?? 'binary data without a content type';
    return {
      kind: 'refused',
      failure: failure(
        'CONTENT_TYPE_UNSUPPORTED',
        `Cannot read ${fetched.url}: it is ${found.slice(0, 100)}; HTML, plain text, JSON and XML are read`,
      ),
    };
  }
  const { text, encoding }: Decoded = decodeText(fetched.body, contentType);
  if (kind !== 'html') return { kind: 'read', content: plainContent(text, kind), html: text, encoding };
  const read = readPage({ html: text, url: fetched.url, options: contentOptionsOf(options) });
  return read.kind === 'refused' ? read : { ...read, html: text, encoding };
};
