import { wideGap, type LinePart, type PdfLine } from './pdf-lines.ts';

/**
 * The order in which the lines of a page are read, where wide gaps part them: rows of a table stay rows, and columns of
 * prose that a file draws row by row are read one after the other.
 */

/** A line of text as it is read: of a whole page, or of one of its columns. */
export interface TextLine {
  readonly text: string;
  readonly y: number;
  readonly height: number;
  /** Whether it is a row of cells, which no other line continues. */
  readonly isRow: boolean;
}

/** Rows of cells, all rows with as many cells. A cell may be empty. */
export interface TextTable {
  readonly rows: readonly (readonly string[])[];
}

export type PdfPiece = TextLine | TextTable;

export const isTable = (piece: PdfPiece): piece is TextTable => 'rows' in piece;

/** A stretch from left to right where no line has text. */
interface Gutter {
  readonly from: number;
  readonly to: number;
}

/** Lines in succession, none of which crosses the gutters. */
interface Region {
  readonly lines: readonly PdfLine[];
  readonly gutters: readonly Gutter[];
}

/** A line with more parts belongs to no region; each costs a look at each gutter. */
const partsMax = 64;
/** Relative to the height of letters: a gutter that is narrower may be a wide gap between words by chance. */
const chanceGap = 2;
/** Relative to the height of letters: a line with such a gap is a row, although it lines up with no other. */
const rowGap = 3;
/** Relative to the height of letters: a region ends where the next line is further below. */
const dropMax = 4;
const columnsOfProseMax = 4;
const proseLinesMin = 4;
const proseCharactersMin = 18;
/** Lines of prose fill their column: the middle one of their widths has this share of the greatest. */
const proseFill = 0.6;
const headingRatio = 1.15;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const guttersOf = ({ parts }: PdfLine): Gutter[] =>
  parts.slice(1).map(({ x }, at) => ({ from: parts[at]?.right ?? x, to: x }));

/** Returns what a line leaves of a gutter: the widest free stretch, or null. */
const narrowed = (gutter: Gutter, { parts, height }: PdfLine): Gutter | null => {
  let widest: Gutter | null = null;
  let { from } = gutter;
  for (const { x, right } of [...parts, { x: gutter.to, right: gutter.to }]) {
    if (right <= from) continue;
    const to = Math.min(x, gutter.to);
    if (to - from > (widest === null ? height * wideGap * 0.8 : widest.to - widest.from))
      widest = { from, to };
    from = Math.max(from, right);
    if (from >= gutter.to) break;
  }
  return widest;
};

/** Returns the gutters that a line leaves; null if it crosses one that is no gap by chance, or all. */
const guttersBeside = (gutters: readonly Gutter[], line: PdfLine): Gutter[] | null => {
  const left: Gutter[] = [];
  for (const gutter of gutters) {
    const rest = narrowed(gutter, line);
    if (rest !== null) left.push(rest);
    else if (gutter.to - gutter.from > line.height * chanceGap) return null;
  }
  return left.length === 0 ? null : left;
};

const isParted = ({ parts }: PdfLine): boolean => parts.length > 1 && parts.length <= partsMax;

/** Returns the longest region that begins with a line. */
const regionFrom = (lines: readonly PdfLine[], start: number, end: number): Region => {
  const [first] = lines.slice(start, start + 1);
  let gutters = first === undefined ? [] : guttersOf(first);
  let at = start + 1;
  for (; at < end; at += 1) {
    const line = lines[at];
    const drop = (lines[at - 1]?.y ?? 0) - (line?.y ?? 0);
    if (line === undefined || line.parts.length > partsMax) break;
    if (drop <= 0 || drop > line.height * dropMax) break;
    const left = guttersBeside(gutters, line);
    if (left === null) break;
    gutters = left;
  }
  return { lines: lines.slice(start, at), gutters };
};

const textOf = (parts: readonly LinePart[]): string => parts.map(({ text }) => text).join(' ');

/** Returns the parts of a line in each of its columns. */
const cellsOf = ({ parts }: PdfLine, gutters: readonly Gutter[]): LinePart[][] => {
  const cells: LinePart[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const part of parts) {
    const middle = (part.x + part.right) / 2;
    const column = gutters.findIndex(({ from, to }) => middle < (from + to) / 2);
    cells[column === -1 ? gutters.length : column]?.push(part);
  }
  return cells;
};

