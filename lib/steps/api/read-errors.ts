import { listPages } from '../../store/frontier/list-pages.ts';
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
}

/** Portions of the table, 1 MB each, that are read for a running job: all buckets of a job of usual size. */
const readsWhileRunning = 32;

const fromPages = async (dependencies: StatusDependencies, job: string): Promise<ErrorEntry[]> => {
  const entries: ErrorEntry[] = [];
  let reads = 0;
  for await (const listed of listPages(dependencies.table, job)) {
    entries.push(...listed.flatMap((page) => errorEntry(page) ?? []));
    reads += 1;
    if (entries.length >= limits.resultIndexEntries || reads >= readsWhileRunning) break;
  }
  return entries.slice(0, limits.resultIndexEntries);
};

/**
 * Reads the pages of a job that ended without content, a thousand starting at `skip`. Pages that robots.txt forbids are
 * listed separately, as Firecrawl does. While the job runs, it shows the first thousand that it finds.
 */
export const readErrors = async (
  dependencies: StatusDependencies,
  job: Job,
  skip: number,
): Promise<ErrorsResponse> => {
  const part = Math.floor(skip / limits.resultIndexEntries);
  const entries = hasEnded(job)
    ? await readErrorPart(dependencies.results, job.id, part)
    : await fromPages(dependencies, job.id);
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
  };
};
