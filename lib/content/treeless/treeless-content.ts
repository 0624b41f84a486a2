import { collectHints } from '../passes/hints.ts';
import { allKept, keptBeside, type Dropped, type KeptText } from '../kind/text-account.ts';
import { noMetadata, type Link, type PageContent } from '../page-content.ts';
import { hashContent } from '../read-page.ts';
import { readFeed } from '../../fetch/sitemap/feed.ts';
import { readJsonFeed } from '../../fetch/sitemap/json-feed.ts';
import type { Pdf } from '../../fetch/pdf/read-pdf.ts';
import { canonicalUrl } from '../../frontier/canonical-url.ts';
import { limits } from '../../limits/limits.ts';
import type { LinkStyle } from '../../request/link-style.ts';
import { fenced } from '../markdown/code-block.ts';
import type { ContentKind } from '../content-kind.ts';
import { feedMarkdown } from './feed-markdown.ts';
import { unescapeJson } from './json-text.ts';
import { cleanMarkdown } from '../markdown/markdown.ts';
import { toIsoDateTime } from '../metadata/written-date.ts';
import { findTextLinks } from './text-links.ts';
import { pdfMarkdown } from './pdf-markdown.ts';
import { pdfHeadline, pdfTitle } from './pdf-title.ts';

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

/** Makes the content of a document that has a text and links but no tree. */
const contentOf = ({
  elements,
  ...facts
}: Partial<PageContent> & {
  readonly markdown: string;
  readonly links: Link[];
  /** Names of the elements that a tree of it would have, as hints want them. */
  readonly elements: ReadonlySet<string>;
}): PageContent => ({
  ...noMetadata,
  text: facts.markdown,
  structuredData: [],
  isFile: true,
  foundBy: 'whole',
  pageKind: 'other',
  kindEvidence: [],
  keptText: allKept(facts.markdown),
  images: [],
  removed: [],
  contentHash: hashContent(facts.markdown),
  hints: collectHints(elements, facts.markdown, false),
  warnings: [],
  ...facts,
});

const languageOf = (tag: string | null): string | null =>
  /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;

/**
 * Returns the date of a PDF (ISO 32000-1, 7.9.4: `D:20240131120000+01'00'`) in ISO 8601; null for text that is none.
 */
const pdfDate = (text: string | null): string | null => {
  const match =
    /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?(?:(Z)|([+-](?:0\d|1[0-4]))'?([0-5]\d)?)?/.exec(
      text?.trim() ?? '',
    );
  if (match === null) return null;
  const [, year, month = '01', day = '01', hour, minute, second, utc, zoneHour, zoneMinute = '00'] = match;
  const zone = zoneHour === undefined ? (utc ?? '') : `${zoneHour}:${zoneMinute}`;
  const time =
    hour === undefined ? '' : `T${hour}:${minute}${second === undefined ? '' : `:${second}`}${zone}`;
  return toIsoDateTime(`${year}-${month}-${day}${time}`, { language: null, monthFirst: null });
};

/** The pages of a PDF that were not read. */
const unreadPages = (characters: number): Dropped => ({
  rule: 'pages',
  reason: 'stands on pages that were not read',
  isFrame: false,
  characters,
});

/** The heads and feet that pages of a PDF have in common: a title, a page's number. */
const runningLines = (characters: number): Dropped => ({
  rule: 'running-lines',
  reason: 'stands at the head or foot of other pages as well',
  isFrame: true,
  characters,
});

/** The strings of a PDF whose fonts say in no way that is known which characters they draw. */
const unreadFonts = (characters: number): Dropped => ({
  rule: 'fonts',
  reason: 'is drawn in fonts whose characters cannot be told (an estimate)',
  isFrame: false,
  characters,
});

/** Accounts for pages that were not read, or not as a whole, as if they had as much text as those that were. */
const keptOfPages = (
  markdown: string,
  { texts, pages, repeatedCharacters, unreadCharacters, damagedPages }: Pdf,
): KeptText => {
  const read = texts.length - damagedPages.length;
  const whole = allKept(markdown);
  const all = whole.keptCharacters + unreadCharacters;
  const unread = Math.ceil((all * Math.max(0, pages - read)) / Math.max(1, read));
  const dropped = [runningLines(repeatedCharacters), unreadFonts(unreadCharacters), unreadPages(unread)];
  return keptBeside(
    whole.keptCharacters,
    dropped.filter(({ characters }) => characters > 0),
  );
};