/** Says whether the columns of a region are prose, each line of which goes on in the line below. */
const isProse = ({ lines, gutters }: Region): boolean => {
  if (gutters.length >= columnsOfProseMax || lines.filter(isParted).length < proseLinesMin) return false;
  const rows = lines.map((line) => cellsOf(line, gutters));
  return [...gutters.keys(), gutters.length].every((column) => {
    const cells = rows.map((row) => row[column] ?? []).filter((cell) => cell.length > 0);
    const widths = cells.map((cell) => (cell.at(-1)?.right ?? 0) - (cell[0]?.x ?? 0));
    return (
      cells.length >= proseLinesMin &&
      median(cells.map((cell) => textOf(cell).length)) >= proseCharactersMin &&
      median(widths) >= proseFill * widths.reduce((most, width) => Math.max(most, width), 0)
    );
  });
};

const columnByColumn = ({ lines, gutters }: Region): TextLine[] => {
  const rows = lines.map((line) => ({ y: line.y, cells: cellsOf(line, gutters) }));
  return [...gutters.keys(), gutters.length].flatMap((column) =>
    rows.flatMap(({ y, cells }) => {
      const cell = cells[column] ?? [];
      const [first] = cell;
      return first === undefined ? [] : [{ text: textOf(cell), y, height: first.height, isRow: false }];
    }),
  );
};

/** Returns how many lines of a region are rows of its table: it ends with a row, or with the rest of one. */
const tableLength = ({ lines, gutters }: Region): number => {
  const height = median(lines.filter(isParted).map((line) => line.height));
  const heading = lines.findIndex((line) => !isParted(line) && line.height > height * headingRatio);
  let end = heading === -1 ? lines.length : heading;
  for (; end > 0; end -= 1) {
    const line = lines[end - 1];
    if (line === undefined || isParted(line) || cellsOf(line, gutters)[0]?.length === 0) break;
  }
  return end;
};

/** Returns a region as a table; null if too few of its lines line up. */
const tableOf = ({ lines, gutters }: Region): TextTable | null => {
  const parted = lines.filter(isParted).length;
  const narrowest = Math.min(...gutters.map(({ from, to }) => to - from));
  if (parted < 2 || (parted === 2 && narrowest < (lines[0]?.height ?? 0) * chanceGap)) return null;
  const cells = lines.map((line) => cellsOf(line, gutters).map(textOf));
  const drops = lines.map((line, at) => (lines[at - 1]?.y ?? line.y) - line.y);
  const usual = median(drops.filter((_drop, at) => at > 0 && cells[at]?.[0] !== ''));
  const rows: string[][] = [];
  for (const [at, row] of cells.entries()) {
    const last = rows.at(-1);
    // A line without a first cell, closer than rows are, is the rest of the row above it.
    if (last !== undefined && row[0] === '' && (drops[at] ?? 0) < usual * 0.85) {
      for (const [column, text] of row.entries()) last[column] = `${last[column] ?? ''} ${text}`.trim();
    } else rows.push([...row]);
  }
  return { rows };
};

/** Says whether a line is a row of cells by itself. */
const isRowAt = (lines: readonly PdfLine[], at: number): boolean => {
  const isOne = (line: PdfLine | undefined): boolean =>
    line !== undefined && guttersOf(line).some(({ from, to }) => to - from > line.height * rowGap);
  return isOne(lines[at]) && (isOne(lines[at - 1]) || isOne(lines[at + 1]));
};

/** Lines that one region may have: a table goes on in the next one. */
const regionLinesMax = 500;

/** Returns the lines of a page in the order in which they are read, and its tables. */
export const readingOrder = (lines: readonly PdfLine[]): PdfPiece[] => {
  const pieces: PdfPiece[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined) break;
    if (isParted(line)) {
      const region = regionFrom(lines, at, Math.min(lines.length, at + regionLinesMax));
      if (isProse(region)) {
        pieces.push(...columnByColumn(region));
        at += region.lines.length;
        continue;
      }
      const rows = region.lines.slice(0, tableLength(region));
      const table = tableOf({ ...region, lines: rows });
      if (table !== null) {
        pieces.push(table);
        at += rows.length;
        continue;
      }
    }
    const isRow = isRowAt(lines, at);
    const text = line.parts.map((part) => part.text).join(isRow ? '\t' : ' ');
    pieces.push({ text, y: line.y, height: line.height, isRow });
    at += 1;
  }
  return pieces;
};
