import { stateWord } from '../../cli/job/job-place.ts';
import { plainProgress, jobProgressLine, type JobProgress } from '../../cli/job/progress-line.ts';
import { progressRate } from '../../lib/deliver/progress-rate.ts';
import { readScreen } from '../../cli/output/screen.ts';
import type { CrawlStatus } from './call-api.ts';

/** Plain lines come at most this often. */
const plainEveryMs = 2_000;

/** Shows a crawl's progress: one live line on a terminal, elsewhere a plain line from time to time. */
export interface StartProgressDisplay {
  show(status: CrawlStatus): void;
  /** Clears the live line, so that other text can be written. */
  clear(): void;
}

/**
 * The time is of the whole crawl, also where an earlier start of the stack began it. The rate is of this start, and
 * what is left takes what it takes at that rate: while the stack stood, nothing was fetched.
 */
export const showStartProgress = (
  stream: NodeJS.WriteStream,
  now: () => number = Date.now,
): StartProgressDisplay => {
  const screen = readScreen(stream);
  let last = '';
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let first: { readonly at: number; readonly ended: number } | undefined;
  return {
    show: ({ status, counts, createdAt }) => {
      const at = now();
      first ??= { at, ended: counts.finished };
      const rate = progressRate({
        createdAt: first.at,
        at,
        ended: counts.finished - first.ended,
        known: counts.admitted - first.ended,
      });
      const progress: JobProgress = {
        status: stateWord('crawl', status),
        completed: counts.finished,
        total: counts.admitted,
        failed: counts.failed,
        rate: { ...rate, elapsedMs: Math.max(0, at - Date.parse(createdAt)) },
      };
      if (screen !== undefined) {
        const { columns, color, redraw } = screen();
        redraw(jobProgressLine(progress, columns, color));
        return;
      }
      const facts = `${counts.finished}/${counts.admitted}`;
      if (facts === last || at - shownAtMs < plainEveryMs) return;
      last = facts;
      shownAtMs = at;
      stream.write(`${plainProgress(progress)}\n`);
    },
    clear: () => screen?.().clear(),
  };
};
