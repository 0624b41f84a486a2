import { joinTableRows, middleNumber } from './table-rows.ts';
import { headingRatio, wideGap, type LinePart, type PdfLine } from './pdf-lines.ts';

/**
 * The order in which the lines of a page are read, where wide gaps part them: rows of a table stay rows, and columns of
 * prose that a file draws row by row are read one after the other.
 */

/** A line of text as it is read: of a whole page, or of one of its columns. */
export interface TextLine {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
  /** The font of all of it; absent if it has several. */
  readonly font?: string | undefined;
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
/** Parts for each cell: where there are more, gaps of a text whose words stand far apart may have met by chance. */
const partsOfCellMax = 1.25;
/** Relative to the height of letters: cells of a column that begin no further apart line up. */
const alignedGap = 0.5;

/** Dots that lead the eye from a title to its page's number: the line is one of a table of contents. */
const leader = /(?:[.·…] ?){5,}$/;

const isLed = ({ parts }: PdfLine): boolean =>
  parts.length <= partsMax && parts.some(({ text }) => leader.test(text.replace(/[\s\d]+$/, '')));

const isParted = (line: PdfLine): boolean =>
  line.parts.length > 1 && line.parts.length <= partsMax && !isLed(line);

const guttersOf = ({ parts }: PdfLine): Gutter[] =>
  parts.slice(1).map(({ x }, at) => ({ from: parts[at]?.right ?? x, to: x }));

/** Returns the stretches that a line leaves of a gutter. No part before `first` reaches into it. */
const freeStretches = (gutter: Gutter, { parts, height }: PdfLine, first: number): Gutter[] => {
  const free: Gutter[] = [];
  const { to } = gutter;
  let { from } = gutter;
  const widthMin = Math.min(height * wideGap, to - from) * 0.8;
  for (let at = first; from < to; at += 1) {
    const { x, right } = parts[at] ?? { x: to, right: to };
    const end = Math.min(x, to);
    if (end - from > widthMin) free.push({ from, to: end });
    from = Math.max(from, right);
  }
  return free;
};

const widthOf = (gutters: readonly Gutter[]): number =>
  gutters.reduce((most, { from, to }) => Math.max(most, to - from), 0);

/**
 * Returns what a line leaves of each gap of the first line: one gap has several stretches where a text stands in it.
 * Null if the line fills a gap that is none by chance, or all.
 */
const gapsBeside = (gaps: readonly (readonly Gutter[])[], line: PdfLine): Gutter[][] | null => {
  const left: Gutter[][] = [];
  // Gutters and parts stand from left to right.
  let part = 0;
  for (const gap of gaps) {
    const rest = gap.flatMap((gutter) => {
      while ((line.parts[part]?.right ?? Number.POSITIVE_INFINITY) <= gutter.from) part += 1;
      return freeStretches(gutter, line, part);
    });
    if (rest.length > 0) left.push(rest);
    else if (widthOf(gap) > line.height * chanceGap) return null;
  }
  const stretches = left.reduce((sum, gap) => sum + gap.length, 0);
  return stretches === 0 || stretches > partsMax ? null : left;
};

const textOf = (parts: readonly LinePart[]): string => parts.map(({ text }) => text).join(' ');

/** Returns the line that parts are together. */
const lineOf = (parts: readonly LinePart[], y: number, height: number, isRow: boolean): TextLine => {
  const [first] = parts;
  return {
    text: isRow ? parts.map(({ text }) => text).join('\t') : textOf(parts),
    x: first?.x ?? 0,
    right: parts.at(-1)?.right ?? 0,
    y,
    height,
    font: parts.every(({ font }) => font === first?.font) ? first?.font : undefined,
    isRow,
  };
};

const middleOf = (gutter: Gutter | undefined): number =>
  gutter === undefined ? Number.POSITIVE_INFINITY : (gutter.from + gutter.to) / 2;

/** Returns the parts of a line in each of its columns. */
const cellsOf = ({ parts }: PdfLine, gutters: readonly Gutter[]): LinePart[][] => {
  const cells: LinePart[][] = Array.from({ length: gutters.length + 1 }, () => []);
  let column = 0;
  for (const part of parts) {
    const middle = (part.x + part.right) / 2;
    while (middle >= middleOf(gutters[column])) column += 1;
    cells[column]?.push(part);
  }
  return cells;
};

/** Returns a region without gutters that no line has text on both sides of: its columns are one. */
const partedRegion = (lines: readonly PdfLine[], gutters: readonly Gutter[]): Region => {
  const filled = new Set<number>();
  for (const line of lines) {
    const cells = cellsOf(line, gutters);
    for (const column of gutters.keys())
      if ((cells[column] ?? []).length > 0 && (cells[column + 1] ?? []).length > 0) filled.add(column);
  }
  return { lines, gutters: gutters.filter((_gutter, column) => filled.has(column)) };
};

/** Returns the longest region that begins with a line. */
const regionFrom = (lines: readonly PdfLine[], start: number, end: number): Region => {
  const first = lines[start];
  let parted = 1;
  let gaps = first === undefined ? [] : guttersOf(first).map((gutter) => [gutter]);
  let at = start + 1;
  for (; at < end; at += 1) {
    const line = lines[at];
    const drop = (lines[at - 1]?.y ?? 0) - (line?.y ?? 0);
    if (line === undefined || line.parts.length > partsMax || isLed(line)) break;
    if (drop <= 0 || drop > line.height * dropMax) break;
    const left = gapsBeside(gaps, line);
    if (left === null) break;
    // Text across a gap that rows have in common is what follows the table.
    if (!isParted(line) && left.length < gaps.length && parted > 1) break;
    if (isParted(line)) parted += 1;
    gaps = left;
  }
  return partedRegion(lines.slice(start, at), gaps.flat());
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
      middleNumber(cells.map((cell) => textOf(cell).length)) >= proseCharactersMin &&
      middleNumber(widths) >= proseFill * widths.reduce((most, width) => Math.max(most, width), 0)
    );
  });
};

