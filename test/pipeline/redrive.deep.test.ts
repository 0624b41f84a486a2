import { finishEnded } from '../../lib/steps/finish-job/finish-ended.fixture.ts';
import { testSealing } from '../harness/test-sealing.ts';
import { triesMax } from '../../lib/frontier/reserve.ts';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { concludeJob } from '../../lib/store/jobs/conclude-job.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { putObject } from '../../lib/store/objects.ts';
import type { Queues } from '../../lib/store/queues.ts';
import type { Table } from '../../lib/store/table.ts';
import { previewRedrive } from '../../lib/steps/api/redrive/preview-redrive.ts';
import { redriveJob, type Redriven } from '../../lib/steps/api/redrive/redrive-job.ts';
import { errorPartKey, splitIndex } from '../../lib/deliver/results/result-index.ts';
import { runHeartbeat } from '../../lib/steps/heartbeat/heartbeat.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import { pageHash, type Page } from '../../lib/frontier/page.ts';
import type { SubmitDependencies } from '../../lib/steps/submit-job/submit-job.ts';
import type { Job } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { Objects } from '../../lib/store/objects.ts';
import type { Selection } from '../../lib/request/redrive-request.ts';
import { dyingAfter } from '../harness/dying-table.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

const siteSize = 40;
const failedPages: Selection = { codes: [], include: ['failed'] };

let stores: PipelineStores;
let site: TestSite;
/** Paths that the site refuses now, with the status it answers. */
const broken = new Map<string, number>();

/** A binary tree of pages, each linking to its children and the root; robots.txt forbids what lies under /private/. */
const tree = (): Promise<TestSite> =>
  serveSite((path, response) => {
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private/\n');
    const index = Number(/^\/(?:page-(\d+))?$/.exec(path)?.[1] ?? (path === '/' ? 0 : Number.NaN));
    const status = broken.get(path) ?? (index < siteSize ? 200 : 404);
    if (status !== 200) return void response.writeHead(status).end('no');
    const children = [2 * index + 1, 2 * index + 2].filter((child) => child < siteSize);
    const links = ['/', ...children.map((child) => `/page-${child}`)];
    if (index === 1) links.push('/private/one');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(htmlPage(`Page ${index}`, links));
  });

beforeAll(async () => {
  stores = await startStores();
});
beforeEach(async () => {
  broken.clear();
  site = await tree();
});
afterEach(() => site.close());
afterAll(() => stores.stop());

const pipelineOf = (seed: number, disturbance: Disturbance = undisturbed) =>
  startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance,
    seed,
  });
type Pipeline = ReturnType<typeof pipelineOf>;

/** What a redrive touches, with messages that go to the pipeline's own deliveries. */
const dependenciesOf = (
  pipeline: Pipeline,
  table: Table = stores.table,
): SubmitDependencies & { readonly sources: Objects } => {
  const client = {
    send: async ({ input }: { input: { QueueUrl: string; Entries?: { MessageBody: string }[] } }) => {
      for (const { MessageBody: body } of input.Entries ?? [])
        pipeline.deliveries.push({ queue: input.QueueUrl, body, dueAt: 0, receives: 0 });
      return await Promise.resolve({ Failed: [], Attributes: {} });
    },
  } as unknown as SQSClient;
  const queues: Queues = {
    client,
    fetch: { high: 'fetch', normal: 'fetch' },
    render: 'render',
    extract: 'extract',
    finish: 'finish',
    deliver: 'deliver',
  };
  return {
    seal: testSealing.seal,
    table,
    queues,
    results: stores.results,
    sources: stores.sources,
    seen: createSeenCache(),
    now: Date.now,
    random: Math.random,
    sleep: async () => {},
  };
};

/** A caller that dies after so many calls to the table, and before that has time, however busy the machine is. */
const dyingCaller = (pipeline: Pipeline, calls: number): ReturnType<typeof dependenciesOf> => {
  const moment = Date.now();
  return { ...dependenciesOf(pipeline, dyingAfter(stores.table, calls)), now: () => moment };
};

const crawl = async (pipeline: Pipeline, limit = 1_000): Promise<Job> => {
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  return await pipeline.run(submitted.job.id);
};

const redrive = (pipeline: Pipeline, job: Job, selection = failedPages): Promise<Redriven> =>
  redriveJob(dependenciesOf(pipeline), { job, selection, team: 'default' });

