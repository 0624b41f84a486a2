/**
 * Finds the row of a table with which a run goes on. Programs draw a row cell by cell: where a cell has several lines,
 * the cells behind it are drawn after all of them, back on the line of the row.
 */

/** A line of which a row may consist. Lengths are points, `y` grows upwards. */
interface RowLine {
  readonly parts: readonly {
    readonly x: number;
    readonly right: number;
    readonly breaks: readonly unknown[];
  }[];
  readonly y: number;
  readonly height: number;
  /** Whether a cell was drawn on it after lines of the cells before. */
  isRow: boolean;
}

interface CellRun {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How many lines are looked at: the cells of a row have no more. */
const linesMax = 12;
/** Relative to the height of letters: baselines of one row differ by less. */
const sameBaseline = 0.25;
/** Relative to the height of letters: cells of one column begin, or end, no further apart. */
const sameColumn = 0.5;
/** Relative to the height of letters: a row that shows the columns of another is no further above it. */
const nearRow = 8;
/** Letters may overlap the gap between runs, relative to their height. */
const overlapMax = 0.2;
/** A line with more parts shows no columns. */
const partsMax = 64;

/** In a table of fewer columns the order drawn tells which text belongs to which. */
const columnsMin = 3;

interface Extent {
  x: number;
  right: number;
  top: number;
}

const isNear = (one: number, other: number, height: number): boolean =>
  Math.abs(one - other) <= height * sameColumn;

/** Says whether a row above a line has cells in the columns of the line and of a run. */
const isInTable = (lines: readonly RowLine[], at: number, run: CellRun): boolean => {
  const line = lines[at];
  const begin = line?.parts[0]?.x;
  if (line === undefined || begin === undefined) return false;
  for (let above = at - 1; above >= Math.max(0, at - linesMax); above -= 1) {
    const row = lines[above];
    if (row === undefined || row.y - line.y > run.height * nearRow) return false;
    // A line of the same column: neither is the first of its cell.
    const isAlone = row.parts.length === 1;
    if (isAlone && isNear(row.parts[0]?.x ?? begin, begin, run.height)) return false;
    if (isAlone || row.parts.length > partsMax || row.y < line.y) continue;
    const columns = row.parts.reduce((sum, { breaks }) => sum + 1 + breaks.length, 0);
    return (
      columns >= columnsMin &&
      row.parts.some(({ x }) => isNear(x, begin, run.height)) &&
      row.parts
        .slice(1)
        .some(({ x, right }) => isNear(x, run.x, run.height) || isNear(right, run.x + run.width, run.height))
    );
  }
  return false;
};

/** Returns the line whose row a run goes on with; null if it begins a line of its own. */
export const findRow = <T extends RowLine>(lines: readonly T[], run: CellRun): T | null => {
  const between: Extent = { x: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY, top: run.y };
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - linesMax); at -= 1) {
    const line = lines[at];
    const last = line?.parts.at(-1);
    if (line === undefined || last === undefined) return null;
    const isBeside =
      Math.abs(line.y - run.y) <= Math.max(line.height, run.height) * sameBaseline &&
      run.x >= last.right - run.height * overlapMax;
    // What was drawn since then are lines of the row's last cell, or of cells behind it.
    const isBehind = between.right <= run.x && between.top <= line.y;
    const isIn = between.x >= last.x - run.height * sameColumn;
    if (isBeside && line.isRow && isBehind) return line;
    if (isBeside && isIn && ((line.parts.length > 1 && isBehind) || isInTable(lines, at, run))) return line;
    between.x = Math.min(between.x, line.parts[0]?.x ?? between.x);
    between.right = Math.max(between.right, last.right);
    between.top = Math.max(between.top, line.y);
  }
  return null;
};

/** Notes that a line is a row, and sorts the lines of the row, from this one on, from high to low. */
export const inOrderOfRows = <T extends RowLine>(lines: T[], joined: T): void => {
  joined.isRow = true;
  const at = lines.lastIndexOf(joined);
  const row = lines.slice(at);
  if (row.every(({ y }) => y <= joined.y)) return;
  lines.splice(at, row.length, ...row.toSorted((a, b) => b.y - a.y));
};
