import { createElement, createText } from '../../dom/document.ts';
import { elementsWithin, isElement, isText, nextNode } from '../../dom/dom-walk.ts';
import type { DomElement, DomText } from '../../dom/dom.ts';
import { summarizeText } from '../../dom/text-summary.ts';
import { matchesAny, selectorsIn } from './marks.ts';

/**
 * What an element is that a generator marks up by a class alone:
 * - `h1` to `h6`: a heading
 * - `lines`: code, with an element for each line
 * - `line-rows`: a table that is code, with a row for each line; a row may hold such a table
 * - `code-rows`: the same, where the table has one column and each of its cells is code; any other table stays
 * - `blocks`: a table that puts numbers of lines beside code, and its name above it
 * - `dot`: an empty element that a style sheet shows as a dot
 * - `done`, `todo`: a sign that a font draws for a task that is done or not
 * - `classifier`: the type behind a name, which a style sheet sets apart with a colon
 * - `note-mark`, `note`: a mark in brackets that leads to a footnote, and a footnote whose number ends with a dot
 * - `word`: a word that a style sheet moves apart from those around it
 * - `signature`: code that is laid out in pieces
 * - `grid`: a table whose cells stand in it one after the other; a row begins with each cell of the class `col-first`
 */
export interface Rewrite {
  readonly selector: string;
  readonly as:
    | 'h1'
    | 'h2'
    | 'h3'
    | 'lines'
    | 'line-rows'
    | 'code-rows'
    | 'blocks'
    | 'dot'
    | 'done'
    | 'todo'
    | 'classifier'
    | 'note-mark'
    | 'note'
    | 'word'
    | 'signature'
    | 'grid';
}

const removeTexts = (element: DomElement, form: RegExp): void => {
  for (const node of element.childNodes) if (isText(node) && form.test(node.data)) node.remove();
};

/** Removes what a program writes between the parts of an element to lay out its own source. */
const removeBlankTexts = (element: DomElement): void => removeTexts(element, /^\s*$/);

const toLines = (element: DomElement): void => {
  if (element.localName === 'pre') return;
  removeBlankTexts(element);
  for (const line of element.children) {
    line.append(createText('\n'));
    line.rename('span');
  }
  element.rename('pre');
};

/** Makes code of a table whose innermost rows are lines. */
const toLineRows = (table: DomElement): void => {
  for (const row of elementsWithin(table, ['tr']))
    if (elementsWithin(row, ['tr']).length === 0) row.append(createText('\n'));
  for (const part of elementsWithin(table, tableParts)) part.rename('span');
  table.rename('pre');
};

/** Says whether all of the text of an element is in its one piece of code. */
const isCode = (element: DomElement): boolean => {
  const [code] = elementsWithin(element, ['code', 'kbd', 'samp', 'tt'], 1);
  return code !== undefined && summarizeText(code).length === summarizeText(element).length;
};

/** Makes code of a table of one column if each of its cells is code. */
const toCodeRows = (table: DomElement): void => {
  const rows = elementsWithin(table, ['tr']);
  const cells = elementsWithin(table, ['td', 'th']);
  if (cells.length === 0 || cells.length !== rows.length || !cells.every(isCode)) return;
  for (const part of [table, ...elementsWithin(table, ['thead', 'tbody', 'tr'])]) removeBlankTexts(part);
  toLineRows(table);
};

const tableParts = ['table', 'thead', 'tbody', 'tr', 'td', 'p'];

/**
 * Makes one line of code that is laid out in pieces. The text nodes stay the page's own, because the account of kept
 * text counts by them.
 */
const toSignature = (element: DomElement): void => {
  const texts: DomText[] = [];
  for (let node = nextNode(element, element); node !== null; node = nextNode(node, element))
    if (isText(node)) texts.push(node);
  let isSpaced = true;
  for (const text of texts) {
    const data = text.data.replace(/\s+/g, ' ');
    const line = createText(isSpaced ? data.trimStart() : data);
    line.mark = text.mark;
    text.parentNode?.replaceChild(line, text);
    if (line.data !== '') isSpaced = line.data.endsWith(' ');
  }
  element.rename('pre');
};

const isRowStart = (cell: DomElement): boolean => /(?:^|\s)col-first(?:\s|$)/.test(cell.className);
const isHead = (cell: DomElement): boolean => /(?:^|\s)table-header(?:\s|$)/.test(cell.className);

