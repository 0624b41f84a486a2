import { afterAll, beforeAll, expect, test } from 'vitest';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(async () => await stores.stop());

/** Crawls a site whose page `/n` answers 503 to its first requests, as many as `failures` says of `n`. */
const crawl = async (pages: number, failures: (page: number) => number) => {
  const asked = new Map<string, number>();
  const paths = Array.from({ length: pages }, (_, page) => `/${page}`);
  const site = await serveSite((path, response) => {
    const before = asked.get(path) ?? 0;
    asked.set(path, before + 1);
    if (path === '/robots.txt') return void response.writeHead(404).end();
    if (path !== '/' && before < failures(Number(path.slice(1)))) return void response.writeHead(503).end();
    response.setHeader('content-type', 'text/html');
    response.end(
      htmlPage(`Page ${path}`, path === '/' ? paths : [], `This is what ${path} says. `.repeat(20)),
    );
  });
  try {
    const pipeline = startPipeline(stores, {
      allow: [site.allow],
      hosts: { [site.host]: { delay: 0 } },
      disturbance: undisturbed,
      seed: 1,
    });
    const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 1_000 });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id);
    return { job, asked: paths.map((path) => asked.get(path) ?? 0) };
  } finally {
    await site.close();
  }
};

test('every page of a host that answers 503 now and then is delivered, however often one of them meets it', async () => {
  // Half of all requests fail, as a coin would have it; the unluckiest page needs nine.
  const unlucky = [0, 1, 0, 2, 1, 0, 4, 0, 1, 0, 3, 0, 8, 1, 0, 2, 0, 1, 0, 1];
  const { job, asked } = await crawl(20, (page) => unlucky[page] ?? 0);
  expect(job).toMatchObject({ status: 'completed', done: 21, failed: 0 });
  expect(asked).toEqual(unlucky.map((failed) => failed + 1));
});

test('pages that always answer 503 are requested four times, and end as failed', async () => {
  const { job, asked } = await crawl(20, (page) => (page % 4 === 0 ? Number.POSITIVE_INFINITY : 0));
  expect(job).toMatchObject({ status: 'completed', done: 16, failed: 5 });
  expect(asked).toEqual(Array.from({ length: 20 }, (_, page) => (page % 4 === 0 ? 4 : 1)));
});
