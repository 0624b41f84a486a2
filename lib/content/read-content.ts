import { failure, FailureError, type Failure } from '../failure.ts';
import { decodeText, type Decoded } from '../fetch/http/decode.ts';
import type { Fetched } from '../fetch/tier/fetched.ts';
import type { ScrapeOptions } from '../request/job-spec.ts';
import { fenced } from './markdown/code-block.ts';
import { contentKind, type ContentKind } from './content-kind.ts';
import { thrownText } from './contain.ts';
import { collectHints } from './passes/hints.ts';
import { allKept } from './kind/text-account.ts';
import { cleanMarkdown } from './markdown/markdown.ts';
import { noMetadata, type ContentOptions, type PageContent } from './page-content.ts';
import { hashContent, readPage } from './read-page.ts';

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

const contentOptionsOf = (options: ScrapeOptions, wantPairs: boolean): ContentOptions => ({
  onlyMainContent: options.onlyMainContent,
  includeTags: options.includeTags,
  excludeTags: options.excludeTags,
  removeBase64Images: options.removeBase64Images,
  ...(options.linkStyle === undefined ? {} : { linkStyle: options.linkStyle }),
  wantHtml: options.formats.includes('html'),
  wantPairs,
  attributes: options.attributes,
});

/** A document without markup of its own: as it is, or fenced where it is data. */
const plainContent = (text: string, kind: Exclude<ContentKind, 'html'>): PageContent => {
  const clean = cleanMarkdown(text);
  const markdown = kind === 'text' || clean === '' ? clean : fenced(clean, kind);
  const hints = { ...collectHints(null, markdown, false), hasCodeBlocks: kind !== 'text' };
  return {
    ...noMetadata,
    markdown,
    text: clean,
    links: [],
    structuredData: [],
    foundBy: 'whole',
    pageKind: 'other',
    kindEvidence: [],
    keptText: allKept(clean),
    images: [],
    removed: [],
    contentHash: hashContent(markdown),
    hints,
    warnings: [],
  };
};

/** A document without the circumstances in which it was got. */
export interface DocumentFound {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Where its relative links start; null where that is not known but by the page itself. */
  readonly baseUrl: string | null;
}

/** Where links of a page of no known address start: they are kept, and lead nowhere. */
const nowhere = 'http://localhost/';

/**
 * Reads a document as `documentOf` does, and never throws: whatever could not be contained ends it as
 * CONTENT_UNREADABLE.
 */
export const readDocumentContent = (found: DocumentFound, options: ContentOptions): ContentRead => {
  try {
    return documentOf(found, options);
  } catch (thrown) {
    if (thrown instanceof FailureError) return { kind: 'refused', failure: thrown.failure };
    const message = `Cannot read ${found.baseUrl ?? 'the document'}: ${thrownText(thrown)}`;
    return { kind: 'refused', failure: failure('CONTENT_UNREADABLE', message) };
  }
};

/**
 * Reads a document: HTML as a page, plain text as it is, JSON and XML fenced. What it is, the content type says, or the
 * first bytes where that says nothing.
 *
 * Answers CONTENT_TYPE_UNSUPPORTED for anything else.
 */
const documentOf = ({ body, contentType, baseUrl }: DocumentFound, options: ContentOptions): ContentRead => {
  const kind = contentKind(contentType, body);
  if (kind === null) {
    const found = contentType ?? 'binary data without a content type';
    return {
      kind: 'refused',
      failure: failure(
        'CONTENT_TYPE_UNSUPPORTED',
        `Cannot read ${baseUrl ?? 'the document'}: it is ${found.slice(0, 100)}; HTML, plain text, JSON ` +
          `and XML are read`,
      ),
    };
  }
  const { text, encoding }: Decoded = decodeText(body, contentType);
  if (kind !== 'html') return { kind: 'read', content: plainContent(text, kind), html: text, encoding };
  const read = readPage({ html: text, url: baseUrl ?? declaredUrl(text) ?? nowhere, options });
  return read.kind === 'refused' ? read : { ...read, html: text, encoding };
};

/** The address that a page gives itself in its first tags. */
const declaredUrl = (html: string): string | null => {
  const head = html.slice(0, headCharacters);
  const tag =
    /<link\b[^>]{0,1000}\brel=["']?canonical\b[^>]{0,2000}>/i.exec(head)?.[0] ??
    /<meta\b[^>]{0,1000}\bproperty=["']?og:url\b[^>]{0,2000}>/i.exec(head)?.[0];
  const url = /\b(?:href|content)=["']?(https?:[^\s"'>]{1,2048})/i.exec(tag ?? '')?.[1];
  return url === undefined ? null : (URL.parse(url)?.href ?? null);
};

const headCharacters = 100_000;

/** Reads what was fetched, as the request wants it; `wantPairs`: with the page's labelled pairs. */
export const readContent = (fetched: Fetched, options: ScrapeOptions, wantPairs = false): ContentRead =>
  readDocumentContent(
    { body: fetched.body, contentType: fetched.headers['content-type'], baseUrl: fetched.url },
    contentOptionsOf(options, wantPairs),
  );
