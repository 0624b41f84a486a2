import { hasRightToLeft, isRightToLeft, mirrored, readInDirection, type PartRun } from './pdf-direction.ts';
import { isItemMark, isLetterSign, itemMarkCharacters, usualSign } from './list-signs.ts';
import { usualLetters } from './pdf-letters.ts';
import { withoutOverprints } from './pdf-overprints.ts';
import { inOrderOfRows, findRow } from './pdf-rows.ts';

/** A run of text on a page of a PDF, as pdf.js gives it. Lengths are points, `y` grows upwards. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether the run ends its line. */
  readonly endsLine: boolean;
  /** The name of its font, which is the same for all runs in this font, and for all in fonts for code (`codeFont`). */
  readonly font?: string | undefined;
  /** Of a tagged PDF: the name of the marked text that it belongs to (`pdf-tags.ts`). */
  readonly tag?: string | undefined;
  /** Of a tagged PDF: whether it is marked as no content, as heads and feet of pages are. */
  readonly isArtifact?: boolean | undefined;
}

/** Counts the characters of a text without its white space. */
export const countInk = (text: string): number => text.replace(/\s/g, '').length;

/** Stands for every font whose letters are equally wide. */
export const codeFont = 'monospace';

/** A part of a line between wide gaps: a cell of a table, a line of a column, or the whole line. */
export interface LinePart {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly height: number;
  /** The font of all of it; absent if it has several. */
  readonly font?: string | undefined;
}

/** What stands on one baseline, from left to right; of a page that is written from right to left, its mirror. */
export interface PdfLine {
  readonly parts: readonly LinePart[];
  readonly y: number;
  readonly height: number;
}

/** Relative to the text's usual height: larger text is a heading. */
export const headingRatio = 1.15;

/** A longer text is no heading, however large its letters are. */
export const headingCharactersMax = 200;
/** Levels of headings that heights of letters tell apart. */
export const headingLevels = 3;

/** Heights of letters that differ by less are taken for one. */
export const roundedHeight = (height: number): number => Math.round(height * 2) / 2;

