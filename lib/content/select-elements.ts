import type { PageDocument } from './document.ts';
import { ancestorOf, type DomElement } from './dom.ts';
import type { Removed } from './page-content.ts';
import { textLength } from './run-passes.ts';

/** Elements that a CSS selector matches, in document order; none for a selector that does not parse. */
const select = (root: DomElement, selector: string): DomElement[] => {
  try {
    return [...root.querySelectorAll(selector)];
  } catch {
    return [];
  }
};

/** Removes what the caller's selectors match. */
export const excludeElements = (body: DomElement, selectors: readonly string[]): Removed[] =>
  selectors.flatMap((selector) => {
    const found = select(body, selector);
    const characters = found.reduce((total, element) => total + textLength(element), 0);
    for (const element of found) element.remove();
    return found.length === 0 ? [] : [{ pass: `excludeTags ${selector}`, nodes: found.length, characters }];
  });

/** A new element with what the caller's selectors match, selector by selector; nothing stands in it twice. */
export const includeElements = ({ document, body }: PageDocument, selectors: readonly string[]): DomElement => {
  const found = new Set(selectors.flatMap((selector) => select(body, selector)));
  const outermost = [...found].filter((element) => ancestorOf(element, (around) => found.has(around)) === null);
  const all = document.createElement('div');
  all.append(...outermost);
  return all;
};
