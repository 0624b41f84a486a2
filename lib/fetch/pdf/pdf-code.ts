import type { PdfRun } from './pdf-lines.ts';

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
  const left = Math.min(...lines.map((line) => line.runs[0]?.x ?? 0));
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
