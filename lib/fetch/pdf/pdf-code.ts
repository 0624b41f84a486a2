import { isTable, type PdfPiece, type TextLine } from './pdf-columns.ts';
import { codeFont, countInk, type PdfRun } from './pdf-lines.ts';

/** Runs on baselines that differ by less, relative to the height of letters, are of one line. */
const sameLine = 0.5;
/** Columns that an indent or a gap may be wide, and blank lines that a gap between lines may be high. */
const columnsMax = 200;
const blankLinesMax = 5;

interface CodeLine {
  readonly y: number;
  readonly height: number;
  readonly runs: PdfRun[];
}

const linesOf = (runs: readonly PdfRun[]): CodeLine[] => {
  const lines: CodeLine[] = [];
  for (const run of runs) {
    if (run.text.trim() === '') continue;
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(last.y - run.y) < run.height * sameLine) last.runs.push(run);
    else lines.push({ y: run.y, height: run.height, runs: [run] });
  }
  return lines;
};

/** Returns the middle one of numbers; of two, the smaller. */
const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0;

const bounded = (count: number, most: number): number => Math.min(most, Math.max(0, Math.round(count)));

/**
 * Returns the lines of code, with indents and blank lines by their places; null of a single line, which is a part of a
 * sentence or no more than a name.
 *
 * @param runs in the order of reading, in a font whose letters are equally wide.
 */
export const codeText = (runs: readonly PdfRun[]): string | null => {
  const lines = linesOf(runs);
  if (lines.length < 2) return null;
  const width = middle(lines.flatMap((line) => line.runs.map((run) => run.width / run.text.length)));
  const drop = middle(lines.slice(1).map(({ y }, at) => (lines[at]?.y ?? y) - y));
  const left = lines.reduce(
    (least, line) => Math.min(least, line.runs[0]?.x ?? least),
    Number.POSITIVE_INFINITY,
  );
  const columns = (points: number): string => ' '.repeat(width > 0 ? bounded(points / width, columnsMax) : 0);
  let text = '';
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const below =
      before === undefined || drop <= 0 ? 0 : bounded((before.y - line.y) / drop - 1, blankLinesMax);
    text += before === undefined ? '' : '\n'.repeat(1 + below);
    let right = left;
    for (const run of line.runs) {
      // Blanks at the edges of a run are counted by the places.
      text += columns(run.x - right) + run.text.trimEnd();
      right = run.x + width * run.text.trimEnd().length;
    }
  }
  return text;
};

/** Letters of scripts that are equally wide in every font. */
const wideLetters = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/**
 * Says whether a text in a font whose letters are equally wide may be code. Fonts of Chinese, Japanese and Korean are
 * such fonts: a line that is mostly of their letters is none, but for a remark.
 */
export const mayBeCode = (text: string): boolean =>
  /^\s*[#/*;%"'-]/.test(text) || 2 * (text.match(wideLetters) ?? []).length <= countInk(text);

/** Relative to the height of letters: code goes on with a line that is no further below. */
const dropMax = 2.6;

/** A line as a run. What a line has at a distance is set apart by a tab. */
const runOf = ({ text, x, right, y, height }: TextLine): PdfRun => {
  const spaced = text.replaceAll('\t', '    ');
  return { text: spaced, x, y, width: right - x, height, endsLine: true, font: codeFont };
};

/**
 * Returns the code that begins with a piece of a page: lines in a font for code, two at least, with their indents.
 * `end`: the place of the first piece behind it.
 */
export const codeAt = (
  pieces: readonly PdfPiece[],
  at: number,
): { readonly text: string; readonly end: number } | null => {
  const lines: TextLine[] = [];
  for (let end = at; end < pieces.length; end += 1) {
    const piece = pieces[end];
    if (piece === undefined || isTable(piece) || piece.font !== codeFont || !mayBeCode(piece.text)) break;
    const drop = (lines.at(-1)?.y ?? piece.y) - piece.y;
    if (lines.length > 0 && (drop <= 0 || drop > piece.height * dropMax)) break;
    lines.push(piece);
  }
  const text = codeText(lines.map(runOf));
  return text === null ? null : { text, end: at + lines.length };
};
