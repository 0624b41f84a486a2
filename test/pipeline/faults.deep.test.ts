import { afterAll, beforeAll, expect, test } from 'vitest';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import type { Page } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, treeSite, type TestSite } from '../harness/serve-site.ts';

const siteSize = 40;
let stores: PipelineStores;
let site: TestSite;

beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), treeSite(siteSize)]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const crawl = async (
  disturbance: Disturbance,
  seed: number,
  limit = 1_000,
): Promise<{ job: Job; pages: Page[]; urls: string[] }> => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance,
    seed,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  const pages = await pipeline.pages(job.id);
  return { job, pages, urls: pages.map(({ url }) => url).toSorted() };
};

const expectWhole = ({ job, pages }: { job: Job; pages: Page[] }, size: number): void => {
  expect(job.status).toBe('completed');
  expect(disagreement(job, countPages(pages))).toBeNull();
  // Links beyond the limit may be left in reserves, which are counted with the sitemaps.
  const openPages = job.open - (job.sitemapsOpen ?? 0);
  expect([job.admitted, job.finished, job.done, openPages]).toEqual([size, size, size, 0]);
};

test('a crawl that nobody disturbs finds every page', async () => {
  expectWhole(await crawl(undisturbed, 1), siteSize);
});

test('a crawl that is delivered every message twice ends with the same pages and counts', async () => {
  const calm = await crawl(undisturbed, 2);
  const doubled = await crawl({ ...undisturbed, duplicate: 1 }, 2);
  expectWhole(doubled, siteSize);
  expect(doubled.urls).toEqual(calm.urls);
});

test('a crawl that loses half of its messages ends with the same pages and counts', async () => {
  const lossy = await crawl({ ...undisturbed, lose: 0.5 }, 3);
  expectWhole(lossy, siteSize);
});

test.each([11, 12])(
  'a crawl whose calls fail before or after their effect, with duplicates and losses, ends with the same ' +
    'pages and counts (seed %i)',
  async (seed) => {
    const disturbed = await crawl(
      { duplicate: 0.3, lose: 0.1, breakBefore: 0.03, breakAfter: 0.03, dieBeforeSend: 0.05 },
      seed,
    );
    expectWhole(disturbed, siteSize);
  },
);

test('a limit is met exactly also when everything is disturbed', async () => {
  const disturbed = await crawl(
    { duplicate: 0.5, lose: 0.1, breakBefore: 0.02, breakAfter: 0.02, dieBeforeSend: 0.05 },
    21,
    17,
  );
  expectWhole(disturbed, 17);
});

test('children that a worker admitted and did not send go out when its message comes again, without any heartbeat', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: { ...undisturbed, dieBeforeSend: 0.5 },
    seed: 31,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 1_000 });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 4_000, { heartbeat: false });
  expectWhole({ job, pages: await pipeline.pages(job.id) }, siteSize);
});

test('the same holds for a page with more children than one transaction takes', async () => {
  const wide = await serveSite((path, response) => {
    const links = path === '/' ? Array.from({ length: 230 }, (_, index) => `/${index}`) : [];
    response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(htmlPage(path, links));
  });
  try {
    const pipeline = startPipeline(stores, {
      allow: [wide.allow],
      hosts: { [wide.host]: { delay: 0 } },
      disturbance: { ...undisturbed, dieBeforeSend: 0.5 },
      seed: 33,
    });
    const submitted = await pipeline.submit('crawl', { url: `${wide.origin}/`, limit: 1_000 });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id, 4_000, { heartbeat: false });
    expectWhole({ job, pages: await pipeline.pages(job.id) }, 231);
  } finally {
    await wide.close();
  }
});
