import type { ParsedPage } from './dom/document.ts';
import { collapsed, findAncestor, elementsWithin } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { elementPath } from './dom/element-path.ts';
import { isHidden } from './dom/hiding-rules.ts';
import { limits } from '../limits/limits.ts';
import type { LabelledPair } from './labelled-pair.ts';
import { besidesLevel } from './besides-heading.ts';
import { buyPairs } from './buy-pairs.ts';
import { readBlocks, readLine } from './pair-blocks.ts';
import { addPair, cellText, labelCharactersMax, labelledText, type PairReading } from './pair-text.ts';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const listNames: ReadonlySet<string> = new Set(['ul', 'section', 'article', 'main']);

/** Elements in which pairs say nothing about the page's subject. */
const besidesNames = new Set(['nav', 'aside', 'footer', 'form', 'template', 'noscript']);
const infoboxName = /(?:^|\s)(?:infobox|portable-infobox|taxobox|wikitable-infobox)(?:$|[\s_-])/i;
const besidesName =
  /(?:^|[\s_-])(?:related|recommend(?:ed|ations)?|similar|sponsored|comments?|reviews?|cookies?|navbox|sidebar)(?:$|[\s_-])/i;

const isBesides = (element: DomElement): boolean =>
  besidesNames.has(element.localName) ||
  isHidden(element) ||
  ((besidesName.test(element.className) || besidesName.test(element.id)) &&
    !infoboxName.test(element.className));

const cellsOf = (row: DomElement): DomElement[] =>
  row.children.filter(({ localName }) => localName === 'td' || localName === 'th');

/** Words of a row that sums its table up. */
const totalName =
  /^(?:(?:grand |sub)?totals?|totale?|sum|summe|(?:gesamt|end|zwischen)summe|gesamt|insgesamt|somme|suma|razem|totaal|合計|合计|总计|小計)\s*:?$/i;

/** Says whether a row sums its table up: what stands there is no record. */
const isSum = ([cell]: readonly DomElement[], at: number, rows: readonly unknown[]): boolean =>
  cell !== undefined &&
  (cell.parentNode?.parentNode?.localName === 'tfoot' ||
    (at === rows.length - 1 && totalName.test(cellText(cell).trim())));

/**
 * Reads a table whose first row is all headers. With one row below it, each header is the label of its cell. With
 * several rows, each header is the label of a column, which has no single value.
 */
const readRecords = (table: DomElement, rows: readonly DomElement[][], reading: PairReading): void => {
  const [headers = [], ...records] = rows.filter((cells) => cells.length > 1);
  const isHeader = headers.length > 1 && headers.every(({ localName }) => localName === 'th');
  const isEven = records.every(
    (cells) => cells.length === headers.length && cells.some(({ localName }) => localName === 'td'),
  );
  if (!isHeader || !isEven || records.length === 0) return;
  const [only] = records;
  if (records.length === 1 && only !== undefined) {
    for (const [at, cell] of only.entries())
      addPair(reading, cellText(headers[at] ?? cell), cell, 'key-value');
    return;
  }
  const where = elementPath(table);
  for (const [at, header] of headers.entries()) {
    const label = cellText(header);
    const cells = records.slice(0, limits.pairsPerPageMax).map((cells) => {
      const cell = cells[at];
      return cell === undefined ? '' : labelledText(label, cell);
    });
    if (label === '' || label.length > labelCharactersMax) continue;
    reading.found.push({ label, value: cells.join('; '), urls: [], cells, kind: 'key-value', where });
  }
};

/** Headers over a column of labels. */
const labelHeaders: ReadonlySet<string> = new Set(
  (
    'property attribute feature specification specifications spec detail details item characteristic field key ' +
    'eigenschaft merkmal angabe bezeichnung caractéristique caractéristiques propriété attribut característica ' +
    'características propiedad atributo 項目 仕様'
  ).split(' '),
);

const nameOfHeader = (cells: readonly DomElement[] | undefined): string =>
  cells?.[0] === undefined ? '' : cellText(cells[0]).toLowerCase();

/** Reads a table of labels: each row has one label and one value, or is a heading over all columns. */
const readTable = (table: DomElement, reading: PairReading): void => {
  const isInfobox = infoboxName.test(table.className);
  const rows = elementsWithin(table, ['tr'], limits.pairsPerPageMax)
    .filter((row) => findAncestor(row, ({ localName }) => localName === 'table') === table)
    .map(cellsOf);
  readRecords(
    table,
    rows.filter((cells, at) => !isSum(cells, at, rows)),
    reading,
  );
  const pairs = rows.filter((cells) => cells.length === 2);
  const isPlain = rows.every(({ length }) => length <= 2);
  const heads = pairs.filter(([label, value]) => label?.localName === 'th' && value?.localName === 'td');
  if (!isInfobox && !isPlain) return;
  // A header row over two columns makes it a table of records, whose first column holds no labels, unless its header
  // says that it does.
  const isHeaded = pairs[0]?.every(({ localName }) => localName === 'th') === true;
  if (!isInfobox && isHeaded && !labelHeaders.has(nameOfHeader(pairs[0]))) return;
  const isLabelled = heads.length > 0 && !isHeaded;
  let section = '';
  for (const cells of rows) {
    const [label, value] = cells;
    if (label === undefined) continue;
    if (value === undefined) {
      section = label.localName === 'th' ? cellText(label) : '';
      continue;
    }
    if (isLabelled && (label.localName !== 'th' || value.localName !== 'td')) continue;
    const text = cellText(label);
    const isPart = /^[•·–]/.test(text);
    if (!isPart && isInfobox) section = text;
    const full = isPart && section !== '' ? `${section} ${text.replace(/^[•·–]\s*/, '')}` : text;
    addPair(reading, full, value, isInfobox ? 'infobox' : 'key-value');
  }
};

