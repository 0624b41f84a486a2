import type { Cost } from '../../job/cost.ts';
import { keptWarning } from '../../content/kind/kept-warning.ts';
import type { Envelope } from '../../envelope/envelope.ts';
import { limits } from '../../limits/limits.ts';
import { tellExtraction, type ExtractionMetadata } from './extraction-metadata.ts';
import { fileWarning, type AskedDocument } from './file-warning.ts';
import type { ChangeTracking } from './page-change.ts';
import type { ResultEntry } from './result-index.ts';

/** A page in the form for Firecrawl's clients. */
export interface Document {
  /** For clients that look here for the `success` of older answers. */
  readonly success?: true;
  readonly markdown?: string;
  readonly html?: string;
  readonly rawHtml?: string;
  readonly links?: readonly string[];
  readonly images?: readonly string[];
  /** What was extracted from the page; in v1 it is also `extract`. */
  readonly json?: unknown;
  readonly extract?: unknown;
  /** A few sentences about the page. */
  readonly summary?: string;
  /** A URL that works for a while. */
  readonly screenshot?: string;
  /** The results of the request's actions, each list in their order; screenshots and PDFs as such URLs. */
  readonly actions?: {
    readonly screenshots: readonly string[];
    readonly scrapes: readonly { readonly url: string; readonly html: string }[];
    readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
    readonly pdfs: readonly string[];
  };
  /** Values of attributes of the page's elements, with the selector and attribute of each. */
  readonly attributes?: readonly {
    readonly selector: string;
    readonly attribute: string;
    readonly values: readonly string[];
  }[];
  readonly changeTracking?: ChangeTracking;
  readonly warning?: string;
  readonly metadata: DocumentMetadata;
}

/** A type without null in its attributes. */
type Said<Value> = { readonly [Name in keyof Value]?: NonNullable<Value[Name]> };

const withoutNulls = <Value extends object>(value: Value): Said<Value> => {
  const said = Object.entries(value).filter(([, held]) => held !== null && held !== undefined);
  return Object.fromEntries(said) as Said<Value>;
};

/** Names of our own fields: a page's `<meta>` may not set them. */
const ours: ReadonlySet<string> = new Set([
  'error',
  'code',
  'warning',
  'scrapeId',
  'statusCode',
  'cacheState',
  'proxyUsed',
  'creditsUsed',
  'headline',
  'siteName',
  'author',
  'authors',
  'publishedTime',
  'modifiedTime',
  'cut',
]);

/** Returns our own metadata of a page. */
const ownMetadata = (envelope: Envelope) => {
  const { page_metadata: page, scrape, source, content } = envelope;
  return {
    title: page.title,
    headline: page.headline,
    siteName: page.site_name,
    description: page.description,
    language: content.language,
    keywords: page.keywords.length > 0 ? page.keywords.join(', ') : null,
    robots: page.robots,
    author: page.author,
    authors: page.authors.length > 1 ? page.authors : null,
    favicon: page.favicon,
    ogTitle: page.og_title,
    ogDescription: page.og_description,
    ogImage: page.og_image,
    ogUrl: page.og_url,
    ogSiteName: page.og_site_name,
    ogLocale: page.og_locale,
    publishedTime: page.published_date,
    modifiedTime: page.modified_date,
    canonicalUrl: source.canonical_url,
    cut: page.cut ?? null,
    sourceURL: source.url,
    url: source.final_url,
    statusCode: scrape.http_status,
    contentType: scrape.content_type,
    proxyUsed: 'basic',
    cacheState: 'miss',
    contentHash: envelope.integrity.content_hash,
    changeType: envelope.integrity.change_type,
    scrapedAt: scrape.timestamp,
    tier: scrape.tier,
    pageKind: content.page_kind,
    kept: content.kept,
  };
};

/**
 * The metadata of a page. A document also has the page's `<meta>`s, under other names; they are only for clients, and
 * Gleaner does not read them.
 */
export interface DocumentMetadata extends Said<ReturnType<typeof ownMetadata>>, ExtractionMetadata {
  /** Why the page has no content, in words and as a code of `lib/failure.ts`. */
  readonly error?: string;
  readonly code?: string;
  /** The URL of the page with the same content, and how similar it is. */
  readonly duplicateOf?: string;
  readonly duplicateKind?: NonNullable<ResultEntry['duplicate']>['kind'];
  readonly scrapeId?: string;
  readonly creditsUsed?: number;
  readonly cost?: Cost;
}

const metadataOf = (envelope: Envelope): DocumentMetadata => {
  const metas = Object.entries(envelope.page_metadata.metas).filter(([name]) => !ours.has(name));
  return withoutNulls({ ...Object.fromEntries(metas), ...ownMetadata(envelope) });
};

/** Returns the links of the page; those hidden from readers come last. */
const linksIn = ({ page_metadata: page }: Envelope): string[] => [
  ...page.links_internal,
  ...page.links_outbound,
  ...(page.links_hidden ?? []),
];

/**
 * Makes a document of an envelope, in the requested formats. Only a request that asked for fields is told what is wrong
 * with them: the envelope may hold the answers to another one.
 *
 * @param comparesFields whether the request compares fields with those of the version before.
 */
