import { createHash } from 'node:crypto';
import { failure, FailureError, type Failure } from '../failure.ts';
import { contain, thrownText } from './contain.ts';
import { sentLanguage } from './metadata/declared.ts';
import { describePage } from './metadata/describe-page.ts';
import { collapsed } from './dom/dom-walk.ts';
import { cutWarning, type ParsedPage } from './dom/document.ts';
import { parseWithTitle } from './dom/unended-title.ts';
import type { DomElement } from './dom/dom.ts';
import { framelessPart, type Markup, nothingButText, textAlone } from './fallback.ts';
import { escapeText } from './markdown/escape.ts';
import { restoreFormulas } from './passes/formulas.ts';
import { hintedElements, collectHints, noHints } from './passes/hints.ts';
import { nothingCounted } from './kind/text-account.ts';
import { chooseLanguage } from './language.ts';
import { openShadowRoots } from './dom/shadow-roots.ts';
import { cleanMarkdown, writeMarkdown } from './markdown/markdown.ts';
import { openTabs } from './markdown/tabs.ts';
import { relativeUrl } from './markdown/link-ends.ts';
import { choosePageTitle } from './metadata/page-title.ts';
import { markStruck } from './settle/mark-struck.ts';
import type { ContentOptions, PageContent } from './page-content.ts';
import {
  countKept,
  nothingLeftWarning,
  selectWantedPart,
  type RawPage,
  type WantedPart,
} from './wanted-part.ts';
import { writePlainText } from './plain-text.ts';
import { removedIn } from './passes/run-passes.ts';
import { serializeHtml } from './dom/serialize-html.ts';
import { withFirstPost } from './metadata/first-post.ts';
import { dateReading } from './metadata/written-date.ts';
import { openDisclosures } from './disclosures/open-disclosures.ts';
import { keepAsidesInText } from './asides-in-text.ts';
import { keepNotesInFooters } from './notes-in-footers.ts';
import { frameDocumentsWarning, placeFrameDocuments } from './frames/frame-documents.ts';
import { framedContentWarnings } from './frames/shown-frames.ts';
import { encodeLegacyQueries } from './settle/legacy-queries.ts';
import { setReadingsApart } from './settle/ruby-readings.ts';
import { showProtectedEmails } from './settle/protected-emails.ts';
import { placeStreamedParts } from './settle/streamed-parts.ts';
import { separateTouchingParts } from './settle/touching-parts.ts';
import { summarizeText } from './dom/text-summary.ts';
import { findImages, urlsFrom, type Urls } from './dom/urls.ts';

/** An HTML page, decoded. */
export interface Html extends Markup {
  /** Where the page was found. */
  readonly url: string;
  readonly options: ContentOptions;
  /** WHATWG name of the encoding it was sent in; `utf-8` if left out. */
  readonly encoding?: string;
  /** The `Content-Language` header. */
  readonly contentLanguage?: string | undefined;
}

export type PageRead =
  | { readonly kind: 'read'; readonly content: PageContent }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Returns `sha256:` and the hexadecimal SHA-256 of a page's Markdown, by which its versions are compared. */
export const hashContent = (markdown: string): string =>
  `sha256:${createHash('sha256').update(markdown).digest('hex')}`;

/** Returns text from places where none is shown, such as a drawing, for a page that has no other text. */
const bareTextOf = (root: DomElement): string =>
  summarizeText(root).length === 0 ? '' : escapeText(collapsed(cleanMarkdown(root.textContent)));

/** The wanted part of the page as Markdown. */
interface Written {
  readonly wanted: WantedPart;
  readonly markdown: string;
}

/** If all of the page is wanted, this line separates the content from its surroundings, which come behind it. */
const frameMark = '<!-- page frame -->';

