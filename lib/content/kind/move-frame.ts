import { elementsWithin } from '../dom/dom-walk.ts';
import { createElement } from '../dom/document.ts';
import type { DomElement } from '../dom/dom.ts';
import type { Pass } from '../passes/pass.ts';
import { surroundingPasses } from '../passes/passes.ts';
import { passRecord, runPasses } from '../passes/run-passes.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { clean, type PageToRead } from './reader.ts';

/** Passes for controls and permalinks, which say nothing to a reader: these go even if all of the page is wanted. */
const noiseNames: ReadonlySet<string> = new Set(['controls', 'permalinks']);
const noisePasses: readonly Pass[] = surroundingPasses.filter(({ name }) => noiseNames.has(name));
const framePasses: readonly Pass[] = surroundingPasses.filter(({ name }) => !noiseNames.has(name));

/**
 * Takes the surroundings of the content out of a body that is wanted whole, and returns them in page order, to be put
 * behind the content; null if there are none. The passes are those that remove them from main content, with their
 * guards: a part that a pass misunderstands stays where it is.
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
    // Nothing is dropped here, so the page's own account is not told.
    record: { ...passRecord(false), taken },
    isArticle: found.kind === 'article',
    total: summarizeText(body).length,
  });
  const inOrder = taken.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const frame = createElement('div');
  for (const element of inOrder) frame.append(element);
  return summarizeText(frame).length === 0 ? null : frame;
};
