import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import { hasEnded, isOver, type Job } from '../../job/job.ts';
import type { Cost } from '../../job/cost.ts';
import type { Document } from '../../deliver/results/document.ts';
import { jobCost } from './job-cost.ts';
import { readDocuments } from './read-documents.ts';
import { readEndMessage } from './read-end-message.ts';
import { readEntries, refusedCount, type ResultsSlice } from './read-entries.ts';
import { warnOfJob } from './warn-of-job.ts';

/** What a status answer is read from. */
export interface StatusDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
}

/** Exact counts of a job, under the protocol's own names. */
export interface JobCounts {
  readonly admitted: number;
  readonly open: number;
  readonly finished: number;
  readonly done: number;
  readonly failed: number;
  readonly blocked: number;
  readonly skipped: number;
  readonly abandoned: number;
  readonly unchanged: number;
}

/** Links of a crawl that were in its scope and were not followed. */
export interface LinksNotFollowed {
  readonly hidden: number;
  readonly sameContent: number;
  readonly traps: number;
}

export interface JobStatusResponse {
  readonly success: true;
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  readonly completed: number;
  readonly total: number;
  readonly creditsUsed: number;
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly completedAt?: string;
  readonly error?: string;
  readonly warning?: string;
  readonly counts: JobCounts;
  /** Links that were not followed, by reason; absent if all were followed. */
  readonly linksNotFollowed?: LinksNotFollowed;
  /** Cost until now, by service, and the units from which it is computed. */
  readonly cost: Cost;
  /** The job whose pages this one fetches again. */
  readonly redriveOf?: string;
  readonly data: readonly Document[];
  /** How many results come before the next slice; null in the last one. */
  readonly nextSkip: number | null;
}

export const jobCounts = (job: Job): JobCounts => {
  const abandoned = isOver(job) ? job.abandoned : 0;
  return {
    admitted: job.admitted,
    open: isOver(job) ? 0 : job.open - (job.sitemapsOpen ?? 0),
    finished: job.finished,
    done: job.done,
    failed: job.failed,
    blocked: job.blocked,
    skipped: job.skipped + abandoned,
    abandoned,
    unchanged: job.unchanged,
  };
};

const linksNotFollowedOf = ({
  leftHidden: hidden = 0,
  leftSame: sameContent = 0,
  leftTraps: traps = 0,
}: Job): { linksNotFollowed?: LinksNotFollowed } =>
  hidden + sameContent + traps === 0 ? {} : { linksNotFollowed: { hidden, sameContent, traps } };

/**
 * Reads the status of a job with a slice of its results. An ended batch has a document for each page that its site
 * refused with a status, behind those with content: the client named the page, and Firecrawl tells it so.
 */
export const readStatus = async (
  dependencies: StatusDependencies,
  job: Job,
  slice: ResultsSlice,
): Promise<JobStatusResponse> => {
  const ended = hasEnded(job);
  const entries = await readEntries(dependencies, job, slice);
  const present = entries.flatMap((entry, place) => (entry === null ? [] : [{ entry, place }]));
  const { documents, used } = await readDocuments(
    dependencies.envelopes,
    present.map(({ entry }) => entry),
    { ...job.request.scrape, job: job.id },
  );
  const nextSkip = slice.skip + (present[used]?.place ?? entries.length);
  const lost = isOver(job) ? job.abandoned : 0;
  const error = await readEndMessage(dependencies.results, job);
  const refused = refusedCount(job);
  const goesOn = ended && entries.length > 0 && nextSkip < job.done + refused;
  return {
    success: true,
    status: ended ? job.status : 'scraping',
    completed: job.done + refused,
    total: job.admitted - job.failed - job.blocked - job.skipped - lost + refused,
    creditsUsed: job.done,
    expiresAt: new Date(job.ttl * 1_000).toISOString(),
    createdAt: new Date(job.createdAt).toISOString(),
    ...(ended ? { completedAt: new Date(job.completedAt).toISOString() } : {}),
    ...(error === null ? {} : { error }),
    ...warnOfJob(job),
    counts: jobCounts(job),
    ...linksNotFollowedOf(job),
    cost: jobCost(job),
    ...(job.redrive === undefined ? {} : { redriveOf: job.redrive.of }),
    data: documents,
    nextSkip: goesOn ? nextSkip : null,
  };
};
