import { pausedUntilFor } from '../../fetch/politeness/team-pause.ts';
import { tellLastTry } from '../../frontier/last-try.ts';
import { hostOf } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { getPace } from '../../store/hosts/pace.ts';
import type { Table } from '../../store/table.ts';
import { seedPages } from '../submit-job/start-job.ts';

/** What a caller is told whose page is not there yet. */
export interface NextTry {
  /**
   * After how many whole seconds to ask again: when the page is tried next, because it failed or its host is left
   * alone; at least `limits.askAgainSeconds`, at most `limits.askAgainSecondsMax`.
   */
  readonly seconds: number;
  /** What the last try came to, or why there was none (`tellLastTry`); null if nothing is known. */
  readonly lastTry: string | null;
}

/** Reads what is known of the next try of a job of one page, or of a map. Both reads are made at once. */
export const readNextTry = async (table: Table, job: Job, now: number): Promise<NextTry> => {
  const [seed] = seedPages(job, [job.request.url]);
  const [[page], pace] = await Promise.all([
    seed === undefined ? [] : findPages(table, job.id, [seed.hash]),
    getPace(table, hostOf(job.request.url)),
  ]);
  const until = pausedUntilFor(pace, job.team);
  const at = Math.max(page?.notBefore ?? 0, until);
  const seconds = Math.ceil((at - now) / 1_000);
  return {
    seconds: Math.min(Math.max(seconds, limits.askAgainSeconds), limits.askAgainSecondsMax),
    lastTry: tellLastTry(page ?? {}, now, { until, failures: pace.failures }),
  };
};
