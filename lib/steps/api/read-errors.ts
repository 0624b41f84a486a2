import { listEndedPages } from '../../store/frontier/list-ended-pages.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { makeChangeTracking, type ChangeTracking } from '../../deliver/results/page-change.ts';
import { readErrorPart } from '../read-results/read-error-part.ts';
import type { StatusDependencies } from '../read-results/read-status.ts';
import { errorEntry, type ErrorEntry } from '../../deliver/results/result-index.ts';

export interface ErrorsResponse {
  readonly errors: readonly (Omit<ErrorEntry, 'state' | 'depth' | 'status' | 'attempts' | 'tracked'> & {
    /** If changes are tracked and the page is gone: says that it is gone. */
    readonly changeTracking?: ChangeTracking;
  })[];
  readonly robotsBlocked: readonly string[];
  readonly nextSkip: number | null;
  readonly warning?: string;
}

/** Portions of the table, 1 MB each, that are read for a running job: all buckets of a job of usual size. */
const readsWhileRunning = 32;

/**
 * Reads the errors of a running job. Its counters say how many there are, so the search ends with the last one. In a
 * very large job it may end before that.
 */
const fromPages = async (
  dependencies: StatusDependencies,
  job: Job,
): Promise<{ readonly entries: ErrorEntry[]; readonly counted: number }> => {
  const counted = job.failed + job.blocked + job.skipped;
  const wanted = Math.min(counted, limits.resultIndexEntries);
  const entries: ErrorEntry[] = [];
  if (wanted === 0) return { entries, counted };
  let reads = 0;
  for await (const listed of listEndedPages(dependencies.table, job.id, {
    states: ['failed', 'blocked', 'skipped'],
  })) {
    entries.push(...listed.flatMap((page) => errorEntry(page) ?? []));
    reads += 1;
    if (entries.length >= wanted || reads >= readsWhileRunning) break;
  }
  return { entries: entries.slice(0, limits.resultIndexEntries), counted };
};

const partWarning = (found: number, counted: number, job: string): string =>
  `The job is still running, and only ${found} of its ${counted} errors are here. ` +
  `GET /v2/jobs/${job}/pages?state=failed,blocked,skipped lists all of them`;

/**
 * Reads the pages of a job that ended without content, a thousand starting at `skip`. Pages that robots.txt forbids are
 * listed separately, as Firecrawl does. While the job runs, it shows the first thousand that it finds, and says so if
 * there are more.
 */
export const readErrors = async (
  dependencies: StatusDependencies,
  job: Job,
  skip: number,
): Promise<ErrorsResponse> => {
  const part = Math.floor(skip / limits.resultIndexEntries);
  const { entries, counted } = hasEnded(job)
    ? { entries: await readErrorPart(dependencies.results, job.id, part), counted: 0 }
    : await fromPages(dependencies, job);
  const more = hasEnded(job) && entries.length === limits.resultIndexEntries;
  return {
    errors: entries
      .filter((entry) => entry.code !== 'ROBOTS_DISALLOWED')
      .map(({ state: _state, depth: _depth, status: _status, attempts: _attempts, tracked, ...entry }) => ({
        ...entry,
        ...(tracked === undefined ? {} : { changeTracking: makeChangeTracking(tracked) }),
      })),
    robotsBlocked: entries.filter((entry) => entry.code === 'ROBOTS_DISALLOWED').map((entry) => entry.url),
    nextSkip: more ? (part + 1) * limits.resultIndexEntries : null,
    ...(counted > entries.length ? { warning: partWarning(entries.length, counted, job.id) } : {}),
  };
};