const columnByColumn = ({ lines, gutters }: Region): TextLine[] => {
  const rows = lines.map((line) => ({ y: line.y, cells: cellsOf(line, gutters) }));
  return [...gutters.keys(), gutters.length].flatMap((column) =>
    rows.flatMap(({ y, cells }) => {
      const cell = cells[column] ?? [];
      const [first] = cell;
      return first === undefined ? [] : [lineOf(cell, y, first.height, false)];
    }),
  );
};

/** Returns how many lines of a region are rows of its table: it ends with a row, or with the rest of one. */
const tableLength = ({ lines, gutters }: Region): number => {
  const height = middleNumber(lines.filter(isParted).map((line) => line.height));
  const heading = lines.findIndex((line) => !isParted(line) && line.height > height * headingRatio);
  let end = heading === -1 ? lines.length : heading;
  for (; end > 0; end -= 1) {
    const line = lines[end - 1];
    if (line === undefined || isParted(line) || cellsOf(line, gutters)[0]?.length === 0) break;
  }
  return end;
};

/**
 * Says whether rows of cells are a text whose wide gaps met by chance: cells have several parts, and do not line up.
 */
const isByChance = (rows: readonly (readonly LinePart[][])[]): boolean => {
  const cells = rows.flat().filter((cell) => cell.length > 0);
  if (cells.flat().length <= cells.length * partsOfCellMax) return false;
  return (rows[0] ?? []).some((_first, column) => {
    const begins = rows.flatMap((row) => row[column]?.slice(0, 1) ?? []);
    const usual = middleNumber(begins.map(({ x }) => x));
    const aligned = begins.filter(({ x, height }) => Math.abs(x - usual) <= height * alignedGap);
    return aligned.length < begins.length * 0.75;
  });
};

/** Returns a region as a table; null if too few of its lines line up. */
const tableOf = ({ lines, gutters }: Region): TextTable | null => {
  const parted = lines.filter(isParted).length;
  const narrowest = Math.min(...gutters.map(({ from, to }) => to - from));
  if (parted < 2 || (parted === 2 && narrowest < (lines[0]?.height ?? 0) * chanceGap)) return null;
  const parts = lines.map((line) => cellsOf(line, gutters));
  if (isByChance(parts)) return null;
  return {
    rows: joinTableRows(
      lines,
      parts.map((row) => row.map(textOf)),
    ),
  };
};

/** Says whether a line is a row of cells by itself. */
const isRowAt = (lines: readonly PdfLine[], at: number): boolean => {
  const isOne = (line: PdfLine | undefined): boolean =>
    line !== undefined &&
    !isLed(line) &&
    guttersOf(line).some(({ from, to }) => to - from > line.height * rowGap);
  return isOne(lines[at]) && (isOne(lines[at - 1]) || isOne(lines[at + 1]));
};

/** Lines that one region may have: a table goes on in the next one. */
const regionLinesMax = 200;

/** What stands at the beginning of lines, and how many lines it takes. */
interface Found {
  readonly pieces: readonly PdfPiece[];
  readonly length: number;
}

/** Reads a region as columns of prose or as a table; null if it is neither. */
const readRegion = (region: Region): Found | null => {
  if (isProse(region)) return { pieces: columnByColumn(region), length: region.lines.length };
  const rows = region.lines.slice(0, tableLength(region));
  const table = tableOf({ ...region, lines: rows });
  return table === null ? null : { pieces: [table], length: rows.length };
};

/** Reads what begins with a line that wide gaps part; null if that is the line alone. */
const readParted = (lines: readonly PdfLine[], start: number): Found | null => {
  const region = regionFrom(lines, start, Math.min(lines.length, start + regionLinesMax));
  const found = readRegion(region);
  if (found !== null) return found;
  // What follows the table may stand in its columns by chance.
  const rows = region.lines.findIndex((line) => !isParted(line));
  return rows < 2 ? null : readRegion(regionFrom(lines, start, start + rows));
};

/** Returns the lines of a page in the order in which they are read, and its tables. */
export const readingOrder = (lines: readonly PdfLine[]): PdfPiece[] => {
  const pieces: PdfPiece[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined) break;
    const found = isParted(line) ? readParted(lines, at) : null;
    if (found !== null) {
      pieces.push(...found.pieces);
      at += found.length;
      continue;
    }
    pieces.push(lineOf(line.parts, line.y, line.height, isRowAt(lines, at)));
    at += 1;
  }
  return pieces;
};
