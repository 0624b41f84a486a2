import { collectHints } from '../content/passes/hints.ts';
import { allKept } from '../content/kind/text-account.ts';
import { noMetadata, type Link, type PageContent } from '../content/page-content.ts';
import { readContent, type ContentRead } from '../content/read-content.ts';
import { hashContent } from '../content/read-page.ts';
import { detectContentType } from '../fetch/http/content-type.ts';
import { decodeText, detectEncoding } from '../fetch/http/decode.ts';
import { feedMarkdown, isFeed, readFeed } from '../fetch/sitemap/feed.ts';
import type { Fetched } from '../fetch/tier/fetched.ts';
import { readPdf, type Pdf } from '../fetch/pdf/read-pdf.ts';
import { canonicalUrl } from '../frontier/canonical-url.ts';
import { limits } from '../limits/limits.ts';
import type { ScrapeOptions } from '../request/job-spec.ts';
import type { Envelope } from './envelope.ts';

/** A fetched document as content, whatever its format. */
export type FetchedRead =
  | (Extract<ContentRead, { kind: 'read' }> & { readonly format: Envelope['content']['format'] })
  | Extract<ContentRead, { kind: 'refused' }>;

const marks: Readonly<Record<string, readonly number[]>> = {
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** The body with the mark of its UTF-16, which text without one would be taken for binary data. */
const marked = (body: Uint8Array, contentType: string | undefined): Uint8Array => {
  if (!body.subarray(0, 64).includes(0)) return body;
  const mark = marks[detectEncoding(body.subarray(0, 4_096), contentType)];
  if (mark === undefined || (body[0] === mark[0] && body[1] === mark[1])) return body;
  return Buffer.concat([Buffer.from(mark), body]);
};

const linksOf = (urls: readonly { readonly url: string; readonly text: string }[], base: string): Link[] => {
  const links = new Map<string, Link>();
  const host = new URL(base).host;
  for (const { url: raw, text } of urls) {
    const url = canonicalUrl(raw, base);
    if (url !== null && !links.has(url))
      links.set(url, { url, text, rel: '', isInternal: new URL(url).host === host });
    if (links.size >= limits.linksPerPageMax) break;
  }
  return [...links.values()];
};

/** Content of a document that has a text and links, and no tree. */
const contentOf = (
  facts: Partial<PageContent> & { readonly markdown: string; readonly links: Link[] },
): PageContent => ({
  ...noMetadata,
  text: facts.markdown,
  structuredData: [],
  foundBy: 'whole',
  pageKind: 'other',
  kindEvidence: [],
  keptText: allKept(facts.markdown),
  images: [],
  removed: [],
  contentHash: hashContent(facts.markdown),
  hints: collectHints(null, facts.markdown, false),
  warnings: [],
  ...facts,
});

const languageOf = (tag: string | null): string | null =>
  /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;

const pdfContent = (pdf: Pdf, url: string): PageContent =>
  contentOf({
    markdown: pdf.markdown,
    links: linksOf(
      pdf.links.map((link) => ({ url: link, text: '' })),
      url,
    ),
    title: pdf.title,
    author: pdf.author,
    description: pdf.description,
    keywords: (pdf.keywords ?? '')
      .split(/[,;]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
    language: languageOf(pdf.language),
    publishedTime: pdf.createdAt,
    modifiedTime: pdf.modifiedAt,
    metas: { numpages: String(pdf.pages) },
  });

/** A feed as content, or null for what only begins as one. */
const feedContent = (xml: string, url: string): PageContent | null => {
  const feed = readFeed(xml);
  if (feed === null) return null;
  const links = linksOf(
    feed.items.flatMap((item) => (item.url === null ? [] : [{ url: item.url, text: item.title ?? '' }])),
    url,
  );
  return contentOf({
    markdown: feedMarkdown(feed, (link) => canonicalUrl(link, url)),
    links,
    title: feed.title,
    description: feed.description,
    language: languageOf(feed.language),
  });
};

/**
 * Reads what was fetched as what its bytes say it is, where the server says something else: a PDF, a feed, or what
 * the content stage reads.
 */
export const readFetched = async (
  fetched: Fetched,
  options: ScrapeOptions,
  wantPairs = false,
): Promise<FetchedRead> => {
  const contentType = detectContentType(fetched.headers['content-type'], fetched.body);
  if (contentType === 'application/pdf') {
    const pdf = await readPdf(fetched.body, fetched.url);
    if (pdf.kind === 'refused') return pdf;
    return {
      kind: 'read',
      content: pdfContent(pdf, fetched.url),
      html: '',
      encoding: 'utf-8',
      format: 'pdf_text',
    };
  }
  const body = marked(fetched.body, contentType);
  if (body.subarray(0, 512).includes(0x3c)) {
    const head = decodeText(body.subarray(0, 4_096), contentType);
    if (isFeed(head.text)) {
      const { text, encoding } = decodeText(body, contentType);
      const content = feedContent(text, fetched.url);
      if (content !== null) return { kind: 'read', content, html: text, encoding, format: 'markdown' };
    }
  }
  const headers =
    contentType === undefined ? fetched.headers : { ...fetched.headers, 'content-type': contentType };
  const read = readContent({ ...fetched, headers, body }, options, wantPairs);
  return read.kind === 'refused' ? read : { ...read, format: 'markdown' };
};
