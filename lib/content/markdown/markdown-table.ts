import { attribute, elementNode, isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { detectAdmonition } from './admonition.ts';
import { ListMarkers } from './list-markers.ts';
import { strong, writeChildren, type MarkdownPlace, type MarkdownRule } from './markdown-place.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { writeAdmonition, block } from './block.ts';
import { blockNames as pageBlocks, headingNames } from './element-names.ts';

/** Most columns or rows that one cell may span. Sites write 1,000 to mean "all". */
const spanMax = 50;
/** Rows of wider tables are not padded: a row of 10,000 cells above 10,000 short rows would be a bomb. */
const paddedColumnsMax = 50;

interface TableRow {
  readonly element: DomElement;
  readonly isHeader: boolean;
}

const partNames = new Set(['thead', 'tbody', 'tfoot']);
const isCell = ({ localName }: DomElement): boolean => localName === 'td' || localName === 'th';

const childrenNamed = (element: DomElement, isWanted: (child: DomElement) => boolean): DomElement[] => {
  const found: DomElement[] = [];
  for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === elementNode && isWanted(node)) found.push(node);
  }
  return found;
};

/** Returns the rows of a table in order, without the rows of tables inside it. */
const rowsOf = (table: DomElement): TableRow[] =>
  childrenNamed(table, () => true).flatMap((part) => {
    if (part.localName === 'tr') return [{ element: part, isHeader: false }];
    if (!partNames.has(part.localName)) return [];
    return childrenNamed(part, ({ localName }) => localName === 'tr').map((element) => ({
      element,
      isHeader: part.localName === 'thead',
    }));
  });

const cellsOf = (row: DomElement): DomElement[] => childrenNamed(row, isCell);

const spanOf = (cell: DomElement, name: 'colspan' | 'rowspan'): number => {
  const span = Number.parseInt(attribute(cell, name) ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), spanMax);
};

/** Elements that fit only outside a table: a cell of GitHub Flavored Markdown is one line. */
const blockNames = ['table', 'h1', 'h2', 'h3', 'blockquote'];
/** Elements that should not stand in a list item. */
const sectionNames = [...headingNames, 'table', 'hr'];

/**
 * What a table is: data in columns; one column of records, which are a list; or a page layout: it says so, has one
 * cell, or has blocks under no header.
 */
type TableKind = 'data' | 'records' | 'layout';

const kindOf = (table: DomElement, rows: readonly TableRow[]): TableKind => {
  if (['presentation', 'none'].includes(table.getAttribute('role') ?? '')) return 'layout';
  if (rows.every(({ element }) => cellsOf(element).length <= 1)) {
    const filled = rows.filter(({ element }) => summarizeText(element).length > 0);
    return filled.length < 2 || rows.some(({ element }) => holdsAny(element, sectionNames))
      ? 'layout'
      : 'records';
  }
  const hasHeader = rows.some(
    ({ element, isHeader }) => isHeader || cellsOf(element).some(({ localName }) => localName === 'th'),
  );
  if (hasHeader) return 'data';
  // Code beside its line numbers is a layout.
  if (rows.length === 1 && holdsAny(table, ['pre'])) return 'layout';
  return holdsAny(table, blockNames) ? 'layout' : 'data';
};

type Alignment = 'left' | 'right' | 'center';

interface Grid {
  readonly lines: readonly string[][];
  /** For each column, the alignment of the first of its cells that states one. */
  readonly alignments: readonly (Alignment | undefined)[];
}

const alignmentOf = (cell: DomElement): Alignment | undefined => {
  if (cell.pairs.length === 0) return undefined;
  const style = /(?:^|;)\s*text-align\s*:\s*(left|right|center)/i.exec(cell.getAttribute('style') ?? '')?.[1];
  const found = /^(?:left|right|center)$/i.exec((style ?? cell.getAttribute('align') ?? '').trim());
  return found === null ? undefined : (found[0].toLowerCase() as Alignment);
};

