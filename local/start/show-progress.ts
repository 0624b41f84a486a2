import type { WriteStream } from 'node:tty';
import { plainProgress, progressLine, type Progress } from '../../cli/progress-line.ts';
import type { CrawlStatus } from './call-api.ts';

/** Plain lines come at most this often. */
const plainEveryMs = 2_000;

/** Shows a crawl's progress: one live line on a terminal, a line now and then elsewhere. */
export interface ProgressDisplay {
  show(status: CrawlStatus, elapsedMs: number): void;
  /** Clears the live line, so that other text can be written. */
  clear(): void;
}

export const showProgress = (stream: WriteStream | NodeJS.WriteStream): ProgressDisplay => {
  let last = '';
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return {
    show: ({ status, counts }, elapsedMs) => {
      const progress: Progress = {
        status,
        completed: counts.finished,
        total: counts.admitted,
        failed: counts.failed,
        elapsedMs,
      };
      if (stream.isTTY) {
        stream.write(`\r\u001B[K${progressLine(progress, stream.columns ?? 80, true)}`);
        return;
      }
      const facts = `${counts.finished}/${counts.admitted}`;
      if (facts === last || elapsedMs - shownAtMs < plainEveryMs) return;
      last = facts;
      shownAtMs = elapsedMs;
      stream.write(`${plainProgress(progress)}\n`);
    },
    clear: () => {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
};
