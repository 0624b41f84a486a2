import type { DomElement } from '../dom/dom.ts';
import type { PageHeading } from '../main-content.ts';
import type { ContentOptions, PageContent } from '../page-content.ts';
import type { Pass } from '../passes/pass.ts';
import { silentPasses } from '../passes/passes.ts';
import { runPasses, type PassRecord } from '../passes/run-passes.ts';
import { summarizeText } from '../dom/text-summary.ts';
import type { PageKindFound } from './page-kind.ts';
import type { Byline } from './post-byline.ts';
import type { KindFacts } from './evidence/evidence.ts';

/** A page for its reader, which may change the tree. */
export interface PageToRead extends Pick<KindFacts, 'page' | 'metadata' | 'structuredData' | 'url'> {
  readonly options: ContentOptions;
  readonly found: PageKindFound;
  readonly heading: PageHeading | null;
  /** Removals from the tree, by rule. A reader removes everything through `clean` or `removeElements`. */
  readonly record: PassRecord;
}

/** The wanted part of a page, and what was removed on the way. */
export interface Wanted {
  readonly root: DomElement;
  readonly heading: PageHeading | null;
  /** The surroundings of the content, which come behind it; set where all of the page is wanted. */
  readonly frame?: DomElement | null;
  readonly record: PassRecord;
  readonly foundBy: PageContent['foundBy'];
  /** Captions of pictures in the root, which are no part of its plain text. */
  readonly captions?: ReadonlySet<DomElement>;
  /** Whether the page is an empty template. */
  readonly isFrameAlone?: boolean;
  /** Who wrote each post of a thread, and when, in page order. */
  readonly posts?: readonly Byline[];
  /** The page's kind; a reader that finds the page to be of another kind says so here. */
  readonly found: PageKindFound;
}

/**
 * Reads pages of one kind: finds the wanted part and removes what does not belong there. Scripts, hidden elements and
 * the elements in the request's `excludeTags` are gone before the reader is called.
 *
 * Text outside of the returned root counts as dropped, unless a pass whose `isFrame` is true removed it before:
 * navigation, header, footer, consent and advertising. So a reader removes the frame first, by such passes of its own
 * or by `surroundingPasses`, and returns the smallest element that holds the rest.
 */
export type KindReader = (page: PageToRead) => Wanted;

/** Runs lists of passes one after the other; each list counts shares in the text that the list before left. */
export const clean = (
  root: DomElement,
  lists: readonly (readonly Pass[])[],
  { options, found, record }: Pick<PageToRead, 'options' | 'found' | 'record'>,
): void => {
  for (const passes of lists) {
    const total = passes === silentPasses ? 0 : summarizeText(root).length;
    const isArticle = found.kind === 'article';
    runPasses(root, passes, { without: options.without ?? [], record, isArticle, total });
  }
};
