import { bodyHeight, countInk, headingRatio, type PdfLine } from './pdf-lines.ts';

/** The lines of a page, and the heights of its lower and upper border. */
export interface PageLines {
  readonly lines: readonly PdfLine[];
  readonly bottom: number;
  readonly top: number;
}

/** Relative to the height of letters: a wider gap parts the head and the foot of a page from its text. */
const edgeGap = 1.8;
/** Share of a page's height at its top, and at its bottom, where a head or foot may stand. */
const edgeShare = 0.12;
/** A head or foot of more lines is text. */
const edgeLinesMax = 3;
/** On so many pages a line stands at the same place before it counts as repeated. */
const pagesMin = 3;

type Edge = 'top' | 'bottom';

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Returns the value of a number as books number their pages: `12`, or `xii`; null for another word. */
const pageNumber = (word: string): number | null => {
  if (/^\d{1,5}$/.test(word)) return Number(word);
  if (!/^[ivxlc]{1,8}$/i.test(word)) return null;
  const values = word
    .toLowerCase()
    .split('')
    .map((digit) => romanDigits[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
};

/**
 * Returns the lines at an edge of a page that a gap parts from the rest; empty if nothing is parted, no rest, or what
 * is parted reaches further into the page than a head or foot does.
 */
const edgeLines = (
  fromEdge: readonly PdfLine[],
  isAtEdge: (line: PdfLine) => boolean,
): readonly PdfLine[] => {
  for (const [at, line] of fromEdge.slice(0, edgeLinesMax).entries()) {
    const next = fromEdge[at + 1];
    if (next === undefined || !isAtEdge(line)) break;
    if (Math.abs(next.y - line.y) >= edgeGap * Math.max(line.height, next.height))
      return fromEdge.slice(0, at + 1);
  }
  return [];
};

const textOf = ({ parts }: PdfLine): string => parts.map(({ text }) => text).join(' ');

/** A line at the edge of a page, with the keys that it has in common with its like on other pages. */
interface EdgeLine {
  readonly line: PdfLine;
  /** Of its place and text; for each of its numbers, one in which only its distance from the page's own counts. */
  readonly keys: readonly string[];
}

/**
 * @param page Counts from 1.
 * @param pages How many there are: beside words, a higher number counts something else than pages.
 */
const keysOf = (line: PdfLine, edge: Edge, page: number, pages: number): string[] => {
  const words = textOf(line).split(' ');
  const place = `${edge} ${Math.round(line.y / 2)}`;
  const numbered = words.flatMap((word, at) => {
    const number = pageNumber(word);
    if (number === null || (words.length > 1 && (number < 1 || number > pages))) return [];
    return [`${place} ${words.with(at, '#').join(' ')} ${number - page}`];
  });
  return [`${place} ${words.join(' ')}`, ...numbered];
};

const linesAtEdges = (of: PageLines, page: number, pages: number): EdgeLine[] => {
  const reach = (of.top - of.bottom) * edgeShare;
  const fromTop = of.lines.toSorted((a, b) => b.y - a.y);
  const top = edgeLines(fromTop, ({ y }) => y >= of.top - reach);
  const bottom = edgeLines(fromTop.slice(top.length).toReversed(), ({ y }) => y <= of.bottom + reach);
  return [
    ...top.map((line) => ({ line, keys: keysOf(line, 'top', page, pages) })),
    ...bottom.map((line) => ({ line, keys: keysOf(line, 'bottom', page, pages) })),
  ];
};

/**
 * Leaves out what stands at the head or foot of pages again and again, in letters no larger than the text's: a title,
 * a page's number. The first of each title is kept, so that no words are lost.
 *
 * @returns the lines of each page, and the characters without white space that were left out.
 */
export const withoutRunningLines = (
  pages: readonly PageLines[],
): { readonly pages: readonly (readonly PdfLine[])[]; readonly characters: number } => {
  const largest =
    headingRatio * bodyHeight(pages.flatMap(({ lines }) => lines.flatMap(({ parts }) => parts)));
  const edges = pages.map((page, at) =>
    linesAtEdges(page, at + 1, pages.length).filter(({ line }) => line.height <= largest),
  );
  const pagesOfKey = new Map<string, number>();
  for (const { keys } of edges.flat())
    for (const key of keys) pagesOfKey.set(key, (pagesOfKey.get(key) ?? 0) + 1);
  const known = new Set<string>();
  const leftOut = new Set<PdfLine>();
  let characters = 0;
  for (const { line, keys } of edges.flat()) {
    const running = keys.filter((key) => (pagesOfKey.get(key) ?? 0) >= pagesMin);
    if (running.length === 0) continue;
    const isNumber = pageNumber(textOf(line)) !== null;
    const isKnown = running.some((key) => known.has(key));
    if (!isNumber && !isKnown) {
      // Only what is kept: of a line that was left out, another may differ in a second number.
      for (const key of running) known.add(key);
      continue;
    }
    leftOut.add(line);
    characters += countInk(textOf(line));
  }
  return { pages: pages.map(({ lines }) => lines.filter((line) => !leftOut.has(line))), characters };
};
