import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../lib/limits/limits.ts';
import { beginLoneVisit } from '../../lib/store/frontier/note-lone-visit.ts';
import { claimLoneTry } from '../../lib/store/frontier/claim-lone-try.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
let asked: string[] = [];

beforeAll(async () => {
  stores = await startStores();
  site = await serveSite((path, response) => {
    asked.push(path);
    response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(htmlPage(`Page ${path}`, [], `The page ${path} has words.`));
  });
});
afterAll(async () => {
  await stores.stop();
  await site.close();
});

/**
 * Pages in one message, of which a worker that had it before did not come back; `meanwhile` acts before it comes
 * again.
 */
const comeAgain = async (
  meanwhile: (job: string, hashes: readonly string[]) => Promise<void>,
  seed: number,
) => {
  asked = [];
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed,
  });
  const urls = ['/one', '/two', '/three'].map((path) => `${site.origin}${path}?${seed}`);
  const submitted = await pipeline.submit('batch', { urls });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const [delivery] = pipeline.deliveries;
  if (delivery === undefined) throw new Error('nothing was sent');
  const { pages } = JSON.parse(delivery.body) as { pages: string[] };
  await meanwhile(submitted.job.id, pages);
  delivery.receives = 1;
  const job = await pipeline.run(submitted.job.id, 300, { heartbeat: false });
  return { job };
};

test('pages of a message that comes again are each fetched alone, and once', async () => {
  const { job } = await comeAgain(async () => await Promise.resolve(), 1);
  expect([job.status, job.done, job.failed]).toEqual(['completed', 3, 0]);
  expect(asked.filter((path) => path !== '/robots.txt')).toHaveLength(3);
});

test('a page that was read alone and did not come back is read once more while its message is new', async () => {
  const { job } = await comeAgain(async (id, [hash = '']) => {
    await claimLoneTry(stores.table, id, { hash, attempts: 0 }, 0);
  }, 2);
  expect([job.status, job.done, job.failed]).toEqual(['completed', 3, 0]);
});

test.each([
  [
    'one whose lone message comes again ends with a code, and its neighbours are fetched',
    (): number => 0,
    false,
  ],
  ['one that somebody reads just now, from another copy of its message, is not given up', Date.now, true],
] as const)('%s', async (_title, claimedAt: () => number, isFetched) => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 3,
  });
  const urls = ['/lost', '/kept'].map((path) => `${site.origin}${path}`);
  const submitted = await pipeline.submit('batch', { urls });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const [delivery] = pipeline.deliveries.splice(0);
  if (delivery === undefined) throw new Error('nothing was sent');
  const urlBatch = JSON.parse(delivery.body) as { pages: string[] };
  const [lost = '', kept = ''] = urlBatch.pages;
  const send = (pages: string[], receives: number): void =>
    void pipeline.deliveries.push({
      ...delivery,
      body: JSON.stringify({ ...urlBatch, pages, alone: true }),
      receives,
    });
  const jobId: string = submitted.job.id;
  await claimLoneTry(stores.table, jobId, { hash: lost, attempts: 0 }, claimedAt());
  send([lost], 1);
  send([kept], 0);
  const job = await pipeline.run(submitted.job.id, 300, { heartbeat: false });
  expect([job.done, job.failed]).toEqual(isFetched ? [2, 0] : [1, 1]);
  const pages = await pipeline.pages(job.id);
  const end: object = isFetched ? { state: 'done' } : { state: 'failed', code: 'DEAD_LETTER' };
  expect(pages.find(({ hash }) => hash === lost)).toMatchObject(end);
  expect(pages.find(({ hash }) => hash === kept)).toMatchObject({ state: 'done' });
});

test.each([
  [limits.loneVisitsLostMax, 'is given up without another request', [2, 1], 2],
  [limits.loneVisitsLostMax - 1, 'is visited once more', [3, 0], 3],
] as const)(
  'a page from which no worker came back %i times %s',
  async (lost, _does, [done, failed], requests) => {
    const { job } = await comeAgain(async (id, [hash = '']) => {
      for (let visit = 0; visit < lost; visit += 1) await beginLoneVisit(stores.table, id, hash, 0);
    }, 10 + lost);
    expect([job.status, job.done, job.failed]).toEqual(['completed', done, failed]);
    expect(asked.filter((path) => path !== '/robots.txt')).toHaveLength(requests);
  },
);
