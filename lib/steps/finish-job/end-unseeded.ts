import type { ContentPage, Page } from '../../frontier/page.ts';
import type { Failure } from '../../failure.ts';
import type { Job } from '../../job/job.ts';
import { putUnseeded } from '../../store/frontier/put-unseeded.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import { storedSeeds } from '../submit-job/start-job.ts';

/** What ending pages that were never admitted needs. */
export interface EndUnseededDependencies {
  readonly table: Table;
  /** The bucket that holds the first pages of jobs. */
  readonly results: Objects;
}

type FinishingJob = Extract<Job, { status: 'finishing' }>;

/** Pages that are put at the same time. */
const atOnce = 25;

/**
 * Says whether somebody would miss the first pages of a job that were not admitted: a redrive leaves its own in the
 * errors of the job that it redrives, and a run of a source leaves them to the next run.
 */
const isMissed = ({ seeding, redrive, source }: FinishingJob): boolean =>
  seeding === true && redrive === undefined && source === undefined;

/**
 * Ends the first pages of a job that was over before all of them were admitted, so that each URL of its request ends in
 * a state, is named in its errors, and can be redriven. Repeating it puts the pages that are still missing.
 *
 * @param listed - the pages that the job has.
 * @returns the pages that were missing, as they ended.
 */
export const endUnseeded = async (
  { table, results }: EndUnseededDependencies,
  job: FinishingJob,
  listed: readonly Page[],
  why: Failure,
): Promise<ContentPage[]> => {
  if (!isMissed(job)) return [];
  const known = new Set(listed.map(({ hash }) => hash));
  const room = job.limit - known.size;
  const ended: ContentPage[] = [];
  for await (const seeds of storedSeeds(results, job)) {
    const missing = seeds.filter(({ hash }) => !known.has(hash)).slice(0, Math.max(0, room - ended.length));
    const pages = missing.map((seed): ContentPage => ({
      ...seed,
      job: job.id,
      state: 'skipped',
      code: why.code,
      message: why.message,
      attempts: 0,
      admittedAt: job.endedAt,
      touchedAt: job.endedAt,
      finishedAt: job.endedAt,
      unseeded: true,
    }));
    for (let start = 0; start < pages.length; start += atOnce)
      await Promise.all(pages.slice(start, start + atOnce).map((page) => putUnseeded(table, page, job.ttl)));
    ended.push(...pages);
  }
  return ended;
};