const readDefinitions = (list: DomElement, reading: PairReading): void => {
  const entries = list.children.flatMap((child) => (child.localName === 'div' ? child.children : [child]));
  let label: DomElement | null = null;
  for (const [at, entry] of entries.entries()) {
    if (entry.localName === 'dt') label = entry;
    // Several values of one label, or an answer to a question, are no pair.
    else if (entry.localName === 'dd' && label !== null && entries[at + 1]?.localName !== 'dd') {
      addPair(reading, cellText(label), entry, 'key-value');
      label = null;
    } else label = null;
  }
};

/** Reads an infobox that is no table, as Fandom writes it (`aside.portable-infobox`). */
const readPortable = (box: DomElement, reading: PairReading): void => {
  for (const row of elementsWithin(box, ['div', 'section'], limits.pairsPerPageMax)) {
    if (!/(?:^|\s)pi-data(?:$|\s)/.test(row.className)) continue;
    const part = (name: string): DomElement | undefined =>
      elementsWithin(row, ['h3', 'div'], 10).find(({ className }) => className.split(/\s+/).includes(name));
    const [label, value] = [part('pi-data-label'), part('pi-data-value')];
    if (label !== undefined && value !== undefined) addPair(reading, cellText(label), value, 'infobox');
  }
};

/** Says whether an element stands in a part beside the page's subject. */
const isOutsideSubject = (element: DomElement): boolean =>
  findAncestor(element, (outer) => isBesides(outer) && !infoboxName.test(outer.className)) !== null;

const factsMin = 3;

/**
 * Reads a sidebar with facts about the page's subject only, as pages of packages have it: headings, each with one short
 * line under it.
 */
const readFacts = (aside: DomElement, reading: PairReading): void => {
  const parts = aside.children.filter((child) => !isHidden(child));
  const count = parts.length / 2;
  const isBeside = besidesName.test(aside.className) || besidesName.test(aside.id);
  if (isBeside || isHidden(aside) || count < factsMin || !Number.isInteger(count)) return;
  if (findAncestor(aside, isBesides) !== null) return;
  const isFacts = parts.every(({ localName, textContent }, at) => {
    const { length } = collapsed(textContent);
    if (at % 2 === 0) return headings.includes(localName) && length > 0 && length <= labelCharactersMax;
    return ['p', 'div', 'span'].includes(localName) && length > 0 && length <= factCharactersMax;
  });
  if (!isFacts) return;
  for (let at = 0; at < parts.length; at += 2) {
    const [label, value] = [parts[at], parts[at + 1]];
    if (label !== undefined && value !== undefined) addPair(reading, cellText(label), value, 'key-value');
  }
};
const factCharactersMax = 120;

/**
 * Reads labels with their values from a page's tree: rows `th | td`, tables of two columns, definition lists,
 * infoboxes, and lines that begin with a strong label. Leaves out navigation, sidebars, forms, footers, comments,
 * reviews and hidden parts. Returns at most `limits.pairsPerPageMax`.
 */
export const pairsInPage = (page: ParsedPage, baseUrl: string): LabelledPair[] => {
  const reading: PairReading = { baseUrl, found: [] };
  readBlocks(page.body, reading);
  let besides = 0;
  for (const element of elementsWithin(page.body, [
    'table',
    'dl',
    'aside',
    'ul',
    'section',
    'article',
    'main',
    'li',
    'p',
    'div',
    ...headings,
  ])) {
    const level = headings.indexOf(element.localName) + 1;
    if (level > 0) besides = besidesLevel(besides, level, collapsed(element.textContent));
    if (level > 0 || besides > 0) continue;
    const isBox = infoboxName.test(element.className);
    if (reading.found.length >= limits.pairsPerPageMax) break;
    if (!isBox && element.localName === 'aside') {
      readFacts(element, reading);
      continue;
    }
    if ((!isBox && isBesides(element)) || isOutsideSubject(element)) continue;
    if (element.localName === 'table') readTable(element, reading);
    else if (element.localName === 'dl') readDefinitions(element, reading);
    else if (element.localName === 'aside') readPortable(element, reading);
    else if (listNames.has(element.localName)) readBlocks(element, reading);
    else {
      if (element.localName === 'div') readBlocks(element, reading);
      if (element.localName !== 'div' || element.childElementCount <= 3) readLine(element, reading);
    }
  }
  const told = new Set<string>();
  const found = reading.found.filter(({ label, value, cells, where }) => {
    const key = `${label}\n${value}${cells === undefined ? '' : where}`;
    return told.size < told.add(key).size;
  });
  return [...found, ...buyPairs(page.body, isOutsideSubject)];
};
