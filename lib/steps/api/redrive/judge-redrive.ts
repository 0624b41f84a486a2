import { failure, type Failure } from '../../../failure.ts';
import { hasEnded, type Job } from '../../../job/job.ts';
import { isSameSelection, seriesThrough } from '../../../job/redrive.ts';
import type { Member } from '../../../job/series.ts';
import { limits } from '../../../limits/limits.ts';
import type { Selection } from '../../../request/redrive-request.ts';
import type { RunBudget } from '../../../source/schedule/allow-run.ts';
import { getJob } from '../../../store/jobs/get-job.ts';
import type { Table } from '../../../store/table.ts';
import { admitRun } from '../../sources/admit-run.ts';
import type { SourceStores } from '../../sources/load-sources.ts';

/** What is redriven: pages of an ended job. */
export interface RedriveSpec {
  readonly job: Job;
  readonly selection: Selection;
  /** The caller's headers, given again. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly team: string;
  /** The API key that makes the redrive. */
  readonly keyId?: string;
  /** The same token with the same request finds the same job; with another request it is refused. */
  readonly token?: string;
}

/** The jobs of a series: its first, its last, and all of them as the next redrive finds them. */
export interface Series {
  readonly first: Job;
  readonly last: Job;
  readonly members: readonly Member[];
}

/** Reads the series of a job; null if its first job has expired. */
const seriesOf = async (table: Table, job: Job): Promise<Series | null> => {
  const first = await getJob(table, job.series?.[0]?.job ?? job.id);
  if (first === null) return null;
  const last = first.lastRedrive === undefined ? first : await getJob(table, first.lastRedrive);
  return last === null ? null : { first, last, members: seriesThrough(last) };
};

/**
 * Finds the redrive that an earlier call made of the same job with the same selection. It skips a redrive that ended
 * before all of its pages were admitted, or that had to leave some out, so that the caller can get the rest. It does
 * not skip the job of this very submission (`claimed`).
 */
const sameRedrive = async (
  table: Table,
  { job, selection }: RedriveSpec,
  members: readonly Member[],
  claimed: string | null,
): Promise<Job | null> => {
  const same = members.findLast(
    ({ redrive }) => redrive?.of === job.id && isSameSelection(redrive.selection, selection),
  );
  if (same === undefined) return null;
  const found = await getJob(table, same.job);
  if (found === null) return null;
  const leftSome = found.seeding === true || found.redrive?.left !== undefined;
  return found.id !== claimed && hasEnded(found) && leftSome ? null : found;
};

/** Says why the series cannot continue now, or null. */
const obstacleIn = ({ first, last, members }: Series, job: Job, now: number): Failure | null => {
  if (!hasEnded(last)) {
    return failure(
      'JOB_RUNNING',
      `Cannot redrive the job ${job.id}: its redrive ${last.id} is running. Wait for its end, or cancel it`,
    );
  }
  if (members.length > limits.redrivesMax) {
    return failure(
      'REDRIVEN_TOO_OFTEN',
      `Cannot redrive the job ${job.id}: it and its redrives were redriven ${limits.redrivesMax} times. ` +
        `Start a new job`,
    );
  }
  // Pages expire eight days after their job was made. A job runs for up to a day and needs them until its end.
  if (now > first.createdAt + limits.jobRetentionMs) {
    return failure(
      'JOB_EXPIRED',
      `Cannot redrive the job ${job.id}: the first job, ${first.id}, was made more than 7 days ago, and ` +
        `its pages are being removed`,
    );
  }
  return null;
};

/** Says where the pages may be that a redrive did not find. */
const hintAt = ({ job, selection }: RedriveSpec, members: readonly Member[]): string => {
  const earlier = members.findLast(({ redrive }) => redrive?.of === job.id);
  if (earlier !== undefined)
    return `Its redrive ${earlier.job} may hold them: redrive that job to fetch again what failed there`;
  return job.status === 'completed' || selection.include.includes('abandoned')
    ? 'The list of its errors says how its pages ended'
    : 'It ended early: include "abandoned" to fetch the pages that it had not fetched';
};

/** Returns the failure of a redrive for which no page is left. */
export const nothingToRedrive = (spec: RedriveSpec, members: readonly Member[]): Failure => {
  const { job, selection } = spec;
  const wanted = [...selection.include, ...selection.codes].join(', ');
  return failure(
    'NOTHING_TO_REDRIVE',
    `Cannot redrive the job ${job.id}: it left no page that ended as ${wanted}. ${hintAt(spec, members)}`,
  );
};

/** Says at a glance why a job cannot be redriven in this way, or null. */
export const refuseAtOnce = ({ job, headers }: RedriveSpec): Failure | null => {
  if (!hasEnded(job)) {
    return failure(
      'JOB_RUNNING',
      `Cannot redrive the job ${job.id}: it is running. Wait for its end, or cancel it`,
    );
  }
  const names = job.request.scrape.headerNames ?? [];
  if (names.length === 0 || headers !== undefined) return null;
  return failure(
    'BAD_REQUEST',
    `Cannot redrive the job ${job.id}: headers: expected the headers that it was sent with ` +
      `(${names.join(', ')}), which were removed when it ended, or {} to go without`,
  );
};

/** Whether a redrive can be made: it can, for this series; it was made before; or it cannot. */
export type RedriveVerdict =
  /** `budget`: what it may take, as a run of its job's source. */
  | { readonly kind: 'new'; readonly series: Series; readonly budget: RunBudget }
  | { readonly kind: 'same'; readonly job: Job }
  | { readonly kind: 'refused'; readonly failure: Failure };

/**
 * Judges a redrive by its series as it is now. Both the redrive and its preview ask this, so that the preview tells
 * what the redrive would do.
 *
 * @param claimed - the id that this very submission has taken; null if it takes none.
 */
export const judgeRedrive = async (
  { now, ...stores }: SourceStores & { readonly now: () => number },
  spec: RedriveSpec,
  claimed: string | null,
): Promise<RedriveVerdict> => {
  const { table } = stores;
  const { job } = spec;
  const series = await seriesOf(table, job);
  if (series === null) {
    const message = `Cannot redrive the job ${job.id}: its first job has expired`;
    return { kind: 'refused', failure: failure('JOB_EXPIRED', message) };
  }
  const same = await sameRedrive(table, spec, series.members, claimed);
  if (same !== null) return { kind: 'same', job: same };
  const obstacle = obstacleIn(series, job, now());
  if (obstacle !== null) return { kind: 'refused', failure: obstacle };
  const { team, source, request } = job;
  const allowed = await admitRun(stores, { team, source, crawls: request.crawl !== undefined }, now());
  return allowed.ok ? { kind: 'new', series, budget: allowed.budget } : { kind: 'refused', ...allowed };
};
