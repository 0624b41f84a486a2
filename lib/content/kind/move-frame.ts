import { elementsWithin } from '../dom/dom-walk.ts';
import { createElement } from '../dom/document.ts';
import type { DomElement } from '../dom/dom.ts';
import type { Pass } from '../passes/pass.ts';
import { surroundingPasses } from '../passes/passes.ts';
import { passRecord, runPasses } from '../passes/run-passes.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { clean, type PageToRead } from './reader.ts';

/** What is operated or pointed at, and says nothing to a reader: it goes, also where all of the page is wanted. */
const noiseNames: ReadonlySet<string> = new Set(['controls', 'permalinks']);
const noisePasses: readonly Pass[] = surroundingPasses.filter(({ name }) => noiseNames.has(name));
const framePasses: readonly Pass[] = surroundingPasses.filter(({ name }) => !noiseNames.has(name));

/**
 * Takes what surrounds the content out of a body of which all is wanted, and answers it in the order of the page, so
 * that it can be put behind the content; null where there is none. The passes are those that drop it from main content,
 * with their guards: what a pass misunderstands stays where it is.
 */
export const moveFrame = (
  body: DomElement,
  { options, found, record }: Pick<PageToRead, 'options' | 'found' | 'record'>,
): DomElement | null => {
  clean(body, [noisePasses], { options, found, record });
  const places = new Map(elementsWithin(body, null).map((element, at) => [element, at]));
  const taken: DomElement[] = [];
  runPasses(body, framePasses, {
    without: options.without ?? [],
    // Nothing of it is dropped, so the page's own account does not hear of it.
    record: { ...passRecord(false), taken },
    isArticle: found.kind === 'article',
    total: summarizeText(body).length,
  });
  const inOrder = taken.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const frame = createElement('div');
  for (const element of inOrder) frame.append(element);
  return summarizeText(frame).length === 0 ? null : frame;
};
