import { inertOnTerminal } from '../inert-text.ts';

/** A column: its heading, what it shows of a row, and whether that is a number, which stands to the right. */
export interface Column<Row> {
  readonly heading: string;
  readonly show: (row: Row) => string;
  readonly isNumber?: boolean;
}

const gap = 2;
/** A column is not cut below this, in characters. */
const columnMin = 8;

/** One line to a cell: what a site or a person named holds anything, and control characters act on the terminal. */
const plain = (text: string): string => inertOnTerminal(text.replaceAll(/\p{Cc}/gu, ' '));

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** Each column as its widest cell; where `width` does not hold them all, the widest ones less. */
const widthsOf = (lines: readonly (readonly string[])[], width: number): readonly number[] => {
  const [headings = []] = lines;
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  for (;;) {
    const used = widths.reduce((sum, each) => sum + each + gap, -gap);
    const widest = Math.max(...widths);
    if (used <= width || widest <= columnMin) return widths;
    widths[widths.indexOf(widest)] = widest - 1;
  }
};

/**
 * Rows under headings for people: each column as wide as its widest cell, and no line wider than `width`, for which
 * the widest columns are cut.
 */
export const textTable = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width = Number.POSITIVE_INFINITY,
): string => {
  const lines = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map(({ show }) => plain(show(row)))),
  ];
  const widths = widthsOf(lines, width);
  return lines
    .map((line) => {
      const cells = line.map((cell, at) => {
        const shown = cut(cell, widths[at] ?? 0);
        return columns[at]?.isNumber === true
          ? shown.padStart(widths[at] ?? 0)
          : shown.padEnd(widths[at] ?? 0);
      });
      return cut(cells.join(' '.repeat(gap)).trimEnd(), width);
    })
    .join('\n');
};