const toTable = (element: DomElement): void => {
  const cells = element.childNodes.filter(isElement);
  if (cells.length === 0 || !cells.some(isRowStart)) return;
  let row: DomElement | null = null;
  for (const cell of cells) {
    if (row === null || isRowStart(cell)) {
      row = createElement('tr');
      element.append(row);
    }
    cell.rename(isHead(cell) ? 'th' : 'td');
    row.append(cell);
  }
  element.rename('table');
};

/** Older versions of Docutils write the colon themselves, in an element of its own. */
const toClassifier = (element: DomElement): void => {
  const before = element.previousElementSibling;
  if (element.parentNode?.localName !== 'dt' || before?.className === 'classifier-delimiter') return;
  element.insertBefore(createText(' : '), element.firstChild);
};

const toTaskBox = (sign: DomElement, isDone: boolean): void => {
  sign.rename('input');
  for (const name of ['type', 'disabled', ...(isDone ? ['checked'] : [])])
    sign.setAttribute(name, name === 'type' ? 'checkbox' : '');
};

/** Removes the dot behind the number of a note, which is its link back. */
const removeDot = (note: DomElement): void => {
  const link = note.firstElementChild;
  const text = link?.nextSibling ?? null;
  if (link?.localName !== 'a' || text === null || !isText(text) || !text.data.startsWith('. ')) return;
  const rest = createText(text.data.slice(2));
  rest.mark = text.mark;
  note.replaceChild(rest, text);
};

const toBlocks = (table: DomElement): void => {
  // The box around the table names the language.
  const language = table.parentNode?.className ?? '';
  for (const cell of elementsWithin(table, ['td'])) {
    if (cell.className === 'code') cell.setAttribute('class', `code ${language}`);
  }
  for (const part of [table, ...elementsWithin(table, ['thead', 'tbody', 'tr', 'td', 'th'])])
    part.rename('div');
};

const rewriteOne = (element: DomElement, as: Rewrite['as']): void => {
  if (as === 'lines') toLines(element);
  else if (as === 'line-rows') toLineRows(element);
  else if (as === 'code-rows') toCodeRows(element);
  else if (as === 'blocks') toBlocks(element);
  else if (as === 'dot') element.append(createText('.'));
  else if (as === 'done' || as === 'todo') toTaskBox(element, as === 'done');
  else if (as === 'classifier') toClassifier(element);
  else if (as === 'note-mark') removeTexts(element, /^[\s[\]]*$/);
  else if (as === 'note') removeDot(element);
  else if (as === 'word') {
    element.insertBefore(createText(' '), element.firstChild);
    element.append(createText(' '));
  } else if (as === 'signature') toSignature(element);
  else if (as === 'grid') toTable(element);
  else element.rename(as);
};

/** Gives elements in `root` the names that fit what they are. Changes the tree. */
export const rewrite = (root: DomElement, rewrites: readonly Rewrite[]): void => {
  for (const { selector, as } of rewrites) {
    const selectors = selectorsIn(selector);
    for (const element of elementsWithin(root, null))
      if (matchesAny(element, selectors)) rewriteOne(element, as);
  }
};

/** Says whether a link leads to the element that it is in, or that it holds. */
const leadsToOwnPlace = (link: DomElement): boolean => {
  const href = link.getAttribute('href') ?? '';
  if (!href.startsWith('#') || href.length < 2) return false;
  const id = href.slice(1);
  return [link, link.parentNode, link.firstElementChild].some((place) => place?.id === id);
};

/** Removes links that lead to their own place, and from headings all links within the page. */
export const unlinkHeadings = (root: DomElement): void => {
  for (const heading of elementsWithin(root, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])) {
    for (const link of elementsWithin(heading, ['a'])) {
      if ((link.getAttribute('href') ?? '').startsWith('#')) link.removeAttribute('href');
    }
  }
  for (const term of elementsWithin(root, ['dt'])) {
    if (term.id === '') continue;
    for (const link of elementsWithin(term, ['a']))
      if (link.getAttribute('href') === `#${term.id}`) link.removeAttribute('href');
  }
  for (const link of elementsWithin(root, ['a'])) if (leadsToOwnPlace(link)) link.removeAttribute('href');
};
