import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { parseBatchRequest } from '../../request/scrape-request.ts';
import { parseExtractRequest } from '../../request/extract-request.ts';
import { readErrorPart } from '../read-results/read-error-part.ts';
import { redriveJob } from '../api/redrive/redrive-job.ts';
import { finishJob } from '../finish-job/finish-job.ts';
import { endEarly } from '../protocol/end-job.ts';
import type { Selection } from '../../request/redrive-request.ts';
import { countPages, disagreement } from '../../frontier/count-pages.ts';
import { testSealing } from '../../../test/harness/test-sealing.ts';
import { runHeartbeat } from '../heartbeat/heartbeat.ts';
import { submitJob } from './submit-job.ts';
import { getJob } from '../../store/jobs/get-job.ts';
import { actAs } from '../../../test/harness/acting.ts';
import { dyingAfter } from '../../../test/harness/dying-table.ts';
import { undisturbed } from '../../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../../test/harness/pipeline.ts';

let stores: PipelineStores;

beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

/** More than one object of first pages holds, and no multiple of it. */
const manyPages = 2 * limits.seedPartPages + 100;
const urls = Array.from({ length: manyPages }, (_, index) => `http://127.0.0.1:9/?n=${index}`);

const pipelineOf = (seed: number) =>
  startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed });
type Pipeline = ReturnType<typeof pipelineOf>;

/** A caller whose time never ends, however busy the machine is. */
const untimed = (pipeline: Pipeline) => {
  const moment = pipeline.now();
  return { ...pipeline.submitting, now: () => moment };
};

const sentPages = (pipeline: Pipeline, job: string): string[] =>
  pipeline.deliveries
    .filter(({ queue }) => queue === 'fetch')
    .map(({ body }) => JSON.parse(body) as { job: string; pages: string[] })
    .filter((urlBatch) => urlBatch.job === job)
    .flatMap(({ pages }) => pages);

const inOrder = (pages: readonly Page[]): string[] =>
  pages.toSorted((a, b) => a.position - b.position).map(({ url }) => url);

test('a batch of thousands of URLs is admitted whole and in its order, and each page is sent once', async () => {
  const pipeline = pipelineOf(1);
  const order = { kind: 'batch', body: { urls: [...urls, urls[0]] }, team: 'default' } as const;
  const submitted = await submitJob(untimed(pipeline), order);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await getJob(stores.table, submitted.job.id);
  expect(job).toMatchObject({ limit: manyPages, admitted: manyPages, open: manyPages, status: 'running' });
  expect(job?.seeding).toBeUndefined();
  expect(inOrder(await pipeline.pages(submitted.job.id))).toEqual(urls);
  const sent = sentPages(pipeline, submitted.job.id);
  expect([sent.length, new Set(sent).size]).toEqual([manyPages, manyPages]);
});

test.each([3, 20, 26])(
  'a batch of thousands of URLs whose caller dies at call %i is seeded by the heartbeat, each page once',
  async (count) => {
    const pipeline = pipelineOf(count);
    const token = `batch:${count}`;
    const order = { kind: 'batch', body: { urls }, team: 'default', token } as const;
    await expect(
      submitJob({ ...untimed(pipeline), table: dyingAfter(stores.table, count) }, order),
    ).rejects.toThrow('died');
    const same = await submitJob(pipeline.submitting, order);
    if (!same.ok) throw new Error(same.failure.message);
    const { id } = same.job;
    // Nothing goes out before all are in: their children would take the room of the last.
    if (same.job.admitted < manyPages) expect(sentPages(pipeline, id)).toEqual([]);
    for (let beats = 0; beats < 20; beats += 1) {
      if ((await getJob(stores.table, id))?.seeding === undefined) break;
      pipeline.skip(10 * 60_000);
      await pipeline.beatOnce();
    }
    const job = await getJob(stores.table, id);
    expect([job?.seeding, job?.admitted, job?.open]).toEqual([undefined, manyPages, manyPages]);
    expect(new Set(sentPages(pipeline, id)).size).toBe(manyPages);
  },
);

