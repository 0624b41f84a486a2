import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPace, putPace } from '../../lib/store/hosts/pace.ts';
import { limits } from '../../lib/limits/limits.ts';
import { closest } from '../harness/arrival-clock.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { htmlPage, serveSite, treeSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const crawl = async (
  site: TestSite,
  policy: { delay: number; concurrency?: number },
  body: object = {},
  heldUp?: () => Promise<void>,
) => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: policy },
    disturbance: undisturbed,
    seed: 1,
    realTime: true,
    ...(heldUp === undefined ? {} : { heldUp }),
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 100, ...body });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 100_000);
  return { job, pages: await pipeline.pages(job.id) };
};

/**
 * What may be missing of a distance on arrival: a sender that the machine stops between its last look at the clock
 * and the write. Requests leave at least `delay` apart, and slots lie further apart than that
 * (`lib/fetch/politeness/pace.ts`).
 */
const allowedMs = 50;

/** The smallest distance of two requests, of what is known for sure on a machine that is busy. */
const gap = ({ requests }: TestSite, from = 0): number => closest(requests.slice(from)).ms + allowedMs;

test('two requests to a host are never closer than its delay, robots.txt and sitemap included', async () => {
  const site = await treeSite(25);
  try {
    const { job } = await crawl(site, { delay: 0.2 });
    expect(job.done).toBe(25);
    expect(site.requests.length).toBe(27);
    expect(gap(site)).toBeGreaterThanOrEqual(200);
  } finally {
    await site.close();
  }
});

test('workers that are held up between a slot and the first byte keep the distance, and lose no page', async () => {
  const random = seededRandom(7);
  const site = await treeSite(25);
  let heldUp = 0;
  try {
    const { job } = await crawl(site, { delay: 0.2 }, {}, async () => {
      // Every third request, by up to twice the delay: longer than what is left between two slots.
      if (random() > 1 / 3) return;
      heldUp += 1;
      await pause(random() * 400);
    });
    expect(job.done).toBe(25);
    expect(heldUp).toBeGreaterThan(3);
    expect(gap(site)).toBeGreaterThanOrEqual(200);
  } finally {
    await site.close();
  }
});

test('redirects within a host keep its distance as well', async () => {
  const site = await serveSite((path, response) => {
    if (path === '/')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(htmlPage('Root', ['/a', '/b', '/c']));
    if (/^\/[abc]$/.test(path)) return void response.writeHead(302, { location: `${path}/` }).end();
    if (/^\/[abc]\/$/.test(path))
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, []));
    response.writeHead(404).end();
  });
  try {
    const { job } = await crawl(site, { delay: 0.2 }, { deduplicateSimilarURLs: false });
    expect([job.done, job.failed]).toEqual([4, 0]);
    expect(gap(site)).toBeGreaterThanOrEqual(200);
  } finally {
    await site.close();
  }
});

test('a crawl delay in robots.txt slows every request down', async () => {
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.end('User-agent: *\nCrawl-delay: 0.3\n');
    response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, ['/1', '/2', '/3']));
  });
  try {
    const { job } = await crawl(site, { delay: 0 });
    expect(job.done).toBe(4);
    expect(gap(site, 1)).toBeGreaterThanOrEqual(300);
  } finally {
    await site.close();
  }
});

test('a host is never asked by more requests at once than it takes', async () => {
  let inFlight = 0;
  let most = 0;
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      const links = path === '/' ? Array.from({ length: 40 }, (_, index) => `/${index}`) : [];
      response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, links));
    }, 30);
  });
  try {
    const { job } = await crawl(site, { delay: 0, concurrency: 2 });
    expect(job.done).toBe(41);
    expect(most).toBeLessThanOrEqual(2);
  } finally {
    await site.close();
  }
});

test('a site that answers 429 with Retry-After loses no page, and is left alone while it asks for that', async () => {
  let tokens = 5;
  let filledAt = performance.now();
  let refusedUntil = 0;
  let impolite = 0;
  let refused = 0;
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const now = performance.now();
    tokens = Math.min(5, tokens + ((now - filledAt) / 1_000) * 5);
    filledAt = now;
    if (now < refusedUntil) impolite += 1;
    if (tokens < 1) {
      refused += 1;
      refusedUntil = now + 1_000;
      return void response.writeHead(429, { 'retry-after': '1' }).end();
    }
    tokens -= 1;
    const links = path === '/' ? Array.from({ length: 29 }, (_, index) => `/${index}`) : [];
    response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, links));
  });
  try {
    const { job } = await crawl(site, { delay: 0 });
    expect([job.done, job.failed]).toEqual([30, 0]);
    process.stdout.write(
      `\na bucket of 5 requests a second: ${job.done} of 30 pages, ${site.requests.length} requests, ` +
        `${refused} refused, ${impolite} while told to wait\n`,
    );
    // Requests that were in flight when the first 429 came cannot be called back.
    expect(impolite).toBeLessThanOrEqual(8);
    expect(refused).toBeLessThanOrEqual(15);
    expect(site.requests.length).toBeLessThanOrEqual(1 + 30 + 15);
  } finally {
    await site.close();
  }
});

