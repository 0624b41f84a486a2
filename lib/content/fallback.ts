import { contain } from './contain.ts';
import { parsePage, type ParsedPage } from './dom/document.ts';
import type { MarkupSyntax } from './dom/parse-html.ts';
import { elementsWithin } from './dom/dom-walk.ts';
import { restoreFormulas } from './passes/formulas.ts';
import { noHints } from './passes/hints.ts';
import type { PageKindFound } from './kind/page-kind.ts';
import { clean, type Wanted } from './kind/reader.ts';
import { nothingCounted } from './kind/text-account.ts';
import { noMetadata, type ContentOptions, type Metadata, type PageContent } from './page-content.ts';
import type { Pass } from './passes/pass.ts';
import { silentPasses, surroundingPasses, technicalPasses } from './passes/passes.ts';
import { writePlainText } from './plain-text.ts';
import { passRecord } from './passes/run-passes.ts';
import { placeStreamedParts } from './settle/streamed-parts.ts';
import { selectTags } from './dom/select-tags.ts';
import { holdsPageTitle, isWholeWanted, type WantedPart } from './wanted-part.ts';

/**
 * Ways to read a page when a step of reading throws, from the best to the least. The step may have left the tree half
 * changed, so each way begins with a new tree.
 */

const noKind: PageKindFound = { kind: 'other', evidence: [] };

/** A page's text, and the syntax in which it is written. */
export interface Markup {
  readonly html: string;
  readonly syntax?: MarkupSyntax | undefined;
}

const freshPage = ({ html, syntax }: Markup): ParsedPage => parsePage(html, syntax);

/**
 * Returns the body without its surroundings, as far as passes can tell these one by one. Each pass runs by itself; a
 * pass that throws is left out.
 */
export const framelessPart = (
  markup: Markup,
  metadata: Metadata,
  options: ContentOptions,
  warnings: string[],
): WantedPart => {
  const page = freshPage(markup);
  const { body } = page;
  const record = passRecord(options.explain === true);
  const step = (consequence: string, run: () => void): void => contain(warnings, consequence, run, () => {});
  let isTitleExcluded = false;
  step('Parts that were sent late stay where they were sent', () => placeStreamedParts(page));
  step('Formulas that scripts draw are left out', () => restoreFormulas(page));
  step('Tags are not heeded', () => {
    isTitleExcluded = holdsPageTitle(selectTags(body, options), metadata);
  });
  const run = (passes: readonly Pass[]): void => {
    for (const pass of passes) {
      step(`The pass ${pass.name} was left out`, () =>
        clean(body, [[pass]], { options, found: noKind, record }),
      );
    }
  };
  run([...silentPasses, ...technicalPasses]);
  step('What was kept was not counted', () => record.account.open(body, null));
  if (!isWholeWanted(options)) run(surroundingPasses);
  // No title is put before elements that the request names.
  const foundBy = options.includeTags.length > 0 ? 'whole' : 'body';
  return { root: body, heading: null, record, foundBy, found: noKind, isTitleExcluded };
};

/** Returns all text of a page, and its body. */
export const textAlone = (
  markup: Markup,
  warnings: string[],
): { readonly wanted: Wanted; readonly markdown: string } => {
  const { body } = freshPage(markup);
  const markdown = contain(
    warnings,
    'The lines of the page run together',
    () => writePlainText(body, null),
    () => body.textContent.replace(/\s+/g, ' ').trim(),
  );
  const record = passRecord(false);
  return { wanted: { root: body, heading: null, record, foundBy: 'body', found: noKind }, markdown };
};

/** Returns content that has only the text of the page, for when even the step that gathers the results throws. */
export const nothingButText = (
  markup: Markup,
  hashOf: (markdown: string) => string,
  warnings: readonly string[],
): PageContent => {
  const { body } = freshPage(markup);
  for (const element of elementsWithin(body, ['script', 'style', 'template', 'noscript'])) element.remove();
  const text = body.textContent.replace(/\s+/g, ' ').trim();
  return {
    ...noMetadata,
    markdown: text,
    text,
    links: [],
    structuredData: [],
    images: [],
    removed: [],
    foundBy: 'body',
    pageKind: noKind.kind,
    kindEvidence: noKind.evidence,
    keptText: nothingCounted,
    contentHash: hashOf(text),
    hints: noHints,
    warnings,
  };
};
