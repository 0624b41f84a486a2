import { stateWord } from '../../cli/job/job-place.ts';
import { plainProgress, jobProgressLine, type JobProgress } from '../../cli/job/progress-line.ts';
import { readScreen } from '../../cli/output/screen.ts';
import type { CrawlStatus } from './call-api.ts';

/** Plain lines come at most this often. */
const plainEveryMs = 2_000;

/** Shows a crawl's progress: one live line on a terminal, elsewhere a plain line from time to time. */
export interface StartProgressDisplay {
  show(status: CrawlStatus, elapsedMs: number): void;
  /** Clears the live line, so that other text can be written. */
  clear(): void;
}

export const showStartProgress = (stream: NodeJS.WriteStream): StartProgressDisplay => {
  const screen = readScreen(stream);
  let last = '';
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let completedBefore: number | undefined;
  return {
    show: ({ status, counts }, elapsedMs) => {
      completedBefore ??= counts.finished;
      const progress: JobProgress = {
        status: stateWord('crawl', status),
        completed: counts.finished,
        total: counts.admitted,
        failed: counts.failed,
        elapsedMs,
        completedBefore,
      };
      if (screen !== undefined) {
        const { columns, color, redraw } = screen();
        redraw(jobProgressLine(progress, columns, color));
        return;
      }
      const facts = `${counts.finished}/${counts.admitted}`;
      if (facts === last || elapsedMs - shownAtMs < plainEveryMs) return;
      last = facts;
      shownAtMs = elapsedMs;
      stream.write(`${plainProgress(progress)}\n`);
    },
    clear: () => screen?.().clear(),
  };
};
