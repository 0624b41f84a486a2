import { inertOnTerminal } from '../inert-text.ts';

/** A column: its heading, its text for a row, and whether that is a number, which is aligned to the right. */
export interface Column<Row> {
  readonly heading: string;
  readonly show: (row: Row) => string;
  readonly isNumber?: boolean;
}

const gap = 2;
/** A column is not cut below this, in characters. */
const columnMin = 8;

/**
 * Makes a text safe for one line of a cell: texts from sites and users may hold any characters, and terminals execute
 * control characters.
 */
const plain = (text: string): string => inertOnTerminal(text.replaceAll(/\p{Cc}/gu, ' '));

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** Returns the widths of columns: the widest cell of each; if `width` is too small, the widest columns get less. */
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
 * Writes rows under headings for people: each column as wide as its widest cell, and no line wider than `width`, for
 * which the widest columns are cut.
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
