import { findHeading } from './main-content.ts';
import { elementsWithin } from './dom/dom-walk.ts';
import { readArticle } from './kind/article-reader.ts';
import { readForum } from './kind/forum-reader.ts';
import { isFrameAlone } from './kind/frame-alone.ts';
import { readHome } from './kind/home-reader.ts';
import { readListing } from './kind/listing-reader.ts';
import { moveFrame } from './kind/move-frame.ts';
import { readOther } from './kind/other-reader.ts';
import { detectPageKind } from './kind/page-kind.ts';
import type { PageKind } from './kind/page-kinds.ts';
import { readProduct } from './kind/product-reader.ts';
import { clean, type KindReader, type Wanted } from './kind/reader.ts';
import { readReference } from './kind/reference-reader.ts';
import type { ContentOptions } from './page-content.ts';
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

/** A raw page with what it says of itself. */
export type RawPage = Pick<KindFacts, 'page' | 'metadata' | 'structuredData' | 'url'>;

const prepared = (raw: RawPage, options: ContentOptions): Pick<Wanted, 'heading' | 'record' | 'found'> => {
  const { page, metadata } = raw;
  const heading = findHeading(page.body, [metadata.title, metadata.og.title]);
  const elements = elementsWithin(page.documentElement, null);
  const found = detectPageKind({ ...raw, elements, heading: heading?.element ?? null });
  const record = passRecord(options.explain === true);
  selectTags(page.body, options);
  clean(page.body, [silentPasses, technicalPasses], { options, found, record });
  removeShortcodes(page.body);
  record.account.open(page.body, heading?.element ?? null);
  return { heading, record, found };
};

/** Selects the main content, by the reader for the page's kind. Changes the tree. */
const mainPartOf = (raw: RawPage, options: ContentOptions): Wanted => {
  const { heading, record, found } = prepared(raw, options);
  const frameAlone = isFrameAlone(raw.page.body);
  return {
    ...readers[found.kind]({ ...raw, options, heading, record, found }),
    isFrameAlone: frameAlone,
  };
};

/** Selects all of the body with the frame apart, or everything that the request's tags select. */
const wholePartOf = (raw: RawPage, options: ContentOptions): Wanted => {
  const { record, found } = prepared(raw, options);
  const root = raw.page.body;
  // Elements that the request names stay in their order, and the frame is not set apart.
  const frame = options.includeTags.length > 0 ? null : moveFrame(root, { options, found, record });
  return { root, heading: null, frame, record, found, foundBy: 'whole' };
};

/** Selects the part of a page that its request wants. Changes the tree. */
export const selectWantedPart = (raw: RawPage, options: ContentOptions): Wanted =>
  isWholeWanted(options) ? wholePartOf(raw, options) : mainPartOf(raw, options);