/** Puts contents into their columns. A spanning cell leaves the other columns and rows that it covers empty. */
const gridOf = (rows: readonly TableRow[], contentOf: (cell: DomElement) => string): Grid => {
  // For each column, how many of the following rows a cell above covers.
  const covered: number[] = [];
  const alignments: (Alignment | undefined)[] = [];
  const lines = rows.map(({ element }) => {
    const line: string[] = [];
    const skipCovered = (): void => {
      for (let left = covered[line.length] ?? 0; left > 0; left = covered[line.length] ?? 0) {
        covered[line.length] = left - 1;
        line.push('');
      }
    };
    for (const cell of cellsOf(element)) {
      skipCovered();
      const below = spanOf(cell, 'rowspan') - 1;
      const width = spanOf(cell, 'colspan');
      alignments[line.length] ??= alignmentOf(cell);
      for (let column = 0; column < width; column += 1) {
        covered[line.length] = below;
        line.push(column === 0 ? contentOf(cell) : '');
      }
    }
    skipCovered();
    return line;
  });
  return { lines, alignments };
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const rules: Readonly<Record<Alignment, string>> = { left: ':---', right: '---:', center: ':---:' };

/**
 * Writes a table in GitHub Flavored Markdown (specification section 4.10). A table without a header row gets an empty
 * one: the format requires one, and the first row of data is no header. Readers would not show cells beyond the
 * header's, so the header is as wide as the widest row.
 */
const markdownTable = (rows: readonly TableRow[], contentOf: (cell: DomElement) => string): string => {
  const { lines: grid, alignments } = gridOf(rows, contentOf);
  const width = grid.reduce((most, { length }) => Math.max(most, length), 0);
  if (width === 0 || grid.every((cells) => cells.every((cell) => cell === ''))) return '';
  const [first] = rows;
  const hasHeader =
    first !== undefined &&
    (first.isHeader || cellsOf(first.element).every(({ localName }) => localName === 'th'));
  const fill = (cells: readonly string[], to: number): string[] => [
    ...cells,
    ...Array.from({ length: Math.max(0, to - cells.length) }, () => ''),
  ];
  const header = fill(hasHeader ? (grid[0] ?? []) : [], width);
  const body = (hasHeader ? grid.slice(1) : grid).filter((cells) => cells.some((cell) => cell !== ''));
  const ruleOf = (column: number): string => {
    const alignment = alignments[column];
    return alignment === undefined ? '---' : rules[alignment];
  };
  return [
    line(header),
    line(Array.from({ length: width }, (_, column) => ruleOf(column))),
    ...body.map((cells) => line(width <= paddedColumnsMax ? fill(cells, width) : cells)),
  ].join('\n');
};

const cellText = (place: MarkdownPlace, cell: DomElement): string => {
  const out = new MarkdownWriter('<br>', place.links.areReferences);
  writeChildren({ ...place, out, lists: new ListMarkers() }, cell);
  return out.toString().replace(/\|/g, '\\|');
};

const sectionParts = new Set(['tr']);
const rowParts = new Set(['td', 'th']);
/** Elements that may stand in each part of a table. */
const partsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['table', new Set(['tr', 'thead', 'tbody', 'tfoot', 'col', 'colgroup'])],
  ['thead', sectionParts],
  ['tbody', sectionParts],
  ['tfoot', sectionParts],
  ['tr', rowParts],
]);

/**
 * Writes content that stands in a table outside of any cell before the table, as browsers do; the caption is there
 * already.
 */
const writeStrays = (place: MarkdownPlace, element: DomElement): void => {
  const parts = partsOf.get(element.localName);
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) place.out.text(node.data);
    else if (isElement(node) && parts?.has(node.localName) !== true) {
      place.out.block(2);
      (place.rules.get(node.localName) ?? block)(place, node);
      place.out.block(2);
    } else if (isElement(node) && parts !== rowParts) writeStrays(place, node);
  }
};

/** Writes a row of a layout: short cells side by side, others one after the other. */
const writeArranged = (place: MarkdownPlace, row: DomElement): void => {
  const { out } = place;
  const isLine = !holdsAny(row, pageBlocks);
  out.block(2);
  for (const cell of cellsOf(row)) {
    if (isLine) {
      writeChildren(place, cell);
      out.space();
    } else block(place, cell);
  }
  out.block(2);
};

/** Writes the rows of one column: each as an item, under their header. */
const writeRecords = (place: MarkdownPlace, rows: readonly TableRow[]): void => {
  const { out } = place;
  const isHead = ({ element, isHeader }: TableRow): boolean =>
    isHeader || cellsOf(element).every(({ localName }) => localName === 'th');
  const heads = rows.findIndex((row) => !isHead(row));
  for (const { element } of rows.slice(0, Math.max(heads, 0))) {
    out.block(2);
    out.onOneLine(() => strong(place, element));
    out.block(2);
  }
  place.lists.begin(place.out, 'bullet', false);
  const { marker } = place.lists;
  for (const { element } of rows.slice(Math.max(heads, 0))) {
    out.block(1);
    const { length } = out;
    const before = out.item(`${marker} `);
    for (const cell of cellsOf(element)) writeChildren(place, cell);
    out.end(before);
    out.block(1);
    if (out.length > length && !holdsAny(element, pageBlocks)) out.closeUp();
  }
  place.lists.end(place.out, 'bullet');
};

export const table: MarkdownRule = (place, element) => {
  const { out } = place;
  const admonition = out.isOneLine ? null : detectAdmonition(element);
  if (admonition !== null) {
    writeAdmonition(place, element, admonition);
    return;
  }
  const rows = rowsOf(element);
  const kind = kindOf(element, rows);
  out.block(2);
  writeStrays(place, element);
  if (out.isOneLine) {
    for (const { element: row } of rows) {
      for (const cell of cellsOf(row)) {
        writeChildren(place, cell);
        out.space();
      }
      out.block(1);
    }
  } else if (kind === 'layout') for (const row of rows) writeArranged(place, row.element);
  else if (kind === 'records') writeRecords(place, rows);
  else {
    const markdown = markdownTable(rows, (cell) => cellText(place, cell));
    if (markdown !== '') out.lines(markdown);
  }
  out.block(2);
};
