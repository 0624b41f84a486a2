import { getObject, putObject, type Objects } from '../../store/objects.ts';
import { listTeamJob } from '../../store/jobs/list-team-jobs.ts';
import { putJob } from '../../store/jobs/put-job.ts';
import { sendUrlBatches, sendDeliver } from '../../store/queues.ts';
import { releaseSeeding } from '../../store/jobs/release-seeding.ts';
import type { JobWebhook } from '../../job/webhook.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import { batchUrls } from '../../frontier/url-batch.ts';
import { canonicalUrl, pageIdentity } from '../../frontier/canonical-url.ts';
import type { FailureCode } from '../../failure.ts';
import { endEarly, endIfDrained } from '../protocol/end-job.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { pageHash, type NewPage } from '../../frontier/page.ts';
import { seedFromParts, type StartDependencies } from './seed-parts.ts';

/** First pages of a job, in order, one for each distinct identity. */
export const seedPages = (job: Pick<RunningJob, 'request'>, urls: readonly string[]): NewPage[] => {
  const options = job.request.crawl ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
  const pages = urls.map((url, position) => ({
    kind: 'page' as const,
    // A link to the same page is spelled canonically.
    hash: pageHash(pageIdentity(canonicalUrl(url) ?? url, options)),
    url,
    depth: 0,
    position,
  }));
  return [...new Map(pages.toReversed().map((page) => [page.hash, page])).values()].toReversed();
};

/** Key of the object that holds a job's URLs while they are admitted. */
const seedsKeyOf = (job: string): string => `requests/${job}.json`;

const seedsOf = async (results: Objects, job: RunningJob): Promise<string[]> => {
  if (job.seedsKey === undefined) return [job.request.url];
  const text = await getObject(results, job.seedsKey);
  if (text === null)
    throw new Error(`Cannot seed job ${job.id}: ${job.seedsKey} is not in the results bucket`);
  return JSON.parse(text) as string[];
};

const admitSeeds = async (
  dependencies: StartDependencies,
  job: RunningJob,
  seeds: readonly NewPage[],
): Promise<void> => {
  const outcome = await finishPage(dependencies, { job, children: seeds, token: `seed#${job.id}` });
  if (outcome.kind === 'job-over') return;
  await releaseSeeding(dependencies.table, job.id);
  // All of them, not only those just admitted: what an earlier try admitted and did not send must go out as well.
  const urlBatches = batchUrls(job.id, job.priority, seeds.slice(0, job.limit));
  await sendUrlBatches(
    dependencies.queues,
    job.team,
    urlBatches.map((urlBatch) => ({ urlBatch, delaySeconds: 0 })),
  );
};

/** Admits the first pages of a job that somebody began to start. Harmless to repeat. */
export const seedJob = async (dependencies: StartDependencies, job: RunningJob): Promise<void> => {
  if (job.seedParts !== undefined) return await seedFromParts(dependencies, job, job.seedParts);
  await admitSeeds(dependencies, job, seedPages(job, await seedsOf(dependencies.results, job)));
  await endIfDrained(dependencies, job);
};

/**
 * Starts a job: the job item first, then its first pages, then their URL batches.
 *
 * The item says `seeding` until all first pages are admitted, so a job whose first pages finish early is not taken for
 * drained. If we die on the way, the heartbeat finds a job that is still seeding and calls `seedJob` again: pages that
 * exist are dropped, the rest is admitted. More URLs than one transaction holds are written to S3 before the job is.
 *
 * `urls` are spelled as they are asked for. Answers false, having done nothing, when a job of that id exists: the
 * same submission arrived twice. /
 */
export const startJob = async (
  dependencies: StartDependencies,
  job: RunningJob,
  urls: readonly string[],
  webhook: JobWebhook | null = null,
): Promise<boolean> => {
  const seeds = seedPages(job, urls);
  const many = seeds.length > 1;
  if (many) {
    await putObject(
      dependencies.results,
      seedsKeyOf(job.id),
      JSON.stringify(seeds.map((seed) => seed.url)),
      'application/json',
    );
  }
  const item = { ...job, seeding: true as const, ...(many ? { seedsKey: seedsKeyOf(job.id) } : {}) };
  if (!(await putNewJob(dependencies, item, webhook))) return false;
  await admitSeeds(dependencies, item, seeds.slice(0, limits.batchUrlsMax));
  return true;
};

/** Puts the item of a job that is new, with what is told of its start; false where a job of that id exists. */
const putNewJob = async (
  dependencies: StartDependencies,
  item: RunningJob,
  webhook: JobWebhook | null,
): Promise<boolean> => {
  await listTeamJob(dependencies.table, item);
  let put = await putJob(dependencies.table, item, webhook);
  for (let attempt = 1; put === 'conflict' && attempt < limits.transactionTriesMax; attempt += 1) {
    await dependencies.sleep(backoffMs(attempt, dependencies.random));
    put = await putJob(dependencies.table, item, webhook);
  }
  if (put === 'put' && webhook !== null) await sendDeliver(dependencies.queues, item);
  return put === 'put';
};

/**
 * Starts a job that is known to fail, and ends it before any URL is fetched: whoever asks for it learns why. If we
 * die between the two, the heartbeat seeds it, and its pages fail one by one.
 */
export const startFailedJob = async (
  dependencies: StartDependencies,
  job: RunningJob,
  code: FailureCode,
  webhook: JobWebhook | null = null,
): Promise<void> => {
  if (await putNewJob(dependencies, { ...job, seeding: true }, webhook))
    await endEarly(dependencies, job, { outcome: 'failed', code });
};
