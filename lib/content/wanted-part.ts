import { isArticlePage } from './article-signals.ts';
import { captionPasses, cleanupPasses } from './cleanup-passes.ts';
import { contain } from './contain.ts';
import type { PageDocument } from './document.ts';
import type { DomElement } from './dom.ts';
import { headingOf, mainContentOf, restoreHeading, type PageHeading } from './main-content.ts';
import type { ContentOptions, Metadata, PageContent } from './page-content.ts';
import type { Pass } from './pass.ts';
import { silentPasses, surroundingPasses, technicalPasses } from './passes.ts';
import { passRecord, runPasses, type PassContext, type PassRecord } from './run-passes.ts';
import { selectTags } from './select-tags.ts';
import { summaryOf } from './text-summary.ts';

/** The part of a page that is wanted, and what was taken out on the way there. */
export interface Wanted {
  readonly root: DomElement;
  readonly heading: PageHeading | null;
  readonly record: PassRecord;
  readonly foundBy: PageContent['foundBy'];
}

/** Runs lists of passes one after the other; shares are counted in what the one before left. */
const clean = (
  root: DomElement,
  lists: readonly (readonly Pass[])[],
  context: Omit<PassContext, 'total'>,
): void => {
  for (const passes of lists) {
    const total = passes === silentPasses ? 0 : summaryOf(root).length;
    runPasses(root, passes, { ...context, total });
  }
};

/** Whether the request wants all of the page, or what its tags name: who names elements does not want a guess among them. */
export const isWholeWanted = ({ onlyMainContent, includeTags }: ContentOptions): boolean =>
  !onlyMainContent || includeTags.length > 0;

/** The main content. Changes the tree. */
export const mainPartOf = (
  page: PageDocument,
  metadata: Metadata,
  { url, options }: { readonly url: string; readonly options: ContentOptions },
): Wanted => {
  const { body } = page;
  const heading = headingOf(body, [metadata.title, metadata.og.title]);
  const isArticle = isArticlePage(page, metadata, heading?.element ?? null);
  const record = passRecord(options.explain === true);
  const context = { without: options.without ?? [], record, isArticle };
  selectTags(body, options);
  clean(body, [silentPasses, technicalPasses, surroundingPasses, captionPasses], context);
  const { root, by } = mainContentOf(page, { isArticle, title: metadata.title ?? '', url });
  clean(root, [cleanupPasses], context);
  restoreHeading(root, heading);
  return { root, heading, record, foundBy: by };
};

/** All of the body, or of what the request's tags select. */
export const wholePartOf = ({ body }: PageDocument, options: ContentOptions): Wanted => {
  const record = passRecord(options.explain === true);
  selectTags(body, options);
  clean(body, [silentPasses, technicalPasses], {
    without: options.without ?? [],
    record,
    isArticle: false,
  });
  return { root: body, heading: null, record, foundBy: 'whole' };
};

/**
 * The body without what surrounds its content, as far as that can be told without the whole: each pass runs by itself, and one
 * that throws is left out. For pages on which `mainPartOf` throws.
 */
export const framelessPartOf = (
  { body }: PageDocument,
  options: ContentOptions,
  warnings: string[],
): Wanted => {
  const record = passRecord(options.explain === true);
  const without = options.without ?? [];
  const step = (consequence: string, run: () => void): void => contain(warnings, consequence, run, () => {});
  step('Tags are not heeded', () => selectTags(body, options));
  const surrounding = isWholeWanted(options) ? [] : surroundingPasses;
  for (const pass of [...silentPasses, ...technicalPasses, ...surrounding]) {
    step(`The pass ${pass.name} was left out`, () =>
      clean(body, [[pass]], { without, record, isArticle: false }),
    );
  }
  return { root: body, heading: null, record, foundBy: 'body' };
};
