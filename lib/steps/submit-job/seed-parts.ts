import * as z from 'zod';
import { noteSeeding } from '../../store/jobs/note-seeding.ts';
import { getObject, putObject, type Objects } from '../../store/objects.ts';
import { sendUrlBatches, type Queues } from '../../store/queues.ts';
import { releaseSeeding } from '../../store/jobs/release-seeding.ts';
import { limits } from '../../limits/limits.ts';
import { batchUrls } from '../../frontier/url-batch.ts';
import { endIfDrained } from '../protocol/end-job.ts';
import { finishPage } from '../protocol/finish-page.ts';
import type { FinishDependencies } from '../protocol/frontier-step.ts';
import type { RunningJob } from '../../job/job.ts';

/** What starting a job needs. */
export interface StartDependencies extends FinishDependencies {
  readonly queues: Queues;
  readonly results: Objects;
}

/**
 * First pages of a job that are too many for one call. They are stored in objects of a thousand, and are admitted one
 * object at a time, first by the call that made the job, then by the heartbeat.
 *
 *   step 0 … n-1     the pages of object 0 … n-1 are admitted
 *   step n … 2n-1    their URL batches are sent
 *   then             `seeding` is removed, and the job can be drained
 *
 * No batch is sent before all pages are admitted: otherwise the children of the first would take the room of the last.
 * If the process dies on the way, the job continues from the step that is noted on it. Then pages that exist are
 * dropped, and some URL batches are sent twice.
 */
const seedSchema = z.object({
  /** Absent from what an earlier version stored. */
  kind: z.literal('page').default('page'),
  hash: z.string(),
  url: z.string(),
  depth: z.number().int().min(0),
  position: z.number().int().min(0),
});
export type Seed = z.infer<typeof seedSchema>;

const partKey = (job: string, part: number): string =>
  `requests/${job}/${String(part).padStart(4, '0')}.json`;

/** Stores one object of a job's first pages, before the job is put. */
export const putSeedPart = async (
  results: Objects,
  job: string,
  part: number,
  seeds: readonly Seed[],
): Promise<void> => {
  await putObject(results, partKey(job, part), JSON.stringify(seeds), 'application/json');
};

/** Reads one object of a job's first pages; null if it is gone. */
export const findSeedPart = async (results: Objects, job: string, part: number): Promise<Seed[] | null> => {
  const text = await getObject(results, partKey(job, part));
  return text === null ? null : seedSchema.array().parse(JSON.parse(text));
};

const getSeedPart = async (results: Objects, job: string, part: number): Promise<Seed[]> => {
  const seeds = await findSeedPart(results, job, part);
  if (seeds === null)
    throw new Error(`Cannot seed job ${job}: ${partKey(job, part)} is not in the results bucket`);
  return seeds;
};

/** Continues the seeding of a job for at most `forMs`, and for at least one object. Harmless to repeat. */
export const seedFromParts = async (
  dependencies: StartDependencies,
  job: RunningJob,
  parts: number,
  forMs: number = limits.seedingMs,
): Promise<void> => {
  const until = dependencies.now() + forMs;
  const { id, limit, ttl, cells: shards } = job;
  for (let step = job.seedStep ?? 0; step < 2 * parts; step += 1) {
    const seeds = await getSeedPart(dependencies.results, id, step % parts);
    if (step < parts) {
      // Without the job's series: these pages are in it, and are to be fetched again.
      const admission = { job: { id, limit, ttl, cells: shards }, children: seeds, token: `seed#${id}` };
      if ((await finishPage(dependencies, admission)).kind === 'job-over') return;
    } else {
      const urlBatches = batchUrls(id, job.priority, seeds).map((urlBatch) => ({
        urlBatch,
        delaySeconds: 0,
      }));
      await sendUrlBatches(dependencies.queues, job.team, urlBatches);
    }
    await noteSeeding(dependencies.table, id, step + 1, dependencies.now());
    if (dependencies.now() >= until && step + 1 < 2 * parts) return;
  }
  await releaseSeeding(dependencies.table, id);
  await endIfDrained(dependencies, job);
};