const writtenOf = (
  wanted: WantedPart,
  urls: Urls,
  { metadata }: RawPage,
  options: ContentOptions,
): Written => {
  const { root, frame = null, isTitleExcluded = false } = wanted;
  const linkStyle = options.linkStyle ?? 'absolute';
  const chosen = isTitleExcluded ? null : choosePageTitle(wanted.heading, metadata);
  const title = wanted.foundBy === 'whole' ? {} : { title: chosen, isTitleExcluded };
  const content = writeMarkdown(root, urls, { ...title, linkStyle });
  const around = frame === null ? '' : writeMarkdown(frame, urls, { linkStyle });
  // From here on the frame is the end of the page, and counts among its text, images and kept text.
  if (frame !== null) root.append(frame);
  const markdown = around === '' ? content : `${content}\n\n${frameMark}\n\n${around}`.trimStart();
  return { wanted, markdown: markdown || bareTextOf(root) };
};

/**
 * Writes the wanted part of the page as Markdown. If that throws, writes the body without its surroundings; if that
 * throws too, its text alone.
 */
const write = (raw: RawPage, input: Html, urls: Urls, warnings: string[]): Written => {
  const { options } = input;
  return contain(
    warnings,
    'The main content was not told from the rest of the page, which stands for it',
    () => writtenOf(selectWantedPart(raw, options), urls, raw, options),
    () =>
      contain(
        warnings,
        'The page was not written as markdown: its text stands for it',
        () => writtenOf(framelessPart(input, raw.metadata, options, warnings), urls, raw, options),
        () => textAlone(input, warnings),
      ),
  );
};

/** Returns where links and images lead in the Markdown. */
const shownUrls = (urls: Urls, { url: page, options }: Html): Urls => ({
  link: (reference) => {
    const url = urls.link(reference);
    return url === null || options.linkStyle !== 'relative' ? url : relativeUrl(url, page);
  },
  image: (element) => (options.keepImages === false ? null : urls.image(element)),
});

type OrElse = <T>(consequence: string, step: () => T, value: T) => T;

/** Puts what a browser or a script of the page would move or write into its place, before anything is read. */
const settledPage = (parsed: ParsedPage, input: Html, orElse: OrElse, warnings: string[]): ParsedPage => {
  const opened = orElse('Shadow roots are left out', () => openShadowRoots(parsed), parsed);
  const { page, isCut } = orElse(
    'Documents that stand in frames of the page are left out',
    () => placeFrameDocuments(opened),
    { page: opened, isCut: false },
  );
  if (isCut) warnings.push(frameDocumentsWarning);
  orElse(
    "Queries of links are not in the page's encoding",
    () => encodeLegacyQueries(page, input.encoding ?? 'utf-8'),
    undefined,
  );
  orElse('Parts that were sent late stay where they were sent', () => placeStreamedParts(page), undefined);
  orElse(
    'Addresses that a script shows are left out',
    () => showProtectedEmails(page, input.html),
    undefined,
  );
  orElse('Readings stand within their words', () => setReadingsApart(page.body), undefined);
  orElse('Words that touch in the source are glued together', () => separateTouchingParts(page), undefined);
  orElse('What is struck out by its style stands as it is', () => markStruck(page), undefined);
  return page;
};

/** Opens what scripts draw, open or close, and marks what belongs to the text. Afterwards the main content is found. */
const openParts = (page: ParsedPage, orElse: OrElse): void => {
  orElse('Formulas that scripts draw are left out', () => restoreFormulas(page), undefined);
  orElse('Tabs stay closed', () => openTabs(page.body), undefined);
  orElse('Notes in footers are left out', () => keepNotesInFooters(page.body), undefined);
  orElse('Accordions stay closed', () => openDisclosures(page.body), undefined);
  orElse('Notes in asides are left out', () => keepAsidesInText(page.body), undefined);
};

/** Says whether nothing was read of a page, and its title, which it shows nowhere, stands alone. */
const isTitleAlone = ({ heading }: WantedPart, text: string, markdown: string): boolean =>
  heading === null && text.trim() === '' && /^# [^\n]*$/.test(markdown);

