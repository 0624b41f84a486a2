import type { PageContent, ContentOptions } from './page-content.ts';
import { detectContentType } from '../fetch/http/content-type.ts';
import type { DocumentOrigin } from '../fetch/charset/expected-language.ts';
import { decodeText, detectEncoding, type Decoded } from '../fetch/http/decode.ts';
import { isFeed } from '../fetch/sitemap/feed.ts';
import { isJsonFeed } from '../fetch/sitemap/json-feed.ts';
import type { Fetched } from '../fetch/tier/fetched.ts';
import { readPdf } from '../fetch/pdf/read-pdf.ts';
import type { ScrapeOptions } from '../request/job-spec.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';
import { failure, FailureError, type Failure } from '../failure.ts';
import { contentKind, unreadKind } from './content-kind.ts';
import { thrownText } from './contain.ts';
import { readPage } from './read-page.ts';
import { withLanguage } from './treeless/file-language.ts';
import { feedContent, pdfContent, plainContent } from './treeless/treeless-content.ts';

/** A fetched document as content, of any format. */
export type FetchedRead =
  | (Extract<ContentRead, { kind: 'read' }> & { readonly format: 'markdown' | 'pdf_text' })
  | Extract<ContentRead, { kind: 'refused' }>;

const marks: Readonly<Record<string, readonly number[]>> = {
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** Puts the byte order mark before a UTF-16 body that has none, which would otherwise be taken for binary data. */
const marked = (body: Uint8Array, contentType: string | undefined): Uint8Array => {
  if (!body.subarray(0, 64).includes(0)) return body;
  const mark = marks[detectEncoding(body.subarray(0, 4_096), contentType)];
  if (mark === undefined || (body[0] === mark[0] && body[1] === mark[1])) return body;
  return Buffer.concat([Buffer.from(mark), body]);
};

const brokenOff =
  'Only the beginning of the page was read: its compressed body breaks off, though the host sent all that it announced';

/** Says that a host sent a part of a page, which nobody asked it for; nothing of other answers. */
const partial = ({ status, headers }: Fetched): string[] => {
  if (status !== 206) return [];
  const range = headers['content-range'];
  const which = range === undefined ? '' : ` (Content-Range: ${range.slice(0, 80)})`;
  return [`Only a part of the page was read: its host answered with status 206${which}`];
};

const readAsSent =
  'The browser did not finish the page: a script led away from it, or a script or style sheet did not come. So it ' +
  'was read as its host sent it, without what its scripts add';

/**
 * Reads a fetched document as the request wants. With `wantPairs` the page's labelled pairs are read too. Content of a
 * body that breaks off or is a part of one, and of a page that a browser did not finish, gets a warning.
 */
export const readFetched = async (
  fetched: Fetched,
  options: ScrapeOptions,
  wantPairs = false,
): Promise<FetchedRead> => {
  const { body, url: baseUrl, headers } = fetched;
  const found = {
    body,
    contentType: headers['content-type'],
    contentLanguage: headers['content-language'],
    baseUrl,
  };
  const read = await readAnyContent(found, contentOptionsOf(options, wantPairs));
  if (read.kind === 'refused') return read;
  const warnings = [
    ...(fetched.breaksOff === true ? [brokenOff] : []),
    ...partial(fetched),
    ...(fetched.asSent === true ? [readAsSent] : []),
  ];
  if (warnings.length === 0) return read;
  return { ...read, content: { ...read.content, warnings: [...warnings, ...read.content.warnings] } };
};

/** The options of a request that names none. */
const usualOptions = completeScrapeOptions({});

/** What of a request's options decides a page's text. */
const textOptions = (options: ScrapeOptions): string => {
  const { onlyMainContent, includeTags, excludeTags, removeBase64Images, linkStyle } = options;
  return JSON.stringify([onlyMainContent, includeTags, excludeTags, removeBase64Images, linkStyle]);
};

/**
 * Reads a fetched document in the one way that no request decides, for what requests of all teams share. Where the
 * request reads in this way as well, what it read is taken, and nothing is read twice.
 */
export const readForAll = async (
  fetched: Fetched,
  own?: { readonly options: ScrapeOptions; readonly read: FetchedRead },
): Promise<FetchedRead> =>
  own !== undefined && textOptions(own.options) === textOptions(usualOptions)
    ? own.read
    : await readFetched(fetched, usualOptions);

/** Says whether a document has a tag or a bracket early on, as feeds of XML and of JSON have. */
const mayBeFeed = (body: Uint8Array): boolean =>
  body.subarray(0, 512).includes(0x3c) || body.subarray(0, 64).includes(0x7b);

/**
 * Reads a PDF, a feed, or what `readDocumentContent` reads. If the type that was sent contradicts the first bytes, the
 * bytes decide.
 */
export const readAnyContent = async (found: DocumentFound, options: ContentOptions): Promise<FetchedRead> => {
  const { contentType: sentType, contentLanguage, baseUrl } = found;
  const origin = documentOrigin(found);
  const contentType = detectContentType(sentType, found.body);
  if (contentType === 'application/pdf') {
    const pdf = await readPdf(found.body, baseUrl ?? 'the document');
    if (pdf.kind === 'refused') return pdf;
    return {
      kind: 'read',
      content: withLanguage(pdfContent(pdf, baseUrl ?? nowhere), contentLanguage),
      html: '',
      encoding: 'utf-8',
      format: 'pdf_text',
    };
  }
  const body = marked(found.body, contentType);
  if (mayBeFeed(body)) {
    const head = decodeText(body.subarray(0, 4_096), contentType, origin);
    if (isFeed(head.text) || isJsonFeed(head.text)) {
      const { text, encoding } = decodeText(body, contentType, origin);
      const content = feedContent(text, baseUrl ?? nowhere, options.linkStyle);
      if (content !== null) {
        const told = withLanguage(content, contentLanguage);
        return { kind: 'read', content: told, html: text, encoding, format: 'markdown' };
      }
    }
  }
  const read = readDocumentContent(
    { body, contentType: contentType ?? sentType, contentLanguage, baseUrl },
    options,
  );
  return read.kind === 'refused' ? read : { ...read, format: 'markdown' };
};

export type ContentRead =
  | {
      readonly kind: 'read';
      readonly content: PageContent;
      /** The document as the server sent it, decoded. */
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

/** A document, without how it was fetched. */
export interface DocumentFound {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** The `Content-Language` header: the language of a page that names none itself. */
  readonly contentLanguage?: string | undefined;
  /** Where its relative links start; null if only the page itself can tell. */
  readonly baseUrl: string | null;
}

const documentOrigin = ({ contentLanguage, baseUrl }: DocumentFound): DocumentOrigin => ({
  language: contentLanguage,
  url: baseUrl ?? undefined,
});

/** Base for the links of a page whose address is not known: the links are kept, and lead nowhere. */
const nowhere = 'http://localhost/';

/**
 * Reads a document as `documentOf` does, and never throws: any error that could not be contained becomes
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
 * Reads a document: HTML as a page, plain text unchanged, JSON and XML fenced. The content type decides, or the first
 * bytes if the type says nothing.
 *
 * Answers CONTENT_TYPE_UNSUPPORTED for anything else.
 */
const documentOf = (found: DocumentFound, options: ContentOptions): ContentRead => {
  const { body, contentType, contentLanguage, baseUrl } = found;
  const kind = contentKind(contentType, body);
  if (kind === null) {
    return {
      kind: 'refused',
      failure: failure(
        'CONTENT_TYPE_UNSUPPORTED',
        `Cannot read ${baseUrl ?? 'the document'}: ${unreadKind(contentType, body, baseUrl)}; HTML, PDF, plain text, ` +
          `JSON and XML are read`,
      ),
    };
  }
  const { text, encoding }: Decoded = decodeText(body, contentType, documentOrigin(found));
  if (kind !== 'html' && kind !== 'xhtml')
    return {
      kind: 'read',
      content: withLanguage(
        plainContent(text, kind, { contentType, url: baseUrl ?? nowhere }),
        contentLanguage,
        contentType,
      ),
      html: text,
      encoding,
    };
  const read = readPage({
    html: text,
    syntax: kind === 'xhtml' ? 'xml' : 'html',
    url: baseUrl ?? declaredUrl(text) ?? nowhere,
    options,
    encoding,
    contentLanguage,
  });
  return read.kind === 'refused' ? read : { ...read, html: text, encoding };
};

/** Returns the address that a page gives itself in its first tags. */
const declaredUrl = (html: string): string | null => {
  const head = html.slice(0, headCharacters);
  const tag =
    /<link\b[^>]{0,1000}\brel=["']?canonical\b[^>]{0,2000}>/i.exec(head)?.[0] ??
    /<meta\b[^>]{0,1000}\bproperty=["']?og:url\b[^>]{0,2000}>/i.exec(head)?.[0];
  const url = /\b(?:href|content)=["']?(https?:[^\s"'>]{1,2048})/i.exec(tag ?? '')?.[1];
  return url === undefined ? null : (URL.parse(url)?.href ?? null);
};

const headCharacters = 100_000;
