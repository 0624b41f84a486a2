import { listPages } from '../../store/frontier/list-pages.ts';
import { repairCounters } from '../../store/jobs/repair-counters.ts';
import type { Table } from '../../store/table.ts';
import type { RunningJob } from '../../job/job.ts';
import { disagreement, countPages, type PageCounts } from '../../frontier/count-pages.ts';

/**
 * - `agree`: counters and pages say the same.
 * - `repaired`: they differed, and nothing moved since `job` was read. The counters now say what the pages say.
 * - `busy`: they differed, but the job moved meanwhile, so nothing is known. The next check decides.
 */
export type DriftVerdict =
  | { readonly kind: 'agree' | 'busy' }
  | { readonly kind: 'repaired'; readonly disagreement: string };

/**
 * Judges a job's counters by a tally of its pages, and repairs them if they are wrong. The tally was begun after `job`
 * was read, and both reads were consistent.
 *
 * Every commit of the protocol changes a counter, and no counter ever returns to an earlier value. So the repair is one
 * write, on condition that no counter has changed. If the condition holds, nothing was committed between the read and
 * the write: the tally is exact, and the counters were wrong.
 */
export const judgeDrift = async (
  table: Table,
  job: RunningJob,
  counts: PageCounts,
): Promise<DriftVerdict> => {
  const found = disagreement(job, counts);
  if (found === null) return { kind: 'agree' };
  return (await repairCounters(table, job, counts))
    ? { kind: 'repaired', disagreement: found }
    : { kind: 'busy' };
};

/**
 * Counts a job's pages and judges its counters. It reads every page of the job, so it is for small jobs, of which only
 * a sample is checked.
 */
export const checkDrift = async (table: Table, job: RunningJob): Promise<DriftVerdict> => {
  let counts = countPages([]);
  for await (const pages of listPages(table, job.id)) {
    counts = countPages(pages, counts);
  }
  return await judgeDrift(table, job, counts);
};
