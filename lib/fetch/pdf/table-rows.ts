import type { PdfLine } from './pdf-lines.ts';

/** Returns the middle one of numbers. */
export const middleNumber = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Relative to the height of letters: lines that are closer are beside each other, in cells of one row. */
const besideMax = 0.75;
/** Relative to the distance of rows: lines that are closer are of one row. */
const withinRow = 0.85;

/** Puts the lines of a table's rows together: their cells, column by column. */
export const joinTableRows = (
  lines: readonly PdfLine[],
  cells: readonly (readonly string[])[],
): string[][] => {
  const drops = lines.map((line, at) => (lines[at - 1]?.y ?? line.y) - line.y);
  const isBeside = (at: number): boolean => at > 0 && (drops[at] ?? 0) < (lines[at]?.height ?? 0) * besideMax;
  const isRest = (at: number): boolean => cells[at]?.[0] === '';
  // A line without a first cell, closer to the row below it: the row stands in the middle of a high cell.
  const isLead = (at: number): boolean =>
    at > 0 && isRest(at) && !isRest(at + 1) && (drops[at + 1] ?? Infinity) < (drops[at] ?? 0) * withinRow;
  const usual = middleNumber(
    drops.filter((_drop, at) => at > 0 && !isRest(at) && !isBeside(at) && !isLead(at - 1)),
  );
  const rows: string[][] = [];
  for (const [at, row] of cells.entries()) {
    const last = rows.at(-1);
    // A line without a first cell, closer than rows are, is the rest of the row above it.
    const isClose = isRest(at) && !isLead(at) && (drops[at] ?? 0) < usual * withinRow;
    if (last !== undefined && (isClose || isBeside(at) || (at > 0 && isLead(at - 1)))) {
      for (const [column, text] of row.entries()) last[column] = `${last[column] ?? ''} ${text}`.trim();
    } else rows.push([...row]);
  }
  return rows;
};
