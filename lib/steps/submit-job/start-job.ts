import { getObject, putObject, type Objects } from '../../store/objects.ts';
import { listTeamJob } from '../../store/jobs/list-team-jobs.ts';
import { putJob } from '../../store/jobs/put-job.ts';
import { sendUrlBatches, sendDeliver } from '../../store/queues.ts';
import { releaseSeeding } from '../../store/jobs/release-seeding.ts';
import type { JobWebhook } from '../../job/webhook.ts';
import type { Job, RunningJob } from '../../job/job.ts';
import { placeParts } from '../../job/job-parts.ts';
import { limits } from '../../limits/limits.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import { batchUrls } from '../../frontier/url-batch.ts';
import { canonicalTypedUrl, pageIdentity } from '../../frontier/canonical-url.ts';
import type { FailureCode } from '../../failure.ts';
import { endEarly, endIfDrained } from '../protocol/end-job.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { pageHash, type NewPage } from '../../frontier/page.ts';
import type { RunBudget } from '../../source/schedule/allow-run.ts';
import { runClaimItems, type RunClaim } from '../../store/sources/claim-run.ts';
import { runSeeds, type KnownPage } from './run-seeds.ts';
import { findSeedPart, putSeedPart, seedFromParts, type Seed, type StartDependencies } from './seed-parts.ts';

/** Makes the first pages of a job, in order, one for each distinct identity. */
export const seedPages = (job: Pick<RunningJob, 'request'>, urls: readonly string[]): Seed[] => {
  const options = job.request.crawl ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
  const pages = urls.map((url, position) => ({
    kind: 'page' as const,
    // A link to the same page is spelled canonically.
    hash: pageHash(pageIdentity(canonicalTypedUrl(url) ?? url, options)),
    url,
    depth: 0,
    position,
  }));
  return [...new Map(pages.toReversed().map((page) => [page.hash, page])).values()].toReversed();
};

/** What makes a job a run of a source. */
export interface SourceRun {
  readonly trigger: 'scheduled' | 'manual';
  /** The id of the job, if the caller has claimed one. */
  readonly id?: string | undefined;
  readonly budget: RunBudget;
  /** Known pages of its source: each is requested by itself, whether or not a link leads to it today. */
  readonly known: readonly KnownPage[];
  /** What is written with the job. */
  readonly claim: RunClaim;
}

/**
 * Stores the first pages of a job that one call might not admit: those of a run beside what its manifest names, and
 * more than a thousand. Returns how many objects hold them, 0 for fewer pages.
 */
const storeSeeds = async (
  { results }: Pick<StartDependencies, 'results'>,
  job: RunningJob,
  pages: readonly Seed[],
  seeds: readonly Seed[] | undefined,
): Promise<number> => {
  const stored = seeds ?? (pages.length > limits.seedPartPages ? pages.slice(0, job.limit) : []);
  const parts = Array.from({ length: Math.ceil(stored.length / limits.seedPartPages) }, (_, part) =>
    stored.slice(part * limits.seedPartPages, (part + 1) * limits.seedPartPages),
  );
  for (let part = 0; part < parts.length; part += seedPartsAtOnce) {
    const some = parts.slice(part, part + seedPartsAtOnce);
    await Promise.all(
      some.map(async (each, index) => await putSeedPart(results, job.id, part + index, each)),
    );
  }
  return parts.length;
};

/** Objects of first pages that are written at the same time: each has some hundred kilobytes. */
const seedPartsAtOnce = 10;

/** Makes the key of the object that holds a job's URLs while they are admitted. */
const seedsKeyOf = (job: string): string => `requests/${job}.json`;

const seedUrlsAt = async (results: Objects, key: string): Promise<string[] | null> => {
  const text = await getObject(results, key);
  return text === null ? null : (JSON.parse(text) as string[]);
};

const seedsOf = async (results: Objects, job: RunningJob): Promise<string[]> => {
  if (job.seedsKey === undefined) return [job.request.url];
  const urls = await seedUrlsAt(results, job.seedsKey);
  if (urls === null)
    throw new Error(`Cannot seed job ${job.id}: ${job.seedsKey} is not in the results bucket`);
  return urls;
};

/**
 * Reads the first pages of a job that were stored when it was made, object by object, admitted or not. None of an
 * object that is gone, and none of a job whose only first page is that of its request.
 */
export async function* storedSeeds(
  results: Objects,
  job: Pick<Job, 'id' | 'request' | 'seedsKey' | 'seedParts'>,
): AsyncGenerator<readonly Seed[]> {
  for (let part = 0; part < (job.seedParts ?? 0); part += 1)
    yield (await findSeedPart(results, job.id, part)) ?? [];
  if (job.seedsKey === undefined) return;
  yield seedPages(job, (await seedUrlsAt(results, job.seedsKey)) ?? []);
}

const sendFirst = async (
  { queues }: Pick<StartDependencies, 'queues'>,
  { id, priority, team }: RunningJob,
  pages: readonly NewPage[],
): Promise<void> => {
  const urlBatches = batchUrls(id, priority, pages);
  await sendUrlBatches(
    queues,
    team,
    urlBatches.map((urlBatch) => ({ urlBatch, delaySeconds: 0 })),
  );
};

