import type { FailureCode } from '../../failure.ts';
import { errorEntry, type ErrorEntry } from '../../deliver/results/result-index.ts';
import { isJobId } from '../../job/job-id.ts';
import { jobKinds } from '../../job/job-kind.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { pageCursorPattern, readPageSlice } from '../../store/frontier/read-page-slice.ts';
import { readTeamJobs } from '../../store/jobs/list-team-jobs.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import { readErrorPart } from '../read-results/read-error-part.ts';
import { jobCounts } from '../read-results/read-status.ts';

/** States of pages that ended without content, the gravest first. */
export const failureStates = ['failed', 'blocked', 'skipped'] as const;

/** Which failures are listed. A filter that is left out does not narrow the list. */
export interface FailuresWanted {
  readonly states: readonly (typeof failureStates)[number][];
  readonly source?: string | undefined;
  readonly job?: string | undefined;
  readonly codes: readonly FailureCode[] | readonly string[];
  readonly host?: string | undefined;
  /** The last HTTP status. */
  readonly status?: number | undefined;
  /** Only jobs that began at this moment or later: milliseconds since the epoch. */
  readonly since?: number | undefined;
}

/** A page that ended without content, and its job. */
export interface FailureFound {
  readonly job: Job;
  readonly entry: ErrorEntry;
}

/**
 * Where a reader of failures stands: the job after which the list of jobs continues, the job that is being read, and
 * the position in it. That is how many of its failures were read, or, if the job has not ended, a position among its
 * pages.
 */
interface FailuresCursor {
  readonly after: string | undefined;
  readonly job: string;
  readonly within: string;
}

const writePlace = ({ after = '', job, within }: FailuresCursor): string => `${after}~${job}~${within}`;

/** Reads the position from a cursor; null if it is not a cursor. */
export const readFailuresCursor = (cursor: string): FailuresCursor | null => {
  const [after = '', job = '', within = '', ...rest] = cursor.split('~');
  const isRight =
    rest.length === 0 &&
    (after === '' || isJobId(after)) &&
    (job === '' || isJobId(job)) &&
    (within === '' || /^#\d{1,9}$/.test(within) || pageCursorPattern.test(within));
  return isRight ? { after: after === '' ? undefined : after, job, within } : null;
};

interface JobPart {
  readonly entries: readonly ErrorEntry[];
  /** Where in the job its failures continue; null after the last. */
  readonly next: string | null;
}

/** Reads the next failures of a job: from its index if it has ended, from its pages if it runs. */
const readJobPart = async (
  { table, results }: { readonly table: Table; readonly results: Objects },
  job: Job,
  within: string,
  isWanted: (entry: ErrorEntry) => boolean,
  most: number,
): Promise<JobPart> => {
  if (!hasEnded(job)) {
    const position = within.startsWith('#') || within === '' ? null : within;
    const slice = await readPageSlice(table, job.id, position, Math.min(most, limits.pagesPerAnswerMax));
    return {
      entries: slice.pages.flatMap((page) => errorEntry(page) ?? []).filter(isWanted),
      next: slice.next,
    };
  }
  const size = limits.resultIndexEntries;
  const passed = within.startsWith('#') ? Number(within.slice(1)) : 0;
  const part = await readErrorPart(results, job.id, Math.floor(passed / size));
  const entries: ErrorEntry[] = [];
  for (let index = passed % size; index < part.length; index += 1) {
    const entry = part[index];
    if (entry === undefined || !isWanted(entry)) continue;
    if (entries.length === most) return { entries, next: `#${passed - (passed % size) + index}` };
    entries.push(entry);
  }
  return { entries, next: part.length < size ? null : `#${passed - (passed % size) + size}` };
};

const hasAny = (job: Job, { states, source, job: id }: FailuresWanted): boolean => {
  const counts = jobCounts(job);
  return (
    (source === undefined || job.source === source) &&
    (id === undefined || job.id === id) &&
    states.some((state) => counts[state] > 0)
  );
};

/**
 * Reads pages of a team's jobs that ended without content, the newest job first. Within a job they are in page order;
 * while it runs, in the order of the table. It stops at `count` pages, or when it has read as much as one answer may.
 * The cursor leads on, and is null only at the end.
 */
export const listFailures = async (
  stores: { readonly table: Table; readonly results: Objects },
  team: string,
  asked: {
    readonly from: FailuresCursor | null;
    readonly count: number;
    readonly now: number;
    readonly wanted: FailuresWanted;
  },
): Promise<{ readonly failures: readonly FailureFound[]; readonly cursor: string | null }> => {
  const { from, count, wanted } = asked;
  const isWanted = ({ state, code, url, status }: ErrorEntry): boolean =>
    wanted.states.includes(state) &&
    (wanted.codes.length === 0 || (wanted.codes as readonly string[]).includes(code)) &&
    (wanted.status === undefined || status === wanted.status) &&
    (wanted.host === undefined || URL.parse(url)?.host === wanted.host);
  const failures: FailureFound[] = [];
  let after = from?.after;
  for (let reads = 0; ;) {
    const part = await readTeamJobs(stores.table, team, {
      kinds: jobKinds,
      count: limits.jobsPerAnswerMax,
      after,
      now: asked.now,
    });
    for (const job of part.jobs) {
      if (wanted.since !== undefined && job.createdAt < wanted.since) return { failures, cursor: null };
      let within: string | null = job.id === from?.job ? from.within : '';
      while (within !== null && hasAny(job, wanted)) {
        if (failures.length >= count || reads >= sourceLimits.failureReadsMax)
          return { failures, cursor: writePlace({ after, job: job.id, within }) };
        const read: JobPart = await readJobPart(stores, job, within, isWanted, count - failures.length);
        failures.push(...read.entries.map((entry) => ({ job, entry })));
        within = read.next;
        reads += 1;
      }
      after = job.id;
    }
    if (part.next === null) return { failures, cursor: null };
    after = part.next;
    reads += 1;
    if (reads >= sourceLimits.failureReadsMax)
      return { failures, cursor: writePlace({ after, job: '', within: '' }) };
  }
};