const redriven = async (pipeline: Pipeline, job: Job, selection = failedPages): Promise<Job> => {
  const answer = await redrive(pipeline, job, selection);
  if (!answer.ok) throw new Error(answer.failure.message);
  return await pipeline.run(answer.job.id);
};

const codeOf = (answer: Redriven): string => (answer.ok ? 'ok' : answer.failure.code);
const pathsOf = (pages: readonly Page[], state?: Page['state']): string[] =>
  pages
    .filter((page) => page.kind === 'page')
    .filter((page) => state === undefined || page.state === state)
    .map(({ url }) => new URL(url).pathname)
    .toSorted();
const page = (...indexes: number[]): string[] => indexes.map((index) => `/page-${index}`).toSorted();
/** The tree below a page, itself included. */
const below = (index: number): number[] =>
  index < siteSize ? [index, ...below(2 * index + 1), ...below(2 * index + 2)] : [];
const wholeSite = ['/', ...page(...below(1), ...below(2)), '/private/one'].toSorted();

test('a redriven crawl fetches the failed pages and what lies behind them, and nothing that had ended well', async () => {
  for (const path of page(3, 5)) broken.set(path, 403);
  const pipeline = pipelineOf(1);
  const first = await crawl(pipeline);
  expect(pathsOf(await pipeline.pages(first.id), 'failed')).toEqual(page(3, 5));
  broken.clear();
  site.requests.splice(0);
  const second = await redriven(pipeline, first);
  const fetched = site.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt');
  expect(fetched.toSorted()).toEqual(page(...below(3), ...below(5)));
  const pages = await pipeline.pages(second.id);
  expect(pathsOf(pages, 'done')).toEqual(fetched.toSorted());
  expect(disagreement(second, countPages(pages))).toBeNull();
  expect(second.redrive).toEqual({ of: first.id, selection: failedPages, pages: 2 });
});

test('a redrive says of its source what the manifest says', async () => {
  const pipeline = pipelineOf(1);
  broken.set('/page-2', 500);
  const source = { id: 'rules', manifestVersion: '1.4.0', metadata: { agency: 'Office' } };
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, source });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const first = await pipeline.run(submitted.job.id);
  broken.clear();
  const again = await redriven(pipeline, first);
  expect(again).toMatchObject({
    source: 'rules',
    provenance: { manifestVersion: '1.4.0', metadata: source.metadata },
  });
});

