/** A run of text on a page of a PDF, as pdf.js gives it. Lengths are points, `y` grows upwards. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether the run ends its line. */
  readonly endsLine: boolean;
  /** The name of its font, which is the same for all runs in this font. */
  readonly font?: string | undefined;
}

/** A part of a line between wide gaps: a cell of a table, a line of a column, or the whole line. */
export interface LinePart {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly height: number;
  /** The font of all of it; absent if it has several. */
  readonly font?: string | undefined;
}

/** What stands on one baseline, from left to right. */
export interface PdfLine {
  readonly parts: readonly LinePart[];
  readonly y: number;
  readonly height: number;
}

/** Relative to the text's usual height: larger text is a heading. */
export const headingRatio = 1.15;

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

/** Punctuation that a font turns for text that runs downwards, and the usual one (Unicode, vertical forms). */
const turned = new Map(
  Array.from('︐︑︒︓︔︕︖︗︘︙︰︱︲︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈', (form, at) => [
    form,
    Array.from('，、。：；！？〖〗…‥—–（）｛｝〔〕【】《》〈〉「」『』［］')[at] ?? form,
  ]),
);

const upright = (text: string): string =>
  text.replace(/[\ufe10-\ufe19\ufe30-\ufe48]/g, (form) => turned.get(form) ?? form);

interface OpenPart {
  text: string;
  x: number;
  right: number;
  height: number;
  font: string | undefined;
}

interface OpenLine {
  readonly parts: OpenPart[];
  readonly y: number;
  readonly height: number;
}

const isSameLine = (line: OpenLine, run: PdfRun): boolean =>
  Math.abs(line.y - run.y) < Math.max(line.height, run.height) * 0.5;

/** The sign or number of a list's item, whose text may stand far behind it. */
const itemMark = /^(?:[•‣◦▪●○■–*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\[[x ]\])$/;

const partOf = (run: PdfRun): OpenPart => ({
  text: run.text,
  x: run.x,
  right: run.x + run.width,
  height: run.height,
  font: run.font,
});

const addTo = (line: OpenLine, run: PdfRun, isSpaced: boolean): void => {
  const last = line.parts.at(-1);
  const gap = run.x - (last?.right ?? 0);
  if (last === undefined || (gap > run.height * wideGap && !itemMark.test(last.text.trim()))) {
    line.parts.push(partOf(run));
    return;
  }
  const isApart = isSpaced || gap > run.height * spaceGap;
  last.text += `${isApart ? ' ' : ''}${run.text}`;
  // Of text that runs from right to left, the next run stands before the last one.
  last.x = Math.min(last.x, run.x);
  last.right = Math.max(last.right, run.x + run.width);
  last.height = Math.max(last.height, run.height);
  if (last.font !== run.font) last.font = undefined;
};

const settled = (line: OpenLine): PdfLine => ({
  y: line.y,
  height: line.height,
  parts: line.parts
    .map((part) => ({ ...part, text: upright(part.text.replace(/[\s\0]+/g, ' ').trim()) }))
    .filter(({ text }) => text !== ''),
});

/** Joins runs to lines, in the order of the file; a gap wider than a thin space becomes a space. */
export const joinPdfRuns = (runs: readonly PdfRun[]): PdfLine[] => {
  const lines: OpenLine[] = [];
  let isFresh = true;
  let isSpaced = false;
  for (const run of runs) {
    const line = lines.at(-1);
    if (/[^\s\0]/.test(run.text)) {
      if (isFresh || line === undefined || !isSameLine(line, run))
        lines.push({ parts: [partOf(run)], y: run.y, height: run.height });
      else addTo(line, run, isSpaced);
      isFresh = false;
      isSpaced = false;
    } else if (run.text !== '') isSpaced = true;
    if (run.endsLine) isFresh = true;
  }
  return lines.map(settled).filter(({ parts }) => parts.length > 0);
};
