import { pausedUntilFor } from '../../fetch/politeness/team-pause.ts';
import { hostOf } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { getPace } from '../../store/hosts/pace.ts';
import type { Table } from '../../store/table.ts';
import { seedPages } from '../submit-job/start-job.ts';

/**
 * Returns after how many whole seconds a caller should ask again for the result of a job of one page, or of a map: when
 * its page is tried next, because it failed or its host is left alone; at least `limits.askAgainSeconds`, at most
 * `limits.askAgainSecondsMax`.
 */
export const secondsUntilNextTry = async (table: Table, job: Job, now: number): Promise<number> => {
  const [seed] = seedPages(job, [job.request.url]);
  const [[page], pace] = await Promise.all([
    seed === undefined ? [] : findPages(table, job.id, [seed.hash]),
    getPace(table, hostOf(job.request.url)),
  ]);
  const at = Math.max(page?.notBefore ?? 0, pausedUntilFor(pace, job.team));
  const seconds = Math.ceil((at - now) / 1_000);
  return Math.min(Math.max(seconds, limits.askAgainSeconds), limits.askAgainSecondsMax);
};