test('depth and order of the failed pages are kept, so a depth limit means what it meant', async () => {
  for (const path of page(3, 2)) broken.set(path, 403);
  const pipeline = pipelineOf(2);
  const submitted = await pipeline.submit('crawl', {
    url: `${site.origin}/`,
    limit: 1_000,
    maxDiscoveryDepth: 2,
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const first = await pipeline.run(submitted.job.id);
  broken.clear();
  const pages = await pipeline.pages((await redriven(pipeline, first)).id);
  expect(pathsOf(pages)).toEqual(page(2, 3, 5, 6));
  const places = pages.map(({ url, depth, position }) => [new URL(url).pathname, depth, position]);
  expect(places).toContainEqual(['/page-2', 1, 0]);
  expect(places).toContainEqual(['/page-3', 2, 1]);
});

test.each([
  [4, 4],
  [10, 10],
  [1_000, siteSize + 1],
])(
  'with a limit of %i, a crawl and its redrives hold at least %i pages, and no more than the limit and ' +
    'what was fetched again, each once',
  async (limit, expected) => {
    for (const path of page(1, 2)) broken.set(path, 403);
    const pipeline = pipelineOf(limit);
    const first = await crawl(pipeline, limit);
    for (const path of page(1, 4)) broken.set(path, 403);
    broken.delete('/page-1');
    broken.delete('/page-2');
    const second = await redriven(pipeline, first);
    broken.clear();
    const third = second.failed > 0 ? [await redriven(pipeline, second)] : [];
    const all = await Promise.all([first, second, ...third].map(({ id }) => pipeline.pages(id)));
    const ended = all.flatMap((pages) => pathsOf(pages, 'done').concat(pathsOf(pages, 'blocked')));
    expect(ended.toSorted()).toEqual([...new Set(ended)].toSorted());
    for (const job of [first, second, ...third]) expect(job.done).toBeLessThanOrEqual(job.limit);
    expect(ended.length).toBeGreaterThanOrEqual(expected);
    expect(ended.length).toBeLessThanOrEqual(Math.min(limit + first.failed + second.failed, siteSize + 1));
    expect(second.limit).toBe(first.failed + Math.max(0, limit - first.admitted));
    expect(all[1]?.length).toBeLessThanOrEqual(triesMax(second.limit));
  },
);

test('codes pick pages by how they failed, and blocked pages only so', async () => {
  broken.set('/page-3', 403).set('/page-5', 410);
  const pipeline = pipelineOf(5);
  const first = await crawl(pipeline);
  broken.clear();
  const gone = await redriven(pipeline, first, { codes: ['HTTP_GONE'], include: [] });
  expect(pathsOf(await pipeline.pages(gone.id))).toEqual(page(...below(5)));
  const rest = await redriven(pipeline, first);
  expect(pathsOf(await pipeline.pages(rest.id))).toEqual(page(...below(3)));
  const blocked = await redriven(pipeline, first, { codes: ['ROBOTS_DISALLOWED'], include: [] });
  expect(pathsOf(await pipeline.pages(blocked.id), 'blocked')).toEqual(['/private/one']);
});

const cancelled = async (pipeline: Pipeline, id: string): Promise<Job> => {
  const own = dependenciesOf(pipeline);
  await endEarly(own, { id, team: 'default' }, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  const silent = { announce: async () => {}, announceAlert: async () => {}, log: () => {} };
  await finishEnded({ ...own, envelopes: stores.envelopes, ...silent }, id);
  pipeline.deliveries.splice(0);
  return (await getJob(stores.table, id)) as Job;
};

test('pages that a cancelled crawl left are fetched when they are asked for, and only then', async () => {
  const pipeline = pipelineOf(6);
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 1_000 });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const first = await cancelled(pipeline, submitted.job.id);
  expect(await redrive(pipeline, first)).toMatchObject({
    failure: { code: 'NOTHING_TO_REDRIVE', message: expect.stringContaining('include "abandoned"') },
  });
  const second = await redriven(pipeline, first, { codes: [], include: ['abandoned', 'failed'] });
  expect(pathsOf(await pipeline.pages(second.id))).toEqual(wholeSite);
});

test('a job that runs is not redriven, nor one whose redrive runs, nor one that left nothing', async () => {
  const pipeline = pipelineOf(7);
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 1_000 });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  expect(codeOf(await redrive(pipeline, submitted.job))).toBe('JOB_RUNNING');
  broken.set('/page-3', 403).set('/page-5', 410);
  const first = await pipeline.run(submitted.job.id);
  const begun = await redrive(pipeline, first, { codes: ['HTTP_GONE'], include: [] });
  expect(codeOf(begun)).toBe('ok');
  expect(codeOf(await redrive(pipeline, first))).toBe('JOB_RUNNING');
  broken.clear();
  if (begun.ok) await pipeline.run(begun.job.id);
  await redriven(pipeline, first);
  const forbidden = { codes: ['HTTP_FORBIDDEN'], include: [] };
  expect(codeOf(await redrive(pipeline, first, forbidden))).toBe('NOTHING_TO_REDRIVE');
});

test('the same redrive asked for twice, also at the same time, is one job', async () => {
  broken.set('/page-3', 403);
  const pipeline = pipelineOf(8);
  const first = await crawl(pipeline);
  broken.clear();
  const answers = await Promise.all([1, 2, 3, 4].map(() => redrive(pipeline, first)));
  const later = await redrive(pipeline, first);
  const ids = [...answers, later].map((answer) => (answer.ok ? answer.job.id : codeOf(answer)));
  expect(new Set(ids).size).toBe(1);
  expect(answers.filter((answer) => answer.ok && !answer.repeated).length).toBe(1);
  const second = await pipeline.run(ids[0] ?? '');
  const pages = await pipeline.pages(second.id);
  expect(pathsOf(pages, 'done')).toEqual(page(...below(3)));
  expect(disagreement(second, countPages(pages))).toBeNull();
});