test('a heartbeat admits first pages while it has time, and one object of every job in any case', async () => {
  const before = { ...limits };
  Object.assign(limits, { seedPartPages: 20 });
  onTestFinished(() => void Object.assign(limits, before));
  const pipeline = pipelineOf(4);
  const ids: string[] = [];
  for (const [index, count] of [80, 100].entries()) {
    const order = { kind: 'batch', body: { urls: urls.slice(0, count) }, team: 'default' } as const;
    // A minute goes by between two looks at the clock, so the call has time for one object.
    let looks = 0;
    const now = (): number => pipeline.now() + 60_000 * looks++;
    const submitted = await submitJob({ ...pipeline.submitting, now }, order);
    if (!submitted.ok) throw new Error(submitted.failure.message);
    ids[index] = submitted.job.id;
  }
  const steps = async (): Promise<unknown[]> =>
    await Promise.all(ids.map(async (id) => (await getJob(stores.table, id))?.seedStep));
  const begun = (await steps()) as number[];
  const beat = { ...pipeline.submitting, hosts: { policyOf: () => ({}) } };
  const later = Date.now() + 5 * 60 * 60_000;
  // Its time is over after the first look.
  let looks = 0;
  await runHeartbeat({ ...beat, now: () => later + (looks++ === 0 ? 0 : limits.heartbeatSeedingMs) });
  expect(await steps()).toEqual(begun.map((step) => step + 1));
  await runHeartbeat({ ...beat, now: () => later + 60 * 60_000 });
  for (const [index, id] of ids.entries()) {
    const job = await getJob(stores.table, id);
    expect([job?.seeding, job?.admitted]).toEqual([undefined, [80, 100][index]]);
  }
});

test.each([
  ['cancelled', 'JOB_CANCELLED', 'the job was over first (cancelled)'],
  ['failed', 'JOB_DEADLINE', 'the job reached its deadline, 24 hours after it was made'],
] as const)(
  'a batch that is %s while its URLs are admitted names each of them, and a redrive takes them all',
  async (outcome, code, why) => {
    const before = { ...limits };
    Object.assign(limits, { seedPartPages: 20 });
    onTestFinished(() => void Object.assign(limits, before));
    const pipeline = pipelineOf(5);
    const own = { ...pipeline.submitting, seal: testSealing.seal, sources: stores.sources };
    const telling = { announce: async () => {}, announceAlert: async () => {}, log: () => {} };
    const order = { kind: 'batch', body: { urls: urls.slice(0, 90) }, team: 'default' } as const;
    // A minute goes by between two looks at the clock, so the call has time for one object.
    let looks = 0;
    const submitted = await submitJob({ ...own, now: () => pipeline.now() + 60_000 * looks++ }, order);
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const { id } = submitted.job;
    expect(await getJob(stores.table, id)).toMatchObject({ seeding: true, admitted: 20 });
    await endEarly(own, { id, team: 'default' }, { outcome, code });
    const calm = { ...own, ...telling, envelopes: stores.envelopes };
    expect(await actAs('finish-job', () => finishJob(calm, id))).toBe('waits for pages');
    pipeline.skip(limits.latePagesMs);
    // A worker dies as it ends them; the next one goes on.
    const dying = { ...own, ...telling, envelopes: stores.envelopes, table: dyingAfter(stores.table, 60) };
    await expect(actAs('finish-job', () => finishJob(dying, id))).rejects.toThrow('died');
    await actAs('finish-job', () => finishJob({ ...dying, table: stores.table }, id));

    const job = await getJob(stores.table, id);
    if (job === null) throw new Error('the job is gone');
    expect(job).toMatchObject({ status: outcome, admitted: 90, finished: 0, abandoned: 90, skipped: 0 });
    const pages = await pipeline.pages(id);
    expect(disagreement(job, countPages(pages))).toBeNull();
    expect(inOrder(pages)).toEqual(urls.slice(0, 90));
    const errors = await readErrorPart(stores.results, id, 0);
    expect(errors.map(({ url }) => url)).toEqual(urls.slice(0, 90));
    // Of the pages that were admitted nobody knows whether a worker has them; the others were never admitted.
    expect(errors.map((entry) => `${entry.code} ${entry.error}`)).toEqual(
      urls.slice(0, 90).map((_, index) => `${code} Not ${index < 20 ? 'delivered' : 'fetched'}: ${why}`),
    );
    const selection: Selection = { codes: [], include: ['abandoned'] };
    const again = await redriveJob(own, { job, selection, team: 'default' });
    expect(again).toMatchObject({ ok: true, pages: 90 });
  },
);

test('a hundred thousand URLs are a batch, one more is none, and an extraction names fewer', () => {
  const all = Array.from({ length: limits.batchUrlsMax }, (_, index) => `https://a.example/${index}`);
  const parsed = parseBatchRequest({ urls: all });
  expect(parsed.ok && parsed.value.urls.length).toBe(100_000);
  expect(parseBatchRequest({ urls: [...all, 'https://a.example/more'] })).toMatchObject({
    failure: { code: 'BAD_REQUEST' },
  });
  const extract = { urls: all.slice(0, limits.extractUrlsMax + 1), prompt: 'The heading' };
  expect(parseExtractRequest(extract, 'v2')).toMatchObject({ ok: false });
});
