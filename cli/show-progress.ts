import { stateWordOf, type JobKind } from './job-place.ts';
import { failedCountOf, type JobStatus } from './job-status.ts';
import { plainProgress, progressLine, type Progress } from './progress-line.ts';
import { screenOf } from './screen.ts';

/** Between two lines where nothing can be redrawn. */
const plainLineMs = 5_000;

export interface ProgressDisplay {
  readonly update: (status: JobStatus) => void;
  /** Clears the line, so that other text may follow. */
  readonly clear: () => void;
}

/**
 * Shows a job's progress on stderr: one line that is redrawn on a terminal, and elsewhere a plain line every few seconds
 * while something changes.
 */
export const showProgress = (
  stream: NodeJS.WriteStream,
  kind: JobKind,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ProgressDisplay => {
  const startedAt = performance.now();
  const screen = screenOf(stream, environment);
  let lastLineAt = Number.NEGATIVE_INFINITY;
  let lastCounts = '';
  return {
    update: (status) => {
      const elapsedMs = performance.now() - startedAt;
      const { completed, total } = status;
      const failed = failedCountOf(status);
      const word = stateWordOf(kind, status.status);
      const progress: Progress = { status: word, completed, total, failed, elapsedMs };
      if (screen !== undefined) {
        const { columns, color, write } = screen();
        write(`\r${progressLine(progress, columns, color)}\u001B[K`);
        return;
      }
      const counts = `${status.status} ${completed}/${total} ${failed ?? 0}`;
      if (counts === lastCounts || elapsedMs - lastLineAt < plainLineMs) return;
      lastLineAt = elapsedMs;
      lastCounts = counts;
      stream.write(`${plainProgress(progress)}\n`);
    },
    clear: () => screen?.().write('\r\u001B[K'),
  };
};
