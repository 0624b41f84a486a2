import type { DomElement } from '../dom/dom.ts';
import type { PageHeading } from '../main-content.ts';
import type { ContentOptions, PageContent } from '../page-content.ts';
import type { Pass } from '../passes/pass.ts';
import { silentPasses } from '../passes/passes.ts';
import { runPasses, type PassRecord } from '../passes/run-passes.ts';
import { summarizeText } from '../dom/text-summary.ts';
import type { PageKindFound } from './page-kind.ts';
import type { KindFacts } from './evidence/evidence.ts';

/** A page on its way to its reader. The tree is the reader's to change. */
export interface PageToRead extends Pick<KindFacts, 'page' | 'metadata' | 'structuredData' | 'url'> {
  readonly options: ContentOptions;
  readonly found: PageKindFound;
  readonly heading: PageHeading | null;
  /** What is removed from the tree, by rule. Whatever a reader takes out goes through `clean` or `removeElements`. */
  readonly record: PassRecord;
}

/** The part of a page that is wanted, and what was taken out on the way there. */
export interface Wanted {
  readonly root: DomElement;
  readonly heading: PageHeading | null;
  /** Where all of the page is wanted: what surrounds its content, which comes behind it. */
  readonly frame?: DomElement | null;
  readonly record: PassRecord;
  readonly foundBy: PageContent['foundBy'];
  /** Captions of pictures in the root, which are no part of its plain text. */
  readonly captions?: ReadonlySet<DomElement>;
  /** Whether the page is a template into which nothing was put. */
  readonly isFrameAlone?: boolean;
  /** The page's kind; a reader that finds the page to be of another says so here. */
  readonly found: PageKindFound;
}

/**
 * Reads pages of one kind: finds the part that is wanted and takes out what does not belong there. What was not shown
 * in the first place (scripts, hidden elements, what the request's `excludeTags` name) is gone before it is asked.
 *
 * What stands outside of the answered root counts as dropped, unless it was removed before by a pass whose `isFrame` is
 * true: navigation, header, footer, consent and advertising. So a reader removes the frame first, by such passes of its
 * own or by
 * `surroundingPasses`, and answers the smallest element that holds the rest.
 */
export type KindReader = (page: PageToRead) => Wanted;

/** Runs lists of passes one after the other; shares are counted in what the one before left. */
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
