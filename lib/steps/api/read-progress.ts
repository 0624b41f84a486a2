import { breakDown, type Breakdown } from '../../frontier/breakdown.ts';
import { isOver, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { Table } from '../../store/table.ts';
import { readHost, type HostState } from './read-host.ts';
import { jobLine, type JobLine } from './list-jobs.ts';
import { pageLine, type PageLine } from './page-line.ts';
import { samplePages } from './sample-pages.ts';

/** How a job is doing: its exact counters, and figures from a sample of its pages. */
export interface Progress {
  readonly job: JobLine;
  /** Counted from the pages that were read; these are all pages if `isWhole`. */
  readonly breakdown: Breakdown & { readonly isWhole: boolean };
  /** How the hosts with the most open pages are requested now. */
  readonly hosts: readonly HostState[];
  /** The pages that ended last, the newest first. */
  readonly recent: readonly PageLine[];
}

const hostsShown = 5;

/** Reads how a job is doing, from its counters and a bounded number of its pages. */
export const readProgress = async (table: Table, job: Job, now: number): Promise<Progress> => {
  const { pages, isWhole } = await samplePages(table, job.id);
  const breakdown = breakDown(pages);
  const busy = isOver(job)
    ? []
    : breakdown.hosts
        .filter(({ open }) => open > 0)
        .toSorted((a, b) => b.open - a.open)
        .slice(0, hostsShown);
  const recent = pages
    .filter(({ finishedAt }) => finishedAt !== undefined)
    .toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
    .slice(0, limits.recentPages);
  return {
    job: jobLine(job),
    breakdown: { ...breakdown, isWhole },
    hosts: await Promise.all(busy.map(({ host }) => readHost(table, host, job.team, now))),
    recent: recent.map(pageLine),
  };
};