export const makeDocument = (envelope: Envelope, asked: AskedDocument, comparesFields = false): Document => {
  const wants = (format: string): boolean => asked.formats.includes(format);
  const isAnswered = wants('json') || wants('extract') || wants('summary');
  const document = {
    ...(wants('markdown') ? { markdown: envelope.content.body } : {}),
    ...(wants('html') ? { html: envelope.content.body_main_html ?? envelope.content.body_html } : {}),
    ...(wants('rawHtml') ? { rawHtml: envelope.content.body_html } : {}),
    ...(wants('links') ? { links: linksIn(envelope) } : {}),
    ...(wants('images') ? { images: envelope.page_metadata.images } : {}),
    ...answersOf(envelope, wants),
    ...(wants('attributes') ? attributesOf(envelope) : {}),
    metadata: { ...metadataOf(envelope), ...(isAnswered ? tellExtraction(envelope, asked) : {}) },
  };
  const warnings = [
    ...envelope.content.warnings,
    ...(wants('markdown') ? keptWarnings(envelope) : []),
    ...(isAnswered || comparesFields ? answerWarnings(envelope) : []),
    ...(wants('attributes') ? attributeWarnings(envelope) : []),
    fileWarning(envelope, asked) ?? undefined,
  ];
  return warnings.reduce<Document>(withWarning, document);
};

/** Returns the extracted data under the names that the request used. */
const answersOf = (
  { extraction }: Envelope,
  wants: (format: string) => boolean,
): Pick<Document, 'json' | 'extract' | 'summary'> => {
  if (extraction === undefined) return {};
  const { value, summary } = extraction;
  return {
    ...(wants('json') ? { json: value } : {}),
    ...(wants('extract') ? { extract: value } : {}),
    ...(summary === undefined ? {} : { summary }),
  };
};

/** Returns warnings about the extraction: what is missing, and why. */
const answerWarnings = ({ extraction }: Envelope): string[] => {
  if (extraction === undefined) return [];
  const { warnings, gaps = [] } = extraction;
  const told = new Set(gaps.flatMap(({ fields }) => fields));
  const open = extraction.open.filter((name) => !told.has(name));
  const missing = open.length === 0 ? [] : [`The page does not answer: ${open.slice(0, 20).join(', ')}`];
  return [...warnings, ...missing];
};

/** Returns warnings about the main content: that much of the page is not in it. */
const keptWarnings = ({ content }: Envelope): string[] => {
  // Nothing is kept where the request's tags left nothing, and then nothing was dropped.
  if (content.dropped.length === 0) return [];
  const warning = keptWarning(content.page_kind, content.kept, content.dropped);
  return warning === null ? [] : [warning];
};

/** Returns attributes in Firecrawl's shape. */
const attributesOf = ({ attributes = [] }: Envelope): Pick<Document, 'attributes'> => ({
  attributes: attributes.map(({ selector, attribute, values }) => ({ selector, attribute, values })),
});

const attributeWarnings = ({ attributes = [] }: Envelope): string[] => {
  const cut = attributes.filter((one) => one.cut === true).map(({ selector }) => selector);
  return cut.length === 0
    ? []
    : [`Not all values of these selectors are kept: ${cut.slice(0, 5).join(', ')}`];
};

/** Adds a warning to the document's own. */
export const withWarning = (document: Document, warning: string | undefined): Document =>
  warning === undefined
    ? document
    : { ...document, warning: document.warning === undefined ? warning : `${document.warning}. ${warning}` };

/**
 * Returns the bytes of a document in an answer. A Lambda's answer is JSON that holds the body as a string, so each
 * quote of the body is escaped once more, and the limit of 6 MB counts that.
 */
export const documentBytes = (document: Document): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(document)));

/** Describes which parts of a document are left out of an answer. Of these, the envelope has the HTML. */
const leftOutWarning = (names: readonly string[]): string => {
  const are = names.length === 1 ? 'is' : 'are';
  const kept = names.some((name) => name === 'html' || name === 'rawHtml')
    ? '. The envelope holds the HTML'
    : '';
  return `The document is too large for one answer: ${names.join(', ')} ${are} left out${kept}`;
};

/**
 * Fits a document into one answer: Lambda answers at most 6 MB. Behind its own warnings, it says what was left out.
 */
export const fitDocument = (document: Document, bytesMax: number = limits.resultsBytesMax): Document => {
  if (documentBytes(document) <= bytesMax) return document;
  const { html, rawHtml, actions, changeTracking: tracking, ...rest } = document;
  const { diff, ...status } = tracking ?? {};
  const lean: Document = {
    ...rest,
    ...(actions === undefined ? {} : { actions: { ...actions, scrapes: [] } }),
    ...(tracking === undefined ? {} : { changeTracking: status as ChangeTracking }),
  };
  const isLeftOut = {
    html: html !== undefined,
    rawHtml: rawHtml !== undefined,
    'actions.scrapes': (actions?.scrapes ?? []).length > 0,
    'changeTracking.diff': diff !== undefined,
  };
  const left = Object.entries(isLeftOut).flatMap(([name, isLeft]) => (isLeft ? [name] : []));
  const without = left.length === 0 ? lean : withWarning(lean, leftOutWarning(left));
  if (documentBytes(without) <= bytesMax) return without;
  // JSON in JSON may need seven bytes for a character, so these cuts are always enough.
  const own = document.warning?.slice(0, Math.floor(bytesMax / 28));
  const bare: Document = {
    markdown: (document.markdown ?? '').slice(0, Math.floor(bytesMax / 14)),
    metadata: withoutNulls({ sourceURL: document.metadata.sourceURL, url: document.metadata.url }),
    ...(tracking === undefined ? {} : { changeTracking: status as ChangeTracking }),
    ...(own === undefined ? {} : { warning: own }),
  };
  return withWarning(
    bare,
    'The document is too large for one answer: only the beginning of its Markdown is given. ' +
      'The envelope holds all of it',
  );
};
