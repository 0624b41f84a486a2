import type { ParsedPage } from './dom/document.ts';
import { findAncestor, attribute, collapsed, elementsWithin, isElement } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { elementPath } from './dom/element-path.ts';
import { isHidden } from './passes/passes.ts';
import { limits } from '../limits/limits.ts';
import type { LabelledPair } from './labelled-pair.ts';

/** Where pairs say nothing of the page's subject. */
const besides = new Set(['nav', 'aside', 'footer', 'form', 'template', 'noscript']);
const infoboxName = /(?:^|\s)(?:infobox|portable-infobox|taxobox|wikitable-infobox)(?:$|[\s_-])/i;
const besidesName =
  /(?:^|[\s_-])(?:related|recommend(?:ed|ations)?|similar|sponsored|comments?|reviews?|cookies?|navbox|sidebar)(?:$|[\s_-])/i;

const isBesides = (element: DomElement): boolean =>
  besides.has(element.localName) ||
  isHidden(element) ||
  ((besidesName.test(element.className) || besidesName.test(element.id)) &&
    !infoboxName.test(element.className));

const labelCharactersMax = 80;
const blocksMax = 60;
const valueCharactersMax = 1_000;

/** What was true once: a price before the sale. */
const isStruck = ({ localName }: DomElement): boolean =>
  localName === 'del' || localName === 's' || localName === 'strike';

/**
 * Text of a cell without footnote marks, scripts and what is not shown; parts that stand on lines of their own are
 * joined by `; `.
 */
const textOf = (element: DomElement): string => {
  let text = '';
  const write = (at: DomElement): void => {
    for (let node = at.firstChild; node !== null; node = node.nextSibling) {
      if (!isElement(node)) {
        if (node.nodeType === 3) text += node.data;
        continue;
      }
      const { localName: name } = node;
      if (
        isStruck(node) ||
        name === 'script' ||
        name === 'style' ||
        isHidden(node) ||
        /(?:^|\s)reference(?:$|\s)/.test(node.className)
      )
        continue;
      const isLine = name === 'li' || name === 'br' || name === 'p' || name === 'div';
      if (isLine && text.trim() !== '') text += '\n';
      write(node);
      if (isLine && name !== 'br') text += '\n';
    }
  };
  write(element);
  return text
    .split('\n')
    .map(collapsed)
    .filter((line) => line !== '')
    .join('; ');
};

const urlsIn = (element: DomElement, baseUrl: string): string[] => {
  const urls = elementsWithin(element, ['a', 'img'], 50).flatMap((one) => {
    const reference = attribute(one, one.localName === 'a' ? 'href' : 'src');
    const url = reference === null ? null : URL.parse(reference, baseUrl);
    return url === null || !/^(?:https?|mailto|tel):$/.test(url.protocol) ? [] : [url.href];
  });
  return [...new Set(urls)];
};

const dateIn = (element: DomElement): string | null => {
  const times = elementsWithin(element, ['time'], 2).map((time) => attribute(time, 'datetime'));
  if (times.length === 1) return times[0] ?? null;
  const birthday = elementsWithin(element, ['span'], 50).find(({ className }) =>
    /(?:^|\s)bday(?:$|\s)/.test(className),
  );
  return birthday === undefined ? null : collapsed(birthday.textContent);
};

interface Reading {
  readonly baseUrl: string;
  readonly found: LabelledPair[];
}

const add = (reading: Reading, label: string, value: DomElement, kind: LabelledPair['kind']): void => {
  const text = textOf(value);
  const clean = collapsed(label)
    .replace(/\s*[:：]$/, '')
    .replace(/^[•·–-]\s*/, '');
  if (clean === '' || clean.length > labelCharactersMax || text === '' || text.length > valueCharactersMax)
    return;
  const date = dateIn(value);
  reading.found.push({
    label: clean,
    value: text,
    urls: urlsIn(value, reading.baseUrl),
    ...(date === null ? {} : { date }),
    kind,
    where: elementPath(value),
  });
};