test('a Retry-After of years is taken as a quarter of an hour, and loses no page', async () => {
  const at: number[] = [];
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    at.push(pipeline.now());
    if (at.length === 1) return void response.writeHead(429, { 'retry-after': '99999999999' }).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, []));
  });
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 9,
  });
  try {
    const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, sitemap: 'skip' });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    expect((await pipeline.run(submitted.job.id)).done).toBe(1);
    const waited = (at[1] ?? 0) - (at[0] ?? 0);
    expect(at.length).toBe(2);
    expect(waited).toBeGreaterThanOrEqual(limits.retryAfterMsMax - 2_000);
    // And a spread, so that what waited does not return in one moment.
    expect(waited).toBeLessThan(limits.retryAfterMsMax * 1.5);
  } finally {
    await site.close();
  }
});

test('a host that fails five times in a row is left alone for a minute, then asked once', async () => {
  const at: number[] = [];
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    at.push(pipeline.now());
    response.writeHead(500).end();
  });
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0, concurrency: 1 } },
    disturbance: undisturbed,
    seed: 10,
  });
  try {
    const urls = Array.from({ length: 12 }, (_, n) => `${site.origin}/${n}`);
    const submitted = await pipeline.submit('batch', { urls });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id);
    expect([job.status, job.failed]).toEqual(['completed', 12]);
    // Five requests together, and every later one alone, a minute after the one before.
    const pauses = at.slice(1).map((one, index) => one - (at[index] ?? 0));
    expect(Math.max(...pauses.slice(0, 4))).toBeLessThan(limits.breakerPauseMs / 2);
    expect(Math.min(...pauses.slice(4))).toBeGreaterThanOrEqual(limits.breakerPauseMs - 1_000);
  } finally {
    await site.close();
  }
});

test('failures that another worker saw count: the host is left alone after the fifth of them all', async () => {
  const at: number[] = [];
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    if (path !== '/fine') at.push(pipeline.now());
    response.writeHead(path === '/fine' ? 200 : 500, { 'content-type': 'text/html' }).end(htmlPage(path, []));
  });
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0, concurrency: 1 } },
    disturbance: undisturbed,
    seed: 11,
  });
  const visit = async (urls: readonly string[]) => {
    const submitted = await pipeline.submit('batch', { urls });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    return await pipeline.run(submitted.job.id);
  };
  try {
    await visit([`${site.origin}/fine`]);
    const pace = await getPace(stores.table, site.host);
    const seen = { ...pace, failures: 3, version: pace.version + 1 };
    expect(await putPace(stores.table, site.host, seen, pipeline.now())).toBe(null);
    expect((await visit(Array.from({ length: 8 }, (_, n) => `${site.origin}/${n}`))).failed).toBe(8);
    const pauses = at.slice(1).map((one, index) => one - (at[index] ?? 0));
    expect(pauses[0]).toBeLessThan(limits.breakerPauseMs / 2);
    expect(Math.min(...pauses.slice(1))).toBeGreaterThanOrEqual(limits.breakerPauseMs - 1_000);
  } finally {
    await site.close();
  }
});

test('a host that answers nothing but errors ends its pages as failed, and the job of its start page with them', async () => {
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    response.destroy();
  });
  try {
    const { job, pages } = await crawl(site, { delay: 0 });
    expect([job.status, job.failed, pages[0]?.code]).toEqual(['failed', 1, 'CONNECTION_RESET']);
  } finally {
    await site.close();
  }
});

test('a redirect within a host that is asked very slowly is followed with the next slot', async () => {
  const site = await serveSite((path, response) => {
    if (path === '/') return void response.writeHead(302, { location: '/home' }).end();
    if (path === '/home') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Home', []));
    }
    response.writeHead(404).end();
  });
  try {
    const pipeline = startPipeline(stores, {
      allow: [site.allow],
      hosts: { [site.host]: { delay: 20 } },
      disturbance: undisturbed,
      seed: 7,
    });
    const submitted = await pipeline.submit('crawl', {
      url: `${site.origin}/`,
      limit: 5,
      sitemap: 'skip',
    });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id, 5_000);
    const [page] = await pipeline.pages(job.id);
    expect([job.done, page?.finalUrl]).toEqual([1, `${site.origin}/home`]);
    expect(site.requests.filter(({ path }) => path === '/').length).toBe(1);
  } finally {
    await site.close();
  }
});

test("headers that the caller gave reach the caller's host alone", async () => {
  const seen: Record<string, string | undefined> = {};
  const other = await serveSite((path, response, request) => {
    seen[path] = request.headers.authorization;
    response
      .writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
      .end(htmlPage('Other', []));
  });
  const site = await serveSite((path, response, request) => {
    seen[`own${path}`] = request.headers.authorization;
    const stranger = `http://localhost:${other.port}/stranger`;
    response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(htmlPage('Own', [stranger, '/inside']));
  });
  try {
    const pipeline = startPipeline(stores, {
      allow: [site.allow, other.allow, `[::1/128]:${other.port}`],
      hosts: { [site.host]: { delay: 0 }, [`localhost:${other.port}`]: { delay: 0 } },
      disturbance: undisturbed,
      seed: 8,
    });
    const submitted = await pipeline.submit('crawl', {
      url: `${site.origin}/`,
      limit: 10,
      allowExternalLinks: true,
      scrapeOptions: { headers: { authorization: 'Bearer s3cret' } },
    });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id, 5_000);
    expect(job.done).toBe(3);
    expect([seen['own/inside'], seen['/stranger']]).toEqual(['Bearer s3cret', undefined]);
  } finally {
    await Promise.all([site.close(), other.close()]);
  }
});