const elementOfBlock = { heading: 'h1', paragraph: 'p', item: 'ul', code: 'pre', table: 'table' } as const;

const namedPagesMax = 10;

const pdfWarnings = ({ texts, pages, unreadCharacters, damagedPages }: Pdf): string[] => [
  ...(damagedPages.length > 0
    ? [
        `The PDF is damaged, so that of its ${pages} pages ${damagedPages.length} could not be read as a whole: page ` +
          damagedPages.slice(0, namedPagesMax).join(', ') +
          (damagedPages.length > namedPagesMax ? ' and more' : ''),
      ]
    : []),
  ...(texts.length < pages
    ? [
        `Only the first ${texts.length} of the ${pages} pages of the PDF were read: Gleaner reads ` +
          `${limits.pdfPagesMax} pages, and no page behind the first ${limits.pdfCharactersMax} characters`,
      ]
    : []),
  ...(unreadCharacters > 0
    ? [
        `About ${unreadCharacters} characters of the PDF were not read: they are drawn in fonts whose characters ` +
          'cannot be told',
      ]
    : []),
];

export const pdfContent = (pdf: Pdf, url: string): PageContent => {
  const markdown = pdfMarkdown(pdf.texts);
  const [title, headline] = [pdfTitle(pdf.title), pdfHeadline(pdf.texts)];
  return contentOf({
    markdown,
    elements: new Set(pdf.texts.flatMap(({ blocks }) => blocks.map(({ kind }) => elementOfBlock[kind]))),
    keptText: keptOfPages(markdown, pdf),
    warnings: pdfWarnings(pdf),
    links: linksOf(
      pdf.links.map((link) => ({ url: link, text: '' })),
      url,
    ),
    title: title ?? headline,
    headline: headline ?? title,
    author: pdf.author,
    description: pdf.description,
    keywords: (pdf.keywords ?? '')
      .split(/[,;]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
    language: languageOf(pdf.language),
    publishedTime: pdfDate(pdf.createdAt),
    modifiedTime: pdfDate(pdf.modifiedAt),
    metas: { numpages: String(pdf.pages) },
  });
};

/** Reads a feed, of XML or JSON, as content; null for a document that only begins like one. */
export const feedContent = (document: string, url: string, linkStyle?: LinkStyle): PageContent | null => {
  const feed = /^\W*\{/.test(document.slice(0, 1_000)) ? readJsonFeed(document) : readFeed(document, url);
  if (feed === null) return null;
  const { markdown, elements, links, images, dropped, warnings } = feedMarkdown(feed, url, linkStyle);
  return contentOf({
    markdown,
    elements,
    links: linksOf(links, url),
    images,
    keptText: keptBeside(allKept(markdown).keptCharacters, dropped),
    warnings,
    title: feed.title,
    author: feed.author,
    authors: feed.author?.split(', ') ?? [],
    description: feed.description,
    language: languageOf(feed.language),
  });
};

/**
 * Makes content of a document without markup: text unchanged, data fenced, the strings of JSON decoded. With its type
 * and its address, the links of a text are found.
 */
export const plainContent = (
  text: string,
  kind: Exclude<ContentKind, 'html' | 'xhtml'>,
  from?: { readonly contentType: string | undefined; readonly url: string },
): PageContent => {
  const clean = cleanMarkdown(kind === 'json' ? unescapeJson(text) : text);
  const markdown = kind === 'text' || clean === '' ? clean : fenced(clean, kind);
  const hints = collectHints(new Set(kind === 'text' ? [] : ['pre']), markdown, false);
  return {
    ...noMetadata,
    markdown,
    text: clean,
    links:
      kind === 'text' && from !== undefined
        ? linksOf(findTextLinks(clean, from.contentType, from.url), from.url)
        : [],
    structuredData: [],
    isFile: true,
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
