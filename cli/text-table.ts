/** A column: its heading, what it shows of a row, and whether that is a number, which stands to the right. */
export interface Column<Row> {
  readonly heading: string;
  readonly show: (row: Row) => string;
  readonly isNumber?: boolean;
}

/** Rows under headings, each column as wide as its widest cell, for people. */
export const textTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const cells = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map(({ show }) => show(row))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const width = widths[index] ?? 0;
          return columns[index]?.isNumber === true ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
