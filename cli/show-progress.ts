import { failedCountOf, type JobStatus } from './job-status.ts';
import { plainProgress, progressLine, type Progress } from './progress-line.ts';

/** Between two lines where nothing can be redrawn. */
const plainLineMs = 5_000;

export interface ProgressDisplay {
  readonly update: (status: JobStatus) => void;
  /** Clears the line, so that other text may follow. */
  readonly end: () => void;
}

/**
 * Shows a job's progress on stderr: one line that is redrawn on a terminal, and elsewhere a plain line every few seconds
 * while something changes. Colour follows NO_COLOR and the terminal's own abilities.
 */
export const showProgress = (
  stream: NodeJS.WriteStream,
  terminalType: string | undefined = process.env['TERM'],
): ProgressDisplay => {
  const startedAt = performance.now();
  const screen = stream.isTTY && terminalType !== 'dumb' ? stream : undefined;
  let lastLineAt = Number.NEGATIVE_INFINITY;
  let lastCounts = '';
  return {
    update: (status) => {
      const elapsedMs = performance.now() - startedAt;
      const { completed, total } = status;
      const failed = failedCountOf(status);
      const progress: Progress = { status: status.status, completed, total, failed, elapsedMs };
      if (screen !== undefined) {
        // The last column stays free: writing there makes some terminals start a new line.
        screen.write(`\r${progressLine(progress, (screen.columns || 80) - 1, screen.hasColors())}\u001B[K`);
        return;
      }
      const counts = `${status.status} ${completed}/${total} ${failed ?? 0}`;
      if (counts === lastCounts || elapsedMs - lastLineAt < plainLineMs) return;
      lastLineAt = elapsedMs;
      lastCounts = counts;
      stream.write(`${plainProgress(progress)}\n`);
    },
    end: () => {
      if (screen !== undefined) screen.write('\r\u001B[K');
    },
  };
};