/** Returns the height of most of the characters of a document. */
export const bodyHeight = (texts: readonly { readonly text: string; readonly height: number }[]): number => {
  const characters = new Map<number, number>();
  for (const { height, text } of texts)
    characters.set(roundedHeight(height), (characters.get(roundedHeight(height)) ?? 0) + text.length);
  return [...characters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
};

/** Relative to the height of letters: a wider gap may end a cell or a column. */
export const wideGap = 1;
/** Relative to the height of letters: a wider gap is a space. */
const spaceGap = 0.2;
/** Relative to the height of letters: pdf.js tells a blank where letters are moved, also between those of one word. */
const blankGap = 0.1;
/** Relative to the height of letters: a run that begins further back does not follow the one before it. */
const backGap = 0.5;
/** Relative to the height of letters: a wider gap ends a cell if a line nearby begins a cell there. */
const cellGap = 0.5;

/** A gap in a part, which may end a cell: where in its text, and from where to where on the page. */
interface Break {
  readonly at: number;
  readonly right: number;
  readonly x: number;
}

type SpacedRun = Omit<PartRun, 'order'>;

interface OpenPart {
  text: string;
  x: number;
  right: number;
  height: number;
  font: string | undefined;
  readonly runs: SpacedRun[];
  readonly breaks: Break[];
}

/** A line to which runs are added. */
interface OpenLine {
  readonly parts: OpenPart[];
  readonly y: number;
  readonly height: number;
  /** Whether a cell was drawn on it after lines of the cells before. */
  isRow: boolean;
}

const isSameLine = (line: OpenLine, run: PdfRun): boolean =>
  Math.abs(line.y - run.y) < Math.max(line.height, run.height) * 0.5;

const partOf = (run: PdfRun): OpenPart => {
  const text = usualSign(run.text);
  return {
    text,
    x: run.x,
    right: run.x + run.width,
    height: run.height,
    font: run.font,
    runs: [{ ...run, text, isSpaced: false }],
    breaks: [],
  };
};

/** The sign that is meant by a letter. */
const meantByLetter = '◦';

/** Puts the usual sign for a letter that is one, which begins a line. */
const settleSign = ({ parts }: OpenLine, run: PdfRun): void => {
  const [part] = parts;
  const [first] = part?.runs ?? [];
  if (part === undefined || first === undefined || parts.length > 1 || part.runs.length > 1) return;
  if (!isLetterSign(first, run, (run.x - part.right) / run.height)) return;
  part.text = meantByLetter;
  part.runs[0] = { ...first, text: meantByLetter };
};

const addTo = (line: OpenLine, run: PdfRun, isSpaced: boolean): void => {
  settleSign(line, run);
  const last = line.parts.at(-1);
  const gap = run.x - (last?.right ?? 0);
  const isMark = last !== undefined && isItemMark(last.text);
  if (last === undefined || (gap > run.height * wideGap && !isMark)) {
    line.parts.push(partOf(run));
    return;
  }
  const isBlank = isSpaced && (gap > run.height * blankGap || gap < -run.height * backGap);
  const isApart = isBlank || gap > run.height * spaceGap;
  if (gap > run.height * cellGap && !isMark)
    last.breaks.push({ at: last.text.length, right: last.right, x: run.x });
  last.text += `${isApart ? ' ' : ''}${run.text}`;
  last.runs.push({ ...run, isSpaced });
  // Of text that runs from right to left, the next run may stand before the last one.
  last.x = Math.min(last.x, run.x);
  last.right = Math.max(last.right, run.x + run.width);
  last.height = Math.max(last.height, run.height);
  if (last.font !== run.font) last.font = undefined;
};

/** Relative to the height of letters: cells that begin no further apart begin at the same place. */
const samePlace = 0.15;
/** How many lines before and behind a line may show where its cells begin. */
const nearLines = 3;

/** As many lines nearby begin a cell where a part is cut: one may begin there by chance. */
const beginsMin = 2;
/** The number of a section, whose title may stand a little behind it. */
const sectionNumber = /^\d{1,3}(?:\.\d{1,3})*\.?$/;

/** Cuts a part at gaps where lines nearby begin a cell. */
const cut = (part: OpenPart, begins: readonly number[]): Omit<LinePart, 'height' | 'font'>[] => {
  const isCell = ({ x, at }: Break): boolean =>
    begins.filter((begin) => Math.abs(begin - x) < part.height * samePlace).length >= beginsMin &&
    !(at <= itemMarkCharacters && sectionNumber.test(part.text.slice(0, at).trim()));
  const at = part.breaks.filter(isCell);
  const ends = [...at, { at: part.text.length, right: part.right, x: 0 }];
  return ends.map((end, index) => {
    const begin = at[index - 1];
    return { text: part.text.slice(begin?.at ?? 0, end.at), x: begin?.x ?? part.x, right: end.right };
  });
};

/** A line with more parts is not cut, and shows no other line where its cells begin. */
const partsMax = 64;

/** Returns the parts of a line by their places alone: files draw text of two directions in either order. */
const partsByPlace = (line: OpenLine, isPageRtl: boolean): LinePart[] => {
  const along = line.parts
    .flatMap(({ runs }) => runs)
    .map((run, order) => ({ ...run, order }))
    .toSorted((a, b) => a.x - b.x);
  const groups: { readonly runs: PartRun[]; right: number }[] = [];
  for (const run of along) {
    const last = groups.at(-1);
    const isMark = last?.runs.length === 1 && isItemMark(last.runs[0]?.text ?? '');
    if (last === undefined || (run.x - last.right > run.height * wideGap && !isMark))
      groups.push({ runs: [run], right: run.x + run.width });
    else {
      last.runs.push(run);
      last.right = Math.max(last.right, run.x + run.width);
    }
  }
  return groups.map(({ runs, right }) => ({
    text: readInDirection(runs, isPageRtl),
    x: runs[0]?.x ?? right,
    right,
    height: runs.reduce((most, { height }) => Math.max(most, height), 0),
    font: runs.every(({ font }) => font === runs[0]?.font) ? runs[0]?.font : undefined,
  }));
};

const partsInOrder = (lines: readonly OpenLine[], index: number): LinePart[] => {
  const line = lines[index];
  const near = lines.slice(Math.max(0, index - nearLines), index + nearLines + 1);
  const begins = (): number[] =>
    near.flatMap((one) => (one === line || one.parts.length > partsMax ? [] : one.parts.map(({ x }) => x)));
  return (line?.parts ?? []).flatMap((part) => {
    const { text, x, right, height, font, breaks } = part;
    if (breaks.length === 0 || breaks.length > partsMax) return [{ text, x, right, height, font }];
    return cut(part, begins()).map((cell) => ({ ...cell, height, font }));
  });
};

const settled = (lines: readonly OpenLine[], index: number, isPageRtl: boolean): PdfLine => {
  const line = lines[index];
  const isByPlace = isPageRtl || line?.parts.some(({ text }) => hasRightToLeft(text)) === true;
  const parts = line !== undefined && isByPlace ? partsByPlace(line, isPageRtl) : partsInOrder(lines, index);
  return {
    y: line?.y ?? 0,
    height: line?.height ?? 0,
    parts: parts
      .map((part) => ({ ...part, text: usualLetters(part.text.replace(/[\s\0]+/g, ' ').trim()) }))
      .filter(({ text }) => text !== ''),
  };
};

/**
 * Joins runs to lines, in the order of the file; a gap wider than a thin space becomes a space. A run that goes on with
 * a row of a table, whose cells before it have several lines, joins the line of that row.
 */
export const joinPdfRuns = (all: readonly PdfRun[]): PdfLine[] => {
  const isPageRtl = isRightToLeft(all.map(({ text }) => text));
  const runs = withoutOverprints(isPageRtl ? all.map(mirrored) : all);
  const lines: OpenLine[] = [];
  let isFresh = true;
  let isSpaced = false;
  for (const run of runs) {
    const last = lines.at(-1);
    if (/[^\s\0]/.test(run.text)) {
      const isNext = !isFresh && last !== undefined && isSameLine(last, run);
      const line = isNext ? last : findRow(lines, run);
      if (line === null) lines.push({ parts: [partOf(run)], y: run.y, height: run.height, isRow: false });
      else addTo(line, run, isSpaced);
      if (line !== null && !isNext) inOrderOfRows(lines, line);
      isFresh = false;
      isSpaced = false;
    } else if (run.text !== '') isSpaced = true;
    if (run.endsLine) isFresh = true;
  }
  return lines
    .map((_line, index) => settled(lines, index, isPageRtl))
    .filter(({ parts }) => parts.length > 0);
};
