import { isElement, type DomElement } from './dom.ts';

/** One cell: its markdown on one line, and how many columns and rows it covers. */
export interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
  readonly isHeader: boolean;
}

const spanMax = 100;

const spanOf = (cell: DomElement, name: string): number => {
  const span = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isInteger(span) && span > 1 ? Math.min(span, spanMax) : 1;
};

/** Size and kind of a table cell; its text is given, because it is converted before its table. */
export const cellOf = (cell: DomElement, text: string): Cell => ({
  text,
  columns: spanOf(cell, 'colspan'),
  rows: spanOf(cell, 'rowspan'),
  isHeader: cell.localName === 'th',
});

const sections = new Set(['thead', 'tbody', 'tfoot']);

/** Rows of a table, without those of tables inside it. Sections stand in the order of the page. */
export const rowsOf = (table: DomElement): DomElement[] =>
  table.childNodes
    .filter(isElement)
    .flatMap((child) => (sections.has(child.localName) ? child.childNodes.filter(isElement) : [child]))
    .filter((child) => child.localName === 'tr');

export const cellsOf = (row: DomElement): DomElement[] =>
  row.childNodes.filter(isElement).filter(({ localName }) => localName === 'td' || localName === 'th');

/**
 * True for a table that only places things on the page: it has one column, one row of no header cells, or holds
 * another table or a heading. Its content is written one cell after the other.
 */
export const isLayoutTable = (table: DomElement): boolean => {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return true;
  const rows = rowsOf(table);
  const widest = rows.reduce((most, row) => Math.max(most, cellsOf(row).length), 0);
  if (widest <= 1) return true;
  const hasHeader = table.getElementsByTagName('th').length > 0;
  if (rows.length === 1 && !hasHeader) return true;
  return !hasHeader && ['table', 'h1', 'h2', 'h3'].some((name) => table.getElementsByTagName(name).length > 0);
};

/** Lays cells out on a grid: a cell stands in its first place, the others that it covers are empty. */
export const gridOf = (rows: readonly (readonly Cell[])[]): string[][] => {
  const grid: string[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row) {
      while (grid[y]?.[x] !== undefined) x += 1;
      for (let dy = 0; dy < cell.rows && y + dy < grid.length; dy += 1) {
        for (let dx = 0; dx < cell.columns; dx += 1) (grid[y + dy] ?? [])[x + dx] = dx + dy === 0 ? cell.text : '';
      }
      x += cell.columns;
    }
  }
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  return grid.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ''));
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/**
 * A GFM table (spec section 4.10). Its header is the first row if that has header cells only; otherwise an empty one,
 * because GFM has no table without a header and the first row of data is not one.
 */
export const markdownTable = (rows: readonly (readonly Cell[])[]): string => {
  const filled = rows.filter((row) => row.length > 0);
  const grid = gridOf(filled);
  const hasHeader = filled[0]?.every((cell) => cell.isHeader) === true;
  const width = grid[0]?.length ?? 0;
  const header = hasHeader ? (grid[0] ?? []) : Array.from({ length: width }, () => '');
  const body = hasHeader ? grid.slice(1) : grid;
  return [line(header), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n');
};
