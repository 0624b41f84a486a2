import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishEnded } from './finish-ended.fixture.ts';
import { undisturbed } from '../../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../../test/harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../../../test/harness/serve-site.ts';
import type { Job } from '../../job/job.ts';
import { listWebhookEvents } from '../../store/webhooks/outbox.ts';
import { endEarly } from '../protocol/end-job.ts';
import { readErrorPart } from '../read-results/read-error-part.ts';
import { readStatus, type JobStatusResponse } from '../read-results/read-status.ts';
import { finishJob } from './finish-job.ts';

/** What becomes of pages that workers have fetched when their job ends, and whose ends are not written yet. */

let stores: PipelineStores;
/** Answers each page once `before` has been done for it. */
let site: TestSite;
let before = async (_path: string, _requests: number): Promise<number> => await Promise.resolve(200);
const requested = new Map<string, number>();
beforeAll(async () => {
  stores = await startStores();
  const serve = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/robots.txt' || path === '/sitemap.xml') return void response.writeHead(404).end();
    const requests = (requested.get(path) ?? 0) + 1;
    requested.set(path, requests);
    const status = await before(path, requests);
    response.writeHead(status, { 'content-type': 'text/html' });
    const links = path.endsWith('/') ? Array.from({ length: 9 }, (_, index) => `${path}${index}`) : ['/more'];
    response.end(status === 200 ? htmlPage(`Served at ${path}`, links) : '');
  };
  site = await serveSite((path, response) => void serve(path, response));
});
afterAll(async () => {
  await Promise.all([site.close(), stores.stop()]);
});

interface World {
  readonly end: (outcome: 'cancelled' | 'completed' | 'failed', code: EndingCode) => Promise<void>;
  /** Lets the time pass for which a job waits, and finishes it. */
  readonly finishLater: () => Promise<string>;
}
type EndingCode = 'JOB_CANCELLED' | 'BUDGET_EXHAUSTED' | 'JOB_DEADLINE';

let runs = 0;

/** Runs a job; `meanwhile` is called before the site answers for a page, and says with which status it does. */
const runJob = async (
  kind: 'crawl' | 'batch',
  body: (root: string) => object,
  meanwhile: (world: World, path: string, requests: number) => Promise<number>,
): Promise<{
  readonly job: Job;
  readonly status: JobStatusResponse;
  readonly paths: string[];
  events: number;
}> => {
  runs += 1;
  const root = `/${runs}/`;
  let id = '';
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: runs,
  });
  const own = {
    ...stores,
    queues: pipeline.queues,
    now: pipeline.now,
    random: Math.random,
    sleep: async () => await Promise.resolve(),
    log: () => {},
    announce: async () => await Promise.resolve(),
    announceAlert: async () => await Promise.resolve(),
  };
  const world: World = {
    // The function that finishes jobs is there at once, while workers still read pages.
    end: async (outcome, code) => {
      await endEarly(own, { id, team: 'default' }, { outcome, code });
      await finishJob(own, id);
    },
    finishLater: async () => await finishEnded(own, id),
  };
  before = async (path, requests) => await meanwhile(world, path, requests);
  const webhook = { url: `${site.origin}/hook`, events: ['page'] };
  const submitted = await pipeline.submit(kind, { ...body(`${site.origin}${root}`), webhook });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  ({ id } = submitted.job);
  const job = await pipeline.run(id);
  await pipeline.settle(0);
  const sides = await Promise.all(
    (['E', 'L'] as const).map((side) => listWebhookEvents(stores.table, id, side, { most: 50 })),
  );
  return {
    job,
    status: await readStatus(stores, job, { skip: 0, count: 50 }),
    paths: (await pipeline.pages(id)).flatMap(({ kind: of, url }) =>
      of === 'page' ? [url.replace(`${site.origin}${root}`, '')] : [],
    ),
    events: sides.flat().filter(({ event }) => event === 'page').length,
  };
};

test.each([
  ['cancelled', 'JOB_CANCELLED'],
  ['completed', 'BUDGET_EXHAUSTED'],
  ['failed', 'JOB_DEADLINE'],
] as const)(
  'a crawl that is %s early (%s) delivers each page that it was served, and follows no link of them',
  async (outcome, code) => {
    // The ends of the first pages wait for the others of their visit.
    const { job, status, paths, events } = await runJob(
      'crawl',
      (url) => ({ url }),
      async ({ end }, path) => {
        if (path.endsWith('/8')) await end(outcome, code);
        return 200;
      },
    );
    const counts = { admitted: 10, finished: 10, done: 10, abandoned: 0 };
    expect(job).toMatchObject({ status: outcome, ...counts });
    expect(status).toMatchObject({ completed: 10, total: 10 });
    expect(status.data).toHaveLength(10);
    expect(paths.toSorted()).toEqual(['', ...Array.from({ length: 9 }, (_, index) => `${index}`)]);
    expect(events).toBe(10);
  },
);

test('a page that was served while its job ended is compared with later, and counted as unchanged', async () => {
  const runOnce = async (): Promise<Job> => {
    const { job } = await runJob(
      'batch',
      () => ({ urls: [`${site.origin}/same`] }),
      async ({ end }) => {
        await end('cancelled', 'JOB_CANCELLED');
        return 200;
      },
    );
    return job;
  };
  expect(await runOnce()).toMatchObject({ done: 1, unchanged: 0, abandoned: 0 });
  expect(await runOnce()).toMatchObject({ done: 1, unchanged: 1, abandoned: 0 });
});

test('a page that waits for extraction is delivered with what it says itself, also if its job ended first', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const { job, status } = await runJob(
    'batch',
    (root) => ({ urls: [`${root}json`], formats: ['markdown', { type: 'json', schema }] }),
    async ({ end }) => {
      await end('cancelled', 'JOB_CANCELLED');
      return 200;
    },
  );
  expect(job).toMatchObject({ status: 'cancelled', done: 1, abandoned: 0 });
  expect(status.data).toMatchObject([{ markdown: expect.stringContaining('Served at'), metadata: {} }]);
});

test.each([
  ['at first', 1, 'Not delivered'],
  ['after it failed once', 2, 'Requested, but not delivered'],
])(
  'a page that is served %s only when its job is finished is not delivered, and is not called unfetched',
  async (_, answers, what) => {
    let finished = '';
    const { job, events } = await runJob(
      'batch',
      (root) => ({ urls: [`${root}page`] }),
      async ({ end, finishLater }, _path, requests) => {
        if (requests < answers) return 500;
        await end('cancelled', 'JOB_CANCELLED');
        finished = await finishLater();
        return 200;
      },
    );
    expect(finished).toBe('concluded');
    expect(job).toMatchObject({ status: 'cancelled', admitted: 1, finished: 0, done: 0, abandoned: 1 });
    expect(events).toBe(0);
    expect(await readErrorPart(stores.results, job.id, 0)).toMatchObject([
      { code: 'JOB_CANCELLED', error: `${what}: the job was over first (cancelled)` },
    ]);
  },
);
