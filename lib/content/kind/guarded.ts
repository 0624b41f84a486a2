import { findAncestor, collapsed, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { isRelatedHeading } from '../passes/junk-phrases.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const guardedNames = [...headingNames, 'pre', 'dl', 'table', 'figcaption', 'math'];

/** Share of links from which a table or a list is a menu. */
const linkShareMax = 0.4;

const isLinked = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return length === 0 || linkLength > linkShareMax * length;
};

/** Rows and columns, and not the page's layout: it holds no other table, and more than one cell a row. */
const isDataTable = (table: DomElement): boolean => {
  if (holdsAny(table, ['table', 'form'])) return false;
  if (holdsAny(table, ['th', 'caption'])) return true;
  const rows = elementsWithin(table, ['tr']).length;
  return rows >= 2 && elementsWithin(table, ['td']).length >= 2 * rows;
};

const isHeading = ({ localName }: DomElement): boolean => headingNames.includes(localName);

/** A caption of what is content itself; what a picture shows is said by passes. */
const isDataCaption = ({ parentNode }: DomElement): boolean =>
  parentNode !== null && holdsAny(parentNode, ['pre', 'table', 'code', 'math']);

/**
 * Whether an element is of those that no score may take out of the main area: headings, code, tables, definition lists,
 * formulas, captions of code and tables. Menus are made of the same elements, and of links.
 */
export const isGuarded = (element: DomElement): boolean => {
  const { localName } = element;
  if (!guardedNames.includes(localName)) return false;
  if (isHeading(element))
    return summarizeText(element).length > 0 && !isRelatedHeading(collapsed(element.textContent));
  if (localName === 'figcaption') return isDataCaption(element);
  if (localName === 'table' && !isDataTable(element)) return false;
  return !isLinked(element);
};

/** The guarded elements within an element, outermost and inner ones. */
export const guardedIn = (root: DomElement): DomElement[] =>
  elementsWithin(root, guardedNames).filter(isGuarded);

const dataNames = guardedNames.filter((name) => !headingNames.includes(name));
const commentNames = /(?:^|[\s_-])(?:comments?|disqus)/i;

const isMain = (element: DomElement): boolean =>
  element.localName === 'main' ||
  element.localName === 'article' ||
  (element.pairs.length > 0 && element.getAttribute('role') === 'main');

/**
 * Whether an element of the main area holds code, a table, definitions or a formula: then no name of it is reason
 * enough to take it out, unless it is one that readers' comments go by.
 *
 * @param isInMain True where all that is asked about is the main area, which may have been taken out of its page.
 */
export const holdsGuardedData = (element: DomElement, isInMain = false): boolean =>
  holdsAny(element, dataNames) &&
  !commentNames.test(`${element.className} ${element.id}`) &&
  (isInMain || findAncestor(element, isMain) !== null) &&
  elementsWithin(element, dataNames).some(isGuarded);
