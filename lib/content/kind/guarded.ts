import { findAncestor, collapsed, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { isRelatedHeading } from '../passes/junk-phrases.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const guardedNames = [...headingNames, 'pre', 'dl', 'table', 'figcaption', 'math'];

/** A table or a list with at least this share of links is a menu. */
const linkShareMax = 0.4;

const isLinked = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return length === 0 || linkLength > linkShareMax * length;
};

/**
 * Says whether a table has rows and columns and is no page layout: it holds no other table, and has more than one cell
 * a row.
 */
const isDataTable = (table: DomElement): boolean => {
  if (holdsAny(table, ['table', 'form'])) return false;
  if (holdsAny(table, ['th', 'caption'])) return true;
  const rows = elementsWithin(table, ['tr']).length;
  return rows >= 2 && elementsWithin(table, ['td']).length >= 2 * rows;
};

const isHeading = ({ localName }: DomElement): boolean => headingNames.includes(localName);

/** Says whether an element is the caption of content such as code or a table; passes judge captions of pictures. */
const isDataCaption = ({ parentNode }: DomElement): boolean =>
  parentNode !== null && holdsAny(parentNode, ['pre', 'table', 'code', 'math']);

/**
 * Says whether an element is guarded, so that no score may remove it from the main area: headings, code, tables,
 * definition lists, formulas, captions of code and tables. Menus are made of the same elements, but of links.
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

/** Returns the guarded elements within an element, outermost and inner ones. */
export const guardedIn = (root: DomElement): DomElement[] =>
  elementsWithin(root, guardedNames).filter(isGuarded);

const dataNames = guardedNames.filter((name) => !headingNames.includes(name));
const commentNames = /(?:^|[\s_-])(?:comments?|disqus)/i;

const isMain = (element: DomElement): boolean =>
  element.localName === 'main' ||
  element.localName === 'article' ||
  (element.pairs.length > 0 && element.getAttribute('role') === 'main');

/**
 * Says whether an element of the main area is or holds code, a table, definitions or a formula. If so, no name of the
 * element is reason enough to remove it, except the names of readers' comments.
 *
 * @param isInMain True where only the main area is asked about, which may have been taken out of its page.
 */
export const holdsGuardedData = (element: DomElement, isInMain = false): boolean =>
  (dataNames.includes(element.localName) || holdsAny(element, dataNames)) &&
  !commentNames.test(`${element.className} ${element.id}`) &&
  (isInMain || findAncestor(element, isMain) !== null) &&
  (isGuarded(element) || elementsWithin(element, dataNames).some(isGuarded));

const tableParts = new Set(['thead', 'tbody', 'tfoot', 'tr', 'th']);

/** Says whether an element is a part of a table that is no page layout: rows and their heads, whatever their names. */
export const isTablePart = (element: DomElement): boolean => {
  if (!tableParts.has(element.localName)) return false;
  const table = findAncestor(element, ({ localName }) => localName === 'table');
  return table !== null && !holdsAny(table, ['table', 'form']);
};

/** A dialog, or a menu, may be laid out as a table of two rows. */
const rowsOfTableMin = 3;

/** Says whether a table of data has several rows, and is made of more than links. */
export const isLongTable = (table: DomElement): boolean =>
  isGuarded(table) && elementsWithin(table, ['tr'], rowsOfTableMin).length >= rowsOfTableMin;

/** Says whether an element is a table of several rows, or a part of one, or guarded itself, and so no overlay. */
export const isDataItself = (element: DomElement): boolean =>
  isTablePart(element) ||
  (dataNames.includes(element.localName) && isGuarded(element)) ||
  (element.localName === 'table' && elementsWithin(element, ['tr'], rowsOfTableMin).length >= rowsOfTableMin);
