import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HostPolicy } from '../../lib/fetch/politeness/host-policies.ts';
import { limits } from '../../lib/limits/limits.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const hourMs = 60 * 60_000;
const clockOf = (at: number): string => new Date(at).toISOString().slice(11, 16);
/** A window that opens in so many hours, and closes some hours later. */
const windowIn = (opens: number, closes: number): HostPolicy => ({
  delay: 0,
  window: {
    from: clockOf(Date.now() + opens * hourMs),
    to: clockOf(Date.now() + closes * hourMs),
    timezone: 'UTC',
  },
});

const pipelineFor = (sites: readonly TestSite[], policy: HostPolicy, workers = 2) =>
  startPipeline(stores, {
    allow: sites.map(({ allow }) => allow),
    hosts: Object.fromEntries(sites.map(({ host }) => [host, policy])),
    disturbance: undisturbed,
    seed: 3,
    workers,
  });

/** Sites that answer after a while, and how many of their requests were under way at the same time. */
const slowSites = async (count: number): Promise<{ sites: TestSite[]; most: () => number }> => {
  let inFlight = 0;
  let most = 0;
  const sites = await Promise.all(
    Array.from({ length: count }, () =>
      serveSite((path, response) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        setTimeout(() => {
          inFlight -= 1;
          if (path === '/robots.txt') return void response.writeHead(404).end();
          response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, []));
        }, 60);
      }),
    ),
  );
  return { sites, most: () => most };
};

test.each([
  ['a scheduled run', 'source-a', 1, limits.scheduledConcurrencyMax],
  ['two scheduled runs', 'source-b', 2, limits.scheduledConcurrencyMax],
  ['an ad-hoc job', undefined, 1, 24],
])(
  '%s has no more requests in flight at all hosts together than it may, and ends',
  async (_title, source, jobs, most) => {
    const web = await slowSites(8);
    try {
      const pipeline = pipelineFor(web.sites, { delay: 0, concurrency: 3 }, 16);
      const urls = web.sites.flatMap(({ origin }) => Array.from({ length: 6 }, (_, n) => `${origin}/${n}`));
      const submitted = await Promise.all(
        Array.from({ length: jobs }, (_, n) =>
          pipeline.submit('batch', { urls }, source === undefined ? undefined : `${source}${n}`),
        ),
      );
      for (const one of submitted) {
        if (!one.ok) throw new Error(one.failure.message);
        expect((await pipeline.run(one.job.id)).done).toBe(urls.length);
      }
      expect(web.most()).toBeLessThanOrEqual(most);
      // And the share is one of all hosts, not of each.
      expect(web.most()).toBeGreaterThan(3);
    } finally {
      await Promise.all(web.sites.map(async (site) => await site.close()));
    }
  },
);

test('scheduled pages of a host wait for its window, and travel no more than they must', async () => {
  const at: number[] = [];
  const site = await serveSite((path, response) => {
    at.push(pipeline.now());
    if (path === '/robots.txt') return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(htmlPage(path, path === '/' ? ['/a', '/b'] : []));
  });
  const policy = windowIn(3, 5);
  const sent: unknown[] = [];
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: policy },
    disturbance: undisturbed,
    seed: 4,
    log: (event, fields) => void (event === 'held' && sent.push(fields)),
  });
  try {
    const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, sitemap: 'skip' }, 'nightly');
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id);
    expect([job.status, job.done]).toEqual(['completed', 3]);
    expect(at.length).toBe(4);
    expect(at.every((one) => clockOf(one) >= (policy.window?.from ?? ''))).toBe(true);
    expect(Math.min(...at) - Date.now()).toBeGreaterThan(2 * hourMs);
    // Once: from then on the URL batch knows when it is due, and its page is not read again.
    expect(sent.length).toBe(1);
  } finally {
    await site.close();
  }
});

test('an ad-hoc job does not wait for the window', async () => {
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, []));
  });
  try {
    const pipeline = pipelineFor([site], windowIn(3, 5));
    const submitted = await pipeline.submit('scrape', { url: `${site.origin}/` });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    expect((await pipeline.run(submitted.job.id)).done).toBe(1);
    expect(pipeline.now() - Date.now()).toBeLessThan(hourMs);
  } finally {
    await site.close();
  }
});

test.each([
  ['waits for its window', windowIn(3, 5), 0],
  ['needs not wait', { delay: 0 }, 1],
])('the heartbeat sends a page that stands still again unless it %s', async (_title, policy, again) => {
  const site = await serveSite((_path, response) => void response.writeHead(404).end());
  try {
    const pipeline = pipelineFor([site], policy);
    const submitted = await pipeline.submit('crawl', { url: `${site.origin}/` }, 'still');
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const before = pipeline.deliveries.length;
    // Beyond what the clocks of the tests above left behind.
    pipeline.skip(6 * hourMs);
    await pipeline.beatOnce();
    expect(pipeline.deliveries.length - before).toBe(again);
  } finally {
    await site.close();
  }
});