const readTree = (parsed: ParsedPage, input: Html, warnings: string[]): PageContent => {
  const { options } = input;
  const orElse = <T>(consequence: string, step: () => T, value: T): T =>
    contain(warnings, consequence, step, () => value);
  const page = settledPage(parsed, input, orElse, warnings);
  const described = describePage(page, input, warnings);
  const { baseUrl, links, frames, metadata, structuredData, embedsPdfs, elements } = described;
  openParts(page, orElse);
  const urls = urlsFrom(baseUrl, options.removeBase64Images);
  const shown = shownUrls(urls, input);
  const raw = { page, metadata, structuredData, url: input.url };
  const { wanted, markdown: written } = write(raw, input, shown, warnings);
  const markdown = frames === '' ? written : `${frames}\n\n${written}`.trim();
  const nothingLeft = markdown === '' ? nothingLeftWarning(options) : null;
  if (nothingLeft !== null) warnings.push(nothingLeft);
  const { root, record, found, posts = [] } = wanted;
  const text = orElse(
    'The text is the markdown',
    () => writePlainText(root, wanted.heading, wanted.captions),
    markdown,
  );
  warnings.push(...framedContentWarnings(text, described.shownFrames, options));
  const html = options.wantHtml
    ? orElse<string | null>('The HTML is left out', () => serializeHtml(root, urls), null)
    : null;
  const told = orElse(
    'The author is that of the page, and not of its first post',
    () => withFirstPost(metadata, posts, structuredData, dateReading(metadata.language, input.url)),
    metadata,
  );
  return {
    ...told,
    language: orElse(
      'The language of the text is not known',
      () => chooseLanguage(metadata.language, text, sentLanguage(input.contentLanguage)),
      metadata.language,
    ),
    markdown,
    text,
    ...(html === null ? {} : { html }),
    links,
    structuredData,
    ...elements,
    images: orElse('Images are not listed', () => findImages(root, urls), []),
    removed: removedIn(record),
    ...(record.removals === null ? {} : { removals: record.removals }),
    foundBy: wanted.foundBy,
    ...(wanted.isFrameAlone === true && wanted.foundBy !== 'structured-data'
      ? { isFrameAlone: true as const }
      : {}),
    ...(isTitleAlone(wanted, text, markdown) ? { isTitleAlone: true as const } : {}),
    ...(described.shownFrames.length === 0
      ? {}
      : { shownFrames: described.shownFrames.map((frame) => frame.url) }),
    pageKind: found.kind,
    kindEvidence: found.evidence,
    keptText: orElse(
      'What was kept was not counted',
      () => countKept(wanted, nothingLeft !== null),
      nothingCounted,
    ),
    contentHash: hashContent(markdown),
    hints: orElse(
      'Hints are left out',
      () => collectHints(hintedElements(root), markdown, embedsPdfs),
      noHints,
    ),
    warnings,
  };
};

/**
 * Reads an HTML page: links and metadata of the raw page, then the main content as Markdown. The same page gives the
 * same bytes. Markdown is empty only if the body has no text, or if the request's tags select none.
 *
 * It never throws. If a step throws, the content gets a warning and has less: the main content falls back to the body
 * without what surrounds it, and then to the text alone. Other parts are left out.
 *
 * Answers CONTENT_UNREADABLE if no tree at all could be made of the page. If the page has more nodes or characters than
 * `limits` allow, it reads the beginning, with a warning.
 */
export const readPage = (asked: Html): PageRead => {
  try {
    const { page, html } = parseWithTitle(asked.html, asked.syntax ?? 'html');
    const input = { ...asked, html };
    const warnings: string[] = page.isCut ? [cutWarning] : [];
    const content = contain(
      warnings,
      'The page was not read as a page: its text stands for it',
      () => readTree(page, input, warnings),
      () => nothingButText(input, hashContent, warnings),
    );
    return { kind: 'read', content };
  } catch (thrown) {
    if (thrown instanceof FailureError) return { kind: 'refused', failure: thrown.failure };
    const message = `Cannot read the page at ${asked.url}: ${thrownText(thrown)}`;
    return { kind: 'refused', failure: failure('CONTENT_UNREADABLE', message) };
  }
};
