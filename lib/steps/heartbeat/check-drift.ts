import { listPages } from '../../store/frontier/list-pages.ts';
import { repairCounters } from '../../store/jobs/repair-counters.ts';
import type { Table } from '../../store/table.ts';
import type { RunningJob } from '../../job/job.ts';
import { disagreement, countPages, type PageCounts } from '../../frontier/count-pages.ts';

/**
 * - `agree`: counters and pages say the same.
 * - `repaired`: they did not, and nothing moved since `job` was read; the counters are now what the pages say.
 * - `busy`: they did not, but the job moved meanwhile, so nothing is known. The next look will tell.
 */
export type DriftVerdict =
  | { readonly kind: 'agree' | 'busy' }
  | { readonly kind: 'repaired'; readonly disagreement: string };

/**
 * Judges a job by a tally of its pages that was begun after `job` was read, both consistently, and repairs its
 * counters.
 *
 * Whatever the protocol commits changes a counter, and no counter ever returns to what it was. So the repair is one
 * write on condition that every counter is still what it was: when that holds, nothing was committed between
 * reading and writing, the tally is exact, and the counters were wrong.
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

/** Counts a job's pages and judges it. Reads every page of the job: for small jobs, and samples of them. */
export const checkDrift = async (table: Table, job: RunningJob): Promise<DriftVerdict> => {
  let counts = countPages([]);
  for await (const pages of listPages(table, job.id)) {
    counts = countPages(pages, counts);
  }
  return await judgeDrift(table, job, counts);
};