test('a preview tells what the redrive does at that moment, with and without earlier redrives', async () => {
  for (const path of page(3, 5)) broken.set(path, 403);
  broken.set('/page-6', 410);
  const pipeline = pipelineOf(3);
  const first = await crawl(pipeline);
  const preview = async (selection: Selection, job = first) =>
    await previewRedrive(dependenciesOf(pipeline), { job, selection, team: 'default' });
  const forbidden: Selection = { codes: ['HTTP_FORBIDDEN'], include: [] };
  const gone: Selection = { codes: ['HTTP_GONE'], include: [] };
  const all = { kind: 'new', byCode: { HTTP_FORBIDDEN: 2, HTTP_GONE: 1 }, abandoned: 0, left: 0 };
  expect(await preview(failedPages)).toEqual({ ...all, pages: 3 });
  const second = await redriven(pipeline, first, forbidden);
  // The pages that the redrive took are no longer left; the same redrive is not made again.
  expect(await preview(failedPages)).toEqual({ ...all, pages: 1, byCode: { HTTP_GONE: 1 } });
  expect(await preview(forbidden)).toEqual({ kind: 'same', job: second.id, pages: 2 });
  const third = await redrive(pipeline, first, failedPages);
  expect(third).toMatchObject({ ok: true, pages: 1 });
  // What is refused is refused by the preview with the same words.
  const wanted = async (selection: Selection) => {
    const answer = await redrive(pipeline, first, selection);
    return answer.ok ? answer : { kind: 'refused', failure: answer.failure };
  };
  expect(await preview(gone)).toMatchObject({ kind: 'refused', failure: { code: 'JOB_RUNNING' } });
  expect(await preview(gone)).toEqual(await wanted(gone));
  if (third.ok) await pipeline.run(third.job.id);
  expect(await preview(gone)).toMatchObject({ kind: 'refused', failure: { code: 'NOTHING_TO_REDRIVE' } });
  expect(await preview(gone)).toEqual(await wanted(gone));
});