const cellsOf = (row: DomElement): DomElement[] =>
  row.children.filter(({ localName }) => localName === 'td' || localName === 'th');

/**
 * A table whose first row is all headers: with one row below it, each header is the label of its cell; with several,
 * of a column, which
 * is no one's value.
 */
const readRecords = (table: DomElement, rows: readonly DomElement[][], reading: Reading): void => {
  const [headers = [], ...records] = rows.filter((cells) => cells.length > 1);
  const isHeader = headers.length > 1 && headers.every(({ localName }) => localName === 'th');
  const isEven = records.every(
    (cells) => cells.length === headers.length && cells.some(({ localName }) => localName === 'td'),
  );
  if (!isHeader || !isEven || records.length === 0) return;
  const [only] = records;
  if (records.length === 1 && only !== undefined) {
    for (const [at, cell] of only.entries()) add(reading, textOf(headers[at] ?? cell), cell, 'key-value');
    return;
  }
  const where = elementPath(table);
  for (const [at, header] of headers.entries()) {
    const cells = records.slice(0, limits.pairsPerPageMax).map((cells) => {
      const cell = cells[at];
      return cell === undefined ? '' : textOf(cell);
    });
    const label = textOf(header);
    if (label === '' || label.length > labelCharactersMax) continue;
    reading.found.push({ label, value: cells.join('; '), urls: [], cells, kind: 'key-value', where });
  }
};

/** Rows of a table of labels: each has one label and one value, or is a heading over all columns. */
const readTable = (table: DomElement, reading: Reading): void => {
  const isInfobox = infoboxName.test(table.className);
  const rows = elementsWithin(table, ['tr'], limits.pairsPerPageMax)
    .filter((row) => findAncestor(row, ({ localName }) => localName === 'table') === table)
    .map(cellsOf);
  readRecords(table, rows, reading);
  const pairs = rows.filter((cells) => cells.length === 2);
  const isPlain = rows.every(({ length }) => length <= 2);
  const heads = pairs.filter(([label, value]) => label?.localName === 'th' && value?.localName === 'td');
  if (!isInfobox && !isPlain) return;
  // A header row of two columns makes it a table of records, whose first column holds no labels.
  if (!isInfobox && pairs[0]?.every(({ localName }) => localName === 'th') === true) return;
  const isLabelled = heads.length > 0;
  let section = '';
  for (const cells of rows) {
    const [label, value] = cells;
    if (label === undefined) continue;
    if (value === undefined) {
      section = label.localName === 'th' ? textOf(label) : '';
      continue;
    }
    if (isLabelled && (label.localName !== 'th' || value.localName !== 'td')) continue;
    const text = textOf(label);
    const isPart = /^[•·–]/.test(text);
    if (!isPart && isInfobox) section = text;
    const full = isPart && section !== '' ? `${section} ${text.replace(/^[•·–]\s*/, '')}` : text;
    add(reading, full, value, isInfobox ? 'infobox' : 'key-value');
  }
};

const readDefinitions = (list: DomElement, reading: Reading): void => {
  const entries = list.children.flatMap((child) => (child.localName === 'div' ? child.children : [child]));
  let label: DomElement | null = null;
  for (const [at, entry] of entries.entries()) {
    if (entry.localName === 'dt') label = entry;
    // Several values of one label, and an answer to a question, are no pair.
    else if (entry.localName === 'dd' && label !== null && entries[at + 1]?.localName !== 'dd') {
      add(reading, textOf(label), entry, 'key-value');
      label = null;
    } else label = null;
  }
};

const blockNames = new Set(['div', 'li', 'span', 'p', 'dt', 'dd', 'b', 'strong', 'em', 'h4', 'h5', 'h6']);

