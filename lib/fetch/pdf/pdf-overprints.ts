import type { DrawnText } from './pdf-direction.ts';

interface DrawnRun extends DrawnText {
  readonly endsLine: boolean;
}

/** Relative to the height of letters: text that is printed twice, to look bold, is moved by no more. */
const movedMax = 0.1;
/** Relative to the height of letters: runs that overlap by more have letters in common, or are drawn on purpose. */
const overlapMin = 0.3;
/** Relative to the height of letters: how exactly the overlap has the width of the letters in common. */
const widthError = 0.6;
/** Letters that are looked for at the end of one run and the beginning of the next. */
const commonMax = 32;

const isAt = (one: DrawnRun, other: DrawnRun): boolean => {
  const moved = other.height * movedMax;
  return Math.abs(one.x - other.x) <= moved && Math.abs(one.y - other.y) <= moved;
};

/** Returns how many letters at the beginning of a run were printed at their place before, at the end of another. */
const lettersPrinted = (before: DrawnRun, run: DrawnRun): number => {
  const overlap = before.x + before.width - run.x;
  const isOver = overlap > run.height * overlapMin && run.x > before.x - run.height * movedMax;
  if (!isOver || Math.abs(before.y - run.y) > run.height * movedMax) return 0;
  for (let count = Math.min(commonMax, before.text.length, run.text.length); count > 0; count -= 1) {
    const width = (run.width * count) / run.text.length;
    if (Math.abs(width - overlap) < run.height * widthError && before.text.endsWith(run.text.slice(0, count)))
      return count;
  }
  return 0;
};

/**
 * Leaves out what is printed a second time, a little beside its first place: some programs make bold letters so. A
 * line that ended with it ends with the text before it.
 */
export const withoutOverprints = (runs: readonly DrawnRun[]): DrawnRun[] => {
  const printed = new Map<string, DrawnRun>();
  const kept: DrawnRun[] = [];
  let last: DrawnRun | null = null;
  for (const run of runs) {
    if (run.text.trim() === '') {
      kept.push(run);
      continue;
    }
    const first = printed.get(run.text);
    if (first !== undefined && isAt(first, run)) {
      if (run.endsLine) kept.push({ ...run, text: '' });
      continue;
    }
    const common = last === null ? 0 : lettersPrinted(last, run);
    if (common === run.text.length) {
      if (run.endsLine) kept.push({ ...run, text: '' });
      continue;
    }
    printed.set(run.text, run);
    const x = common > 0 && last !== null ? last.x + last.width : run.x;
    kept.push({ ...run, text: run.text.slice(common), x, width: run.width - (x - run.x) });
    last = run;
  }
  return kept;
};
