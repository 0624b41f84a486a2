import { slicesInAll } from '../slices/slices.ts';

/** How far a run of the tests is. */
export interface TestProgress {
  filesInAll: number;
  files: number;
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Minutes that whole projects take on two idle processors, as last measured. A run of fewer files is not worth a guess.
 */
const wholeRuns: readonly {
  readonly project: string;
  readonly filesMin: number;
  readonly takes: string;
  readonly takesWithAllSeeds?: string;
}[] = [
  { project: 'gleaner', filesMin: 150, takes: 'about 8 minutes on two idle cores' },
  {
    project: 'deep',
    filesMin: 30,
    takes: '25 to 30 minutes on two cores',
    takesWithAllSeeds: '30 to 50 minutes on two cores',
  },
];

/**
 * What is said before the first test: how many files, how long they take where that is known, and which slices of their
 * seeds the deep ones take.
 */
export const openingLine = (projects: readonly string[], slices: readonly number[]): string => {
  const files = `${projects.length} test ${projects.length === 1 ? 'file' : 'files'}`;
  const isWhole = slices.length === slicesInAll;
  const takes = wholeRuns.flatMap((run) => {
    if (projects.filter((name) => name === run.project).length < run.filesMin) return [];
    return [isWhole ? (run.takesWithAllSeeds ?? run.takes) : run.takes];
  });
  const seeds = projects.some((name) => name.startsWith('deep'))
    ? `; ${isWhole ? 'all seeds' : `seeds of slice ${slices.join(', ')} of 0 to ${slicesInAll - 1}`}`
    : '';
  return `${files}${takes.length === 0 ? '' : `: ${takes.join(', then ')}`}${seeds}`;
};

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

export const testProgressLine = (
  { filesInAll, files, passed, failed, skipped }: TestProgress,
  elapsedMs: number,
): string =>
  `${clock(elapsedMs)}  ${files} of ${filesInAll} files; tests: ${passed} passed, ${failed} failed, ${skipped} skipped`;

/** What is said of a test when it fails: which one, why, and where in this repository. */
export const failureText = (
  file: string,
  name: string,
  errors: readonly { readonly message: string; readonly diff?: string; readonly stack?: string }[],
): string => {
  const reasons = errors.flatMap(({ message, diff, stack }) => {
    const at = stack?.split('\n').find((line) => /^\s*at /.test(line) && !/node_modules|node:/.test(line));
    return [message, ...(diff === undefined ? [] : [diff]), ...(at === undefined ? [] : [at.trim()])];
  });
  return [`FAILED ${file} > ${name}`, ...reasons.flatMap((reason) => reason.split('\n'))].join('\n    ');
};

/** The first lines of a text, each with its first characters: the end of a log is often all that one sees. */
export const cutText = (text: string, linesMax = 40, charactersMax = 300): string => {
  const lines = text.split('\n');
  const left = lines.length - linesMax;
  return [
    ...lines.slice(0, linesMax).map((line) => line.slice(0, charactersMax)),
    ...(left > 0 ? [`    … ${left} more lines`] : []),
  ].join('\n');
};