/** A list of blocks that are all alike, each of a label and a value: two elements and no text beside them. */
const readBlocks = (list: DomElement, reading: Reading): void => {
  const blocks = list.children;
  if (blocks.length < 2 || blocks.length > blocksMax) return;
  const [first] = blocks;
  const plain = ({ textContent }: DomElement): string => collapsed(textContent).replaceAll(' ', '');
  const isPair = (block: DomElement): boolean =>
    block.localName === first?.localName &&
    block.children.length === 2 &&
    block.children.every(({ localName }) => blockNames.has(localName)) &&
    plain(block) === block.children.map(plain).join('');
  if (!blocks.every(isPair)) return;
  for (const block of blocks) {
    const [label, value] = block.children;
    const isShort = collapsed(value?.textContent ?? '').length <= 200;
    if (label !== undefined && value !== undefined && isShort)
      add(reading, textOf(label), value, 'key-value');
  }
};

/** An infobox that is no table, as Fandom writes it (`aside.portable-infobox`). */
const readPortable = (box: DomElement, reading: Reading): void => {
  for (const row of elementsWithin(box, ['div', 'section'], limits.pairsPerPageMax)) {
    if (!/(?:^|\s)pi-data(?:$|\s)/.test(row.className)) continue;
    const part = (name: string): DomElement | undefined =>
      elementsWithin(row, ['h3', 'div'], 10).find(({ className }) => className.split(/\s+/).includes(name));
    const [label, value] = [part('pi-data-label'), part('pi-data-value')];
    if (label !== undefined && value !== undefined) add(reading, textOf(label), value, 'infobox');
  }
};

/** A list entry or paragraph that is `<strong>Label:</strong> value`. */
const readLine = (line: DomElement, reading: Reading): void => {
  const first = line.firstElementChild;
  if (first === null || !['strong', 'b', 'span', 'em'].includes(first.localName)) return;
  let node = line.firstChild;
  while (node !== null && !isElement(node) && collapsed(node.textContent) === '') node = node.nextSibling;
  const label = collapsed(first.textContent);
  const rest = collapsed(line.textContent).slice(label.length).trimStart();
  if (
    node !== first ||
    !(/[:：]$/.test(label) || /^[:：]/.test(rest)) ||
    elementsWithin(line, ['br'], 1).length > 0
  )
    return;
  const value = rest.replace(/^[:：]\s*/, '');
  if (value === '' || label.length > labelCharactersMax || value.length > 300) return;
  reading.found.push({
    label: label.replace(/\s*[:：]$/, ''),
    value,
    urls: urlsIn(line, reading.baseUrl),
    ...(dateIn(line) === null ? {} : { date: dateIn(line) ?? '' }),
    kind: 'key-value',
    where: elementPath(line),
  });
};

/**
 * Labels with their values in a page's tree: rows `th | td`, tables of two columns, definition lists, infoboxes, and
 * lines that begin with a strong label. Not those of navigation, sidebars, forms, footers, comments and reviews, nor
 * what is not shown. At most `limits.pairsPerPageMax`.
 */
export const pairsInPage = (page: ParsedPage, baseUrl: string): LabelledPair[] => {
  const reading: Reading = { baseUrl, found: [] };
  for (const element of elementsWithin(page.body, [
    'table',
    'dl',
    'aside',
    'ul',
    'section',
    'li',
    'p',
    'div',
  ])) {
    const isBox = infoboxName.test(element.className);
    if (!isBox && element.localName === 'aside') continue;
    const isOutside = (outer: DomElement): boolean => isBesides(outer) && !infoboxName.test(outer.className);
    if (reading.found.length >= limits.pairsPerPageMax) break;
    if ((!isBox && isBesides(element)) || findAncestor(element, isOutside) !== null) continue;
    if (element.localName === 'table') readTable(element, reading);
    else if (element.localName === 'dl') readDefinitions(element, reading);
    else if (element.localName === 'aside') readPortable(element, reading);
    else if (['ul', 'section'].includes(element.localName)) readBlocks(element, reading);
    else {
      if (element.localName === 'div') readBlocks(element, reading);
      if (element.localName !== 'div' || element.childElementCount <= 3) readLine(element, reading);
    }
  }
  return reading.found;
};