test('an idempotency key finds its job, and is refused for another redrive', async () => {
  broken.set('/page-3', 403).set('/page-5', 410);
  const pipeline = pipelineOf(9);
  const job = await crawl(pipeline);
  const send = (selection: Selection): Promise<Redriven> =>
    redriveJob(dependenciesOf(pipeline), { job, selection, team: 'default', token: `key-${job.id}` });
  const [one, two] = await Promise.all([send(failedPages), send(failedPages)]);
  expect(one.ok && two.ok && one.job.id === two.job.id).toBe(true);
  if (one.ok) await cancelled(pipeline, one.job.id);
  expect(codeOf(await send({ codes: ['HTTP_GONE'], include: [] }))).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('a series is redriven until seven days after its first job was made: its pages must outlast the redrive', async () => {
  broken.set('/page-3', 403);
  const pipeline = pipelineOf(11);
  const first = await crawl(pipeline);
  const second = await redriven(pipeline, first);
  const at = (now: number): Promise<Redriven> =>
    redriveJob(
      { ...dependenciesOf(pipeline), now: () => now },
      { job: second, selection: failedPages, team: 'default' },
    );
  expect(codeOf(await at(first.createdAt + limits.jobRetentionMs + 1))).toBe('JOB_EXPIRED');
  const last = await at(first.createdAt + limits.jobRetentionMs);
  expect(codeOf(last)).toBe('ok');
  if (last.ok) await cancelled(pipeline, last.job.id);
});

test('a job is not redriven without end', async () => {
  broken.set('/page-3', 403);
  const pipeline = pipelineOf(10);
  let job = await crawl(pipeline);
  for (let round = 0; round < limits.redrivesMax; round += 1) job = await redriven(pipeline, job);
  expect(codeOf(await redrive(pipeline, job))).toBe('REDRIVEN_TOO_OFTEN');
});

test.each([41, 42])(
  'whatever fails and is disturbed, redrives end with every page done once (seed %i)',
  async (seed) => {
    for (const index of below(0)) if ((index * seed) % 5 === 1) broken.set(`/page-${index}`, 403);
    const pipeline = pipelineOf(seed, {
      duplicate: 0.3,
      lose: 0.1,
      breakBefore: 0.02,
      breakAfter: 0.02,
      dieBeforeSend: 0.05,
    });
    const dice = seededRandom(seed);
    const jobs = [await crawl(pipeline)];
    for (let last = jobs[0] as Job; last.failed > 0; last = jobs.at(-1) as Job) {
      const [mended] = broken.keys();
      for (const path of broken.keys()) if (path === mended || dice() < 0.6) broken.delete(path);
      if (jobs.length === limits.redrivesMax) broken.clear();
      jobs.push(await redriven(pipeline, last));
    }
    const all = await Promise.all(jobs.map(({ id }) => pipeline.pages(id)));
    for (const [index, job] of jobs.entries())
      expect(disagreement(job, countPages(all[index] ?? []))).toBeNull();
    const ended = all.flatMap((pages) => pathsOf(pages, 'done').concat(pathsOf(pages, 'blocked')));
    expect(ended.toSorted()).toEqual(wholeSite);
  },
);

const manyPages = limits.seedPartPages + 200;
const abandoned: Selection = { codes: [], include: ['abandoned'] };

/** Cancels a job and concludes it without looking at its pages, of which there are many. */
const putAway = async (own: SubmitDependencies, id: string): Promise<Job> => {
  await endEarly(own, { id, team: 'default' }, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  await concludeJob(
    own.table,
    (await getJob(own.table, id)) as Job,
    { outcome: 'cancelled' },
    {
      now: Date.now(),
      ttl: Math.floor(Date.now() / 1_000) + 9_999,
    },
  );
  return (await getJob(own.table, id)) as Job;
};

/** A batch that was cancelled before a page of it was fetched, as its index says. */
const cancelledBatch = async (pipeline: Pipeline): Promise<Job> => {
  const submitted = await pipeline.submit('batch', { urls: [`${site.origin}/`] });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await putAway(dependenciesOf(pipeline), submitted.job.id);
  pipeline.deliveries.splice(0);
  const entries = Array.from({ length: manyPages }, (_, index) => ({
    id: pageHash(String(index)),
    timestamp: null,
    url: `${site.origin}/?n=${index}`,
    code: 'JOB_CANCELLED',
    error: 'Not fetched',
    state: 'skipped',
    depth: 0,
  }));
  for (const [part, some] of splitIndex(entries).entries()) {
    await putObject(stores.results, errorPartKey(job.id, part), JSON.stringify(some), 'application/json');
  }
  return job;
};

const sentPages = (pipeline: Pipeline, job: string): Set<string> => {
  const urlBatches = pipeline.deliveries
    .filter(({ queue }) => queue === 'fetch')
    .map(({ body }) => JSON.parse(body) as { job: string; pages: string[] });
  return new Set(urlBatches.filter((urlBatch) => urlBatch.job === job).flatMap(({ pages }) => pages));
};

test.each([12, 28, 34])(
  'a redrive whose caller dies after %i calls is seeded to the end by the heartbeat, each page once',
  async (count) => {
    const pipeline = pipelineOf(count);
    const job = await cancelledBatch(pipeline);
    const order = { job, selection: abandoned, team: 'default' };
    await expect(redriveJob(dyingCaller(pipeline, count), order)).rejects.toThrow('died');
    const same = await redriveJob(dependenciesOf(pipeline), order);
    if (!same.ok) throw new Error(same.failure.message);
    // Nothing goes out before all are in: their children would take the room of the last.
    if (same.job.admitted < manyPages) expect(sentPages(pipeline, same.job.id).size).toBe(0);
    const own = dependenciesOf(pipeline);
    const later = {
      ...own,
      log: () => {},
      hosts: { policyOf: () => ({}) },
      counted: () => {},
      announceAlert: async () => await Promise.resolve(),
    };
    let after = (await getJob(stores.table, same.job.id)) as Job;
    // A heartbeat seeds for as long as its time allows; on a busy machine the next one goes on.
    for (let beats = 1; beats === 1 || (after.seeding === true && beats < 20); beats += 1) {
      await runHeartbeat({ ...later, now: () => Date.now() + beats * 10 * 60_000 });
      after = (await getJob(stores.table, same.job.id)) as Job;
    }
    expect([after.seeding, after.admitted, after.open]).toEqual([undefined, manyPages, manyPages]);
    expect(sentPages(pipeline, same.job.id).size).toBe(manyPages);
    await putAway(own, after.id);
  },
);

test('what a redrive had not admitted when it was cancelled is redriven by asking again', async () => {
  const pipeline = pipelineOf(50);
  const job = await cancelledBatch(pipeline);
  const order = { job, selection: abandoned, team: 'default' };
  await expect(redriveJob(dyingCaller(pipeline, 20), order)).rejects.toThrow('died');
  const begun = await redriveJob(dependenciesOf(pipeline), order);
  if (!begun.ok) throw new Error(begun.failure.message);
  const cut = await putAway(dependenciesOf(pipeline), begun.job.id);
  expect(cut.admitted).toBeGreaterThan(0);
  expect(cut.admitted).toBeLessThan(manyPages);
  const rest = await redriveJob(dependenciesOf(pipeline), order);
  expect(rest.ok && rest.pages).toBe(manyPages - cut.admitted);
  const again = rest.ok ? await putAway(dependenciesOf(pipeline), rest.job.id) : cut;
  const pages = [...(await pipeline.pages(cut.id)), ...(await pipeline.pages(again.id))];
  expect(new Set(pages.map(({ url }) => url)).size).toBe(manyPages);
  expect(pages.length).toBe(manyPages);
});