const admitSeeds = async (
  dependencies: StartDependencies,
  job: RunningJob,
  seeds: readonly NewPage[],
): Promise<void> => {
  const outcome = await finishPage(dependencies, { job, children: seeds, token: `seed#${job.id}` });
  if (outcome.kind === 'job-over') return;
  await releaseSeeding(dependencies.table, job.id);
  // All of them, not only those just admitted: pages that an earlier try admitted and did not send must go out as well.
  await sendFirst(dependencies, job, seeds.slice(0, job.limit));
};

/**
 * Admits the first pages of a job whose start has begun. Repeating it does no harm.
 *
 * @param forMs How long it begins further objects of pages, if there are several.
 */
export const seedJob = async (
  dependencies: StartDependencies,
  job: RunningJob,
  forMs: number,
): Promise<void> => {
  if (job.seedParts !== undefined) return await seedFromParts(dependencies, job, job.seedParts, forMs);
  await admitSeeds(dependencies, job, seedPages(job, await seedsOf(dependencies.results, job)));
  await endIfDrained(dependencies, job);
};

/**
 * Starts a job: first puts the job item, then admits its first pages, then sends their URL batches.
 *
 * A job with one first page is put together with it (`startWithPage`). The item of another says `seeding` until all
 * first pages are admitted, so a job whose first pages finish early is not taken for
 * drained. If the process dies on the way, the heartbeat finds a job that is still seeding and calls `seedJob` again:
 * pages that exist are dropped, the rest is admitted. Several URLs are written to S3 before the job is; of more than a
 * thousand, this call admits what its time allows, and the heartbeat the rest (`seed-parts.ts`).
 *
 * `urls` are spelled as they are requested. Returns false and does nothing when a job of that id exists: the same
 * submission arrived twice.
 */
export const startJob = async (
  dependencies: StartDependencies,
  job: RunningJob,
  urls: readonly string[],
  webhook: JobWebhook | null = null,
  run?: SourceRun,
): Promise<boolean> => {
  const seeds = seedPages(job, urls);
  const ofRun = run === undefined || run.known.length === 0 ? undefined : runSeeds(job, seeds, run.known);
  const parts = await storeSeeds(dependencies, job, seeds, ofRun?.seeds);
  const many = seeds.length > 1 && parts === 0;
  if (many) {
    await putObject(
      dependencies.results,
      seedsKeyOf(job.id),
      JSON.stringify(seeds.map((seed) => seed.url)),
      'application/json',
    );
  }
  const [seed] = seeds;
  if (seed !== undefined && !many && parts === 0 && job.cells === undefined)
    return await startWithPage(dependencies, job, seed, webhook, run);
  const unjudged = ofRun?.unjudged ?? 0;
  const item = placeParts({
    ...job,
    seeding: true,
    // Told with the links that were not followed; those are not counted in shards.
    ...(unjudged > 0 && job.cells === undefined ? { leftTraps: unjudged } : {}),
    ...(many ? { seedsKey: seedsKeyOf(job.id) } : {}),
    ...(parts > 0 ? { seedParts: parts } : {}),
  });
  if (!(await putNewJob(dependencies, item, webhook, run))) return false;
  if (parts > 0) {
    await seedFromParts(dependencies, item, parts);
    return true;
  }
  await admitSeeds(dependencies, item, seeds);
  return true;
};

/**
 * Starts a job that has one first page: puts both in one transaction, and sends its URL batch. If the process dies in
 * between, the heartbeat finds a page that no worker visits. False if a job of that id exists.
 */
const startWithPage = async (
  dependencies: StartDependencies,
  job: RunningJob,
  page: NewPage,
  webhook: JobWebhook | null,
  run?: SourceRun,
): Promise<boolean> => {
  const item = placeParts(job);
  if (!(await putNewJob(dependencies, item, webhook, run, page))) return false;
  dependencies.seen.add(job.id, page.hash);
  await sendFirst(dependencies, item, [page]);
  return true;
};

/** Puts the item of a new job, with the event of its start; false if a job of that id exists. */
const putNewJob = async (
  dependencies: StartDependencies,
  item: RunningJob,
  webhook: JobWebhook | null,
  run?: SourceRun,
  page?: NewPage,
): Promise<boolean> => {
  const seed = page === undefined ? undefined : { page, token: `seed#${item.id}`, now: dependencies.now() };
  const claims = run === undefined ? [] : runClaimItems(dependencies.table, item.id, run.claim);
  await listTeamJob(dependencies.table, item);
  let put = await putJob(dependencies.table, item, webhook, claims, seed);
  for (let attempt = 1; put === 'conflict' && attempt < limits.transactionTriesMax; attempt += 1) {
    await dependencies.sleep(backoffMs(attempt, dependencies.random));
    put = await putJob(dependencies.table, item, webhook, claims, seed);
  }
  if (put === 'put' && webhook !== null) await sendDeliver(dependencies.queues, item);
  return put === 'put';
};

/**
 * Starts a job that is known to fail, and ends it before any URL is fetched; its status says why. If the process dies
 * between the two, the heartbeat seeds it, and its pages fail one by one.
 */
export const startFailedJob = async (
  dependencies: StartDependencies,
  job: RunningJob,
  code: FailureCode,
  webhook: JobWebhook | null = null,
): Promise<void> => {
  const item = placeParts({ ...job, seeding: true });
  if (await putNewJob(dependencies, item, webhook))
    await endEarly(dependencies, item, { outcome: 'failed', code });
};
