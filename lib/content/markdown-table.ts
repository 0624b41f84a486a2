import { attribute, elementNode, isElement, isText } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';
import { block, writeChildren, type Place, type Rule } from './markdown-place.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import { holdsAny } from './text-summary.ts';

/** Cells that one cell may span. Sites write 1,000 to mean "all". */
const spanMax = 50;
/** Rows of wider tables are not filled up: a row of 10,000 cells above 10,000 short ones is a bomb. */
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

/** Rows of a table in order, not those of tables inside it. */
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

/** What only fits outside a table: a cell of GitHub Flavored Markdown is one line. */
const blockNames = ['table', 'pre', 'h1', 'h2', 'h3', 'blockquote'];

/** True for a table that only arranges: one column, or blocks in cells under no header, or said to be so. */
const isLayout = (table: DomElement, rows: readonly TableRow[]): boolean => {
  if (['presentation', 'none'].includes(table.getAttribute('role') ?? '')) return true;
  if (rows.every(({ element }) => cellsOf(element).length <= 1)) return true;
  const hasHeader = rows.some(
    ({ element, isHeader }) => isHeader || cellsOf(element).some(({ localName }) => localName === 'th'),
  );
  return !hasHeader && holdsAny(table, blockNames);
};

/** Contents in their columns: a cell that spans leaves the columns and rows it covers empty. */
const gridOf = (rows: readonly TableRow[], contentOf: (cell: DomElement) => string): string[][] => {
  // For each column, how many of the rows to come are covered by a cell above.
  const covered: number[] = [];
  return rows.map(({ element }) => {
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
      for (let column = 0; column < width; column += 1) {
        covered[line.length] = below;
        line.push(column === 0 ? contentOf(cell) : '');
      }
    }
    skipCovered();
    return line;
  });
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/**
 * A table in GitHub Flavored Markdown (specification section 4.10). A table without a header row gets an empty one: the
 * format wants one, and the first row of data is not it. Cells beyond the header's would not be shown, so it is as wide
 * as the widest row.
 */
const markdownTable = (rows: readonly TableRow[], contentOf: (cell: DomElement) => string): string => {
  const grid = gridOf(rows, contentOf);
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
  return [
    line(header),
    line(Array.from({ length: width }, () => '---')),
    ...body.map((cells) => line(width <= paddedColumnsMax ? fill(cells, width) : cells)),
  ].join('\n');
};

const cellText = (place: Place, cell: DomElement): string => {
  const out = new MarkdownWriter('<br>');
  writeChildren({ ...place, out }, cell);
  return out.toString().replace(/\|/g, '\\|');
};

const sectionParts = new Set(['tr']);
const rowParts = new Set(['td', 'th']);
/** What belongs in each part of a table. */
const partsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['table', new Set(['tr', 'thead', 'tbody', 'tfoot', 'col', 'colgroup'])],
  ['thead', sectionParts],
  ['tbody', sectionParts],
  ['tfoot', sectionParts],
  ['tr', rowParts],
]);

/** What stands in a table and in no cell of it goes before the table, as in browsers; its caption is there already. */
const writeStrays = (place: Place, element: DomElement): void => {
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

export const table: Rule = (place, element) => {
  const { out } = place;
  const rows = rowsOf(element);
  out.block(2);
  const isArranged = isLayout(element, rows);
  writeStrays(place, element);
  if (isArranged || out.isOneLine) {
    for (const { element: row } of rows) {
      for (const cell of cellsOf(row)) {
        if (isArranged) block(place, cell);
        else {
          writeChildren(place, cell);
          out.space();
        }
      }
      out.block(1);
    }
  } else {
    const markdown = markdownTable(rows, (cell) => cellText(place, cell));
    if (markdown !== '') out.lines(markdown);
  }
  out.block(2);
};
