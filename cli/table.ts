const gap = 2;
/** A column is not cut below this. */
const columnMin = 8;

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** One line to a cell: what a site or a server says may hold anything. */
const plain = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** How wide the columns of a table are: each as its widest cell, the widest ones less where `width` does not hold them all. */
const columnWidths = (rows: readonly (readonly string[])[], width: number): readonly number[] => {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  for (;;) {
    const used = widths.reduce((sum, each) => sum + each + gap, -gap);
    const widest = Math.max(...widths);
    if (used <= width || widest <= columnMin) return widths;
    widths[widths.indexOf(widest)] = widest - 1;
  }
};

/**
 * Rows as aligned columns, each line at most `width` characters: the widest columns are cut, with an ellipsis. The first row
 * is the heading. Ends with a line break.
 */
export const tableOf = (rows: readonly (readonly string[])[], width: number): string => {
  const cells = rows.map((row) => row.map(plain));
  const widths = columnWidths(cells, width);
  const lines = cells.map((row) =>
    row
      .map((cell, at) => cut(cell, widths[at] ?? 0).padEnd(widths[at] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
  return lines.map((line) => `${cut(line, width)}\n`).join('');
};
