import { findHeading, type PageHeading } from './main-content.ts';
import { collapsed, elementsWithin, findAncestor } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { readArticle } from './kind/article-reader.ts';
import { readForum } from './kind/forum-reader.ts';
import { isFrameAlone } from './kind/frame-alone.ts';
import { readHome } from './kind/home-reader.ts';
import { readListing } from './kind/listing-reader.ts';
import { moveFrame } from './kind/move-frame.ts';
import { readOther } from './kind/other-reader.ts';
import { detectPageKind } from './kind/page-kind.ts';
import type { PageKind } from './kind/page-kinds.ts';
import type { KeptText } from './kind/text-account.ts';
import { readProduct } from './kind/product-reader.ts';
import { clean, type KindReader, type Wanted } from './kind/reader.ts';
import { readReference } from './kind/reference-reader.ts';
import { choosePageTitle } from './metadata/page-title.ts';
import { comparable } from './metadata/comparable.ts';
import type { ContentOptions, Metadata } from './page-content.ts';
import { silentPasses, technicalPasses } from './passes/passes.ts';
import { removeShortcodes } from './passes/shortcodes.ts';
import { passRecord } from './passes/run-passes.ts';
import { selectTags } from './dom/select-tags.ts';
import type { KindFacts } from './kind/evidence/evidence.ts';

const readers: Readonly<Record<PageKind, KindReader>> = {
  article: readArticle,
  reference: readReference,
  listing: readListing,
  forum: readForum,
  product: readProduct,
  home: readHome,
  other: readOther,
};

/**
 * Says whether the request wants all of the page, or the elements that its tags name. A request that names elements
 * wants no guess among them.
 */
export const isWholeWanted = ({ onlyMainContent, includeTags }: ContentOptions): boolean =>
  !onlyMainContent || includeTags.length > 0;

/** Returns the warning for a page without content, if the request's tags may have left nothing of it; or else null. */
export const nothingLeftWarning = ({ includeTags, excludeTags }: ContentOptions): string | null =>
  includeTags.length + excludeTags.length > 0
    ? 'Nothing of the page is left: includeTags selects nothing in it, or excludeTags all of it'
    : null;

/** Counts what was kept. `isNothingLeft` says that the request's tags left nothing to keep. */
export const countKept = ({ root, heading, record }: WantedPart, isNothingLeft: boolean): KeptText => ({
  ...record.account.close(root, heading?.text ?? null),
  ...(isNothingLeft ? { kept: 0 } : {}),
});

/** A raw page with what it says of itself. */
export type RawPage = Pick<KindFacts, 'page' | 'metadata' | 'structuredData' | 'url'>;

/** The wanted part of a page. */
export interface WantedPart extends Wanted {
  /** Whether the request's `excludeTags` took the page's title away: then it is not put before the content either. */
  readonly isTitleExcluded?: boolean;
}

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/**
 * Says whether what was excluded holds the title that would be put before a page without a heading of its own: a
 * heading that says the same, or a first-level heading that was itself excluded.
 */
export const holdsPageTitle = (excluded: readonly DomElement[], metadata: Metadata): boolean => {
  const title = comparable(choosePageTitle(null, metadata) ?? '');
  const saysTitle = (heading: DomElement): boolean => {
    const text = comparable(heading.textContent);
    return text !== '' && title !== '' && (title.startsWith(text) || text.includes(title));
  };
  return excluded.some(
    (element) =>
      element.localName === 'h1' ||
      [element, ...elementsWithin(element, headingNames)].some(
        (one) => headingNames.includes(one.localName) && saysTitle(one),
      ),
  );
};

/** The heading of what the request's tags left of a page. */
type LeftHeading = Pick<WantedPart, 'isTitleExcluded'> & { readonly heading: PageHeading | null };

const headingLeft = (
  heading: PageHeading | null,
  { page: { body }, metadata }: RawPage,
  excluded: readonly DomElement[],
): LeftHeading => {
  if (excluded.length === 0) return { heading };
  if (heading === null) return { heading, isTitleExcluded: holdsPageTitle(excluded, metadata) };
  if (findAncestor(heading.element, (outer) => outer === body) !== null) return { heading };
  // A page may have its heading twice: in its frame and over its text.
  const again = findHeading(body, [metadata.title, metadata.og.title]);
  return again?.text === heading.text ? { heading: again } : { heading: null, isTitleExcluded: true };
};

/** How many characters from the beginning of a text for machines are looked for in what was excluded. */
const comparedCharacters = 40;

const plain = (text: string): string => collapsed(text.replace(/<[^<>]*>/g, ' ')).toLowerCase();

/**
 * Leaves out what a page describes for machines and also shows in an excluded element: no reader may put it in the
 * place of what was excluded.
 */
const withoutExcluded = (
  items: RawPage['structuredData'],
  excluded: readonly DomElement[],
): RawPage['structuredData'] => {
  const text = plain(excluded.map(({ textContent }) => textContent).join(' '));
  if (text === '') return items;
  return items.filter(({ properties }) =>
    [...(properties['articleBody'] ?? []), ...(properties['description'] ?? [])].every(
      (value) => typeof value !== 'string' || !text.includes(plain(value).slice(0, comparedCharacters)),
    ),
  );
};

type Prepared = Pick<Wanted, 'record' | 'found'> & LeftHeading & Pick<RawPage, 'structuredData'>;

const prepared = (raw: RawPage, options: ContentOptions): Prepared => {
  const { page, metadata } = raw;
  const heading = findHeading(page.body, [metadata.title, metadata.og.title]);
  const elements = elementsWithin(page.documentElement, null);
  const found = detectPageKind({ ...raw, elements, heading: heading?.element ?? null });
  const record = passRecord(options.explain === true);
  const excluded = selectTags(page.body, options);
  const left = headingLeft(heading, raw, excluded);
  clean(page.body, [silentPasses, technicalPasses], { options, found, record });
  removeShortcodes(page.body);
  record.account.open(page.body, left.heading?.element ?? null);
  return { ...left, structuredData: withoutExcluded(raw.structuredData, excluded), record, found };
};

/** Selects the main content, by the reader for the page's kind. Changes the tree. */
const mainPartOf = (raw: RawPage, options: ContentOptions): WantedPart => {
  const { isTitleExcluded = false, ...left } = prepared(raw, options);
  const frameAlone = isFrameAlone(raw.page.body);
  return {
    ...readers[left.found.kind]({ ...raw, options, ...left }),
    isFrameAlone: frameAlone,
    isTitleExcluded,
  };
};

/** Selects all of the body with the frame apart, or everything that the request's tags select. */
const wholePartOf = (raw: RawPage, options: ContentOptions): WantedPart => {
  const { record, found } = prepared(raw, options);
  const root = raw.page.body;
  // Elements that the request names stay in their order, and the frame is not set apart.
  const frame = options.includeTags.length > 0 ? null : moveFrame(root, { options, found, record });
  return { root, heading: null, frame, record, found, foundBy: 'whole' };
};

/** Selects the part of a page that its request wants. Changes the tree. */
export const selectWantedPart = (raw: RawPage, options: ContentOptions): WantedPart =>
  isWholeWanted(options) ? wholePartOf(raw, options) : mainPartOf(raw, options);
