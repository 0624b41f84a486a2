import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../lib/job/job.ts';
import { readFinished } from '../../lib/steps/finish-job/read-finished.ts';
import { parseCursor } from '../../lib/steps/read-results/read-extract.ts';
import { whyNoResultPlace } from '../../lib/steps/read-results/why-no-result-place.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;

const pages = ['/', '/a', '/b', '/c', '/d', '/e', '/f'];
const links = pages.map((path) => `<a href="${path}">${path}</a>`).join(' ');

beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<title>${path}</title><main><h1>Page ${path}</h1><p>What it says, at some length.</p>${links}`,
      );
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

/** Asks with the cursor of the answer before, until the answer says that it is the last. */
const readAll = async (job: Job, count: number, now: () => number) => {
  const found: string[] = [];
  let cursor: string | null = null;
  for (let asked = 1; asked <= 50; asked += 1) {
    const after = cursor === null ? null : parseCursor(cursor);
    const slice = await readFinished({ ...stores, now }, job, {
      count,
      ...(after === null ? {} : { after }),
    });
    found.push(...slice.results.map(({ metadata }) => String(metadata.title)));
    if (slice.done) return { found, asked };
    if (slice.cursor === cursor) return { found, asked: null };
    ({ cursor } = slice);
  }
  return { found, asked: null };
};

test.each([1, 3, 25])('a crawl that has ended gives each of its pages once, %s at a time', async (count) => {
  const hosts = { [site.host]: { delay: 0 } };
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts,
    disturbance: undisturbed,
    seed: count,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: pages.length });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  expect(job.status).toBe('completed');
  // Read as soon as it has ended: while it ran, its last pages were held back.
  const { found, asked } = await readAll(job, count, Date.now);
  expect(found.toSorted()).toEqual(pages);
  expect(asked).toBe(Math.ceil(pages.length / count));
});

test('a cursor of another job is no place in the results of a job', async () => {
  const hosts = { [site.host]: { delay: 0 } };
  const pipeline = startPipeline(stores, { allow: [site.allow], hosts, disturbance: undisturbed, seed: 40 });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 2 });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  const { cursor } = await readFinished({ ...stores, now: Date.now }, job, { count: 1 });
  const place = parseCursor(cursor ?? '') ?? undefined;
  expect(place).toBeDefined();
  expect(await whyNoResultPlace(stores.table, job.id, place)).toBeNull();
  expect(await whyNoResultPlace(stores.table, job.id, undefined)).toBeNull();
  const other = { at: 9_999_999_999_999, hash: 'f'.repeat(32) };
  expect(await whyNoResultPlace(stores.table, job.id, other)).toMatchObject({ code: 'CURSOR_UNKNOWN' });
});
