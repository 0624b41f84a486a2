import { attribute, isElement, type DomElement, type DomNode } from './dom.ts';

/** Cells that one cell may span. Sites write 1,000 to mean "all". */
const spanMax = 50;
/** Rows of wider tables are not filled up: a row of 10,000 cells above 10,000 short ones is a bomb. */
const paddedColumnsMax = 50;

export interface TableRow {
  readonly element: DomElement;
  readonly isHeader: boolean;
}

const elementsOf = (element: DomElement): DomElement[] => {
  const found: DomElement[] = [];
  for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) found.push(node);
  }
  return found;
};

const isCell = ({ localName }: DomElement): boolean => localName === 'td' || localName === 'th';

/** Rows of a table in order, not those of tables inside it. linkedom has no `table.rows`. */
export const rowsOf = (table: DomElement): TableRow[] =>
  elementsOf(table).flatMap((part) => {
    if (part.localName === 'tr') return [{ element: part, isHeader: false }];
    if (!['thead', 'tbody', 'tfoot'].includes(part.localName)) return [];
    return elementsOf(part)
      .filter(({ localName }) => localName === 'tr')
      .map((element) => ({ element, isHeader: part.localName === 'thead' }));
  });

export const cellsOf = (row: DomElement): DomElement[] => elementsOf(row).filter(isCell);

const spanOf = (cell: DomElement, name: 'colspan' | 'rowspan'): number => {
  const span = Number.parseInt(attribute(cell, name) ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), spanMax);
};

/** True for a table that only arranges: one column, another table inside, or said to be so. */
export const isLayout = (table: DomElement, rows: readonly TableRow[]): boolean =>
  ['presentation', 'none'].includes(table.getAttribute('role') ?? '') ||
  table.getElementsByTagName('table').length > 0 ||
  rows.every(({ element }) => cellsOf(element).length <= 1);

/** A cell is one line: breaks and paragraphs become `<br>`, and a pipe would end it. */
const oneLine = (content: string): string =>
  content
    .trim()
    .replace(/\s*\n\s*/g, '<br>')
    .replace(/\|/g, '\\|');

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
        line.push(column === 0 ? oneLine(contentOf(cell)) : '');
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
export const markdownTable = (rows: readonly TableRow[], contentOf: (cell: DomElement) => string): string => {
  const grid = gridOf(rows, contentOf);
  const width = grid.reduce((most, { length }) => Math.max(most, length), 0);
  if (width === 0) return '';
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
