import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../lib/limits/limits.ts';
import type { Queues } from '../../lib/store/queues.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { warnOfJob } from '../../lib/steps/read-results/warn-of-job.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { isOpen } from '../../lib/frontier/page.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;

/** Pages of the first file. */
const named = 150;
/** Pages of the second file. */
const more = 2;
const linked = 10;

const { sitemapPortionUrls } = limits;

/** A site whose index names two files, one of them large enough for portions; the root links to some pages as well. */
beforeAll(async () => {
  Object.assign(limits, { sitemapPortionUrls: 100 });
  stores = await startStores();
  site = await serveSite((path, response) => {
    const file = (paths: readonly string[]): string =>
      `<urlset>${paths.map((to) => `<url><loc>${site.origin}${to}</loc></url>`).join('')}</urlset>`;
    const numbers = Array.from({ length: named }, (_, n) => `/s${n}`);
    const replies: Record<string, string> = {
      '/': htmlPage(
        'Home',
        Array.from({ length: linked }, (_, n) => `/l${n}`),
      ),
      '/sitemap.xml':
        `<sitemapindex><sitemap><loc>${site.origin}/large.xml</loc></sitemap><sitemap>` +
        `<loc>${site.origin}/small.xml</loc></sitemap></sitemapindex>`,
      '/large.xml': file(numbers),
      '/small.xml': file(['/s700', '/small']),
    };
    const isPage = /^\/(?:[sl]\d+|small)$/.test(path);
    const body = replies[path] ?? (isPage ? htmlPage(path, ['/', '/l3']) : undefined);
    const type = path.endsWith('.xml') ? 'application/xml' : 'text/html';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? 'no');
  });
});
afterAll(async () => {
  Object.assign(limits, { sitemapPortionUrls });
  await Promise.all([stores.stop(), site.close()]);
});

const crawl = async (disturbance: Disturbance, seed: number, body: object = {}) => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance,
    seed,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, ...body });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 20_000);
  const all = await pipeline.pages(job.id);
  return { job, all, pages: all.filter((page) => page.kind === 'page') };
};

const whole = 1 + linked + named + more;

test('a crawl that is disturbed admits every page of its sitemaps once, and is not drained before', async () => {
  const disturbance = { duplicate: 0.3, lose: 0.1, breakBefore: 0.01, breakAfter: 0.01, dieBeforeSend: 0.05 };
  const { job, all, pages } = await crawl(disturbance, 5);
  expect([job.status, job.admitted, job.finished, job.done]).toEqual(['completed', whole, whole, whole]);
  expect(disagreement(job, countPages(all))).toBeNull();
  expect([job.sitemaps, job.sitemapsOpen]).toEqual([all.length - pages.length, 0]);
});

test.each([1, 2, 12, 100])(
  'a limit of %i is met exactly, whoever finds the pages, also when everything is disturbed',
  async (limit) => {
    const disturbance = {
      duplicate: 0.4,
      lose: 0.05,
      breakBefore: 0.02,
      breakAfter: 0.02,
      dieBeforeSend: 0.05,
    };
    const { job, pages } = await crawl(disturbance, limit, { limit });
    expect([job.status, job.admitted, job.finished, pages.length]).toEqual([
      'completed',
      limit,
      limit,
      limit,
    ]);
    expect(pages.some((page) => page.url === `${site.origin}/`)).toBe(true);
  },
);

test('a portion of which a part had room is sent again when there is more, without any heartbeat', async () => {
  const urls = 300;
  const failing = await serveSite((path, response) => {
    const locs = Array.from({ length: urls }, (_, n) => `<url><loc>${failing.origin}/s${n}</loc></url>`);
    const isMissing = Number(path.slice(2)) % 10 === 7;
    const body = path === '/sitemap.xml' ? `<urlset>${locs.join('')}</urlset>` : htmlPage(path, []);
    const type = path.endsWith('.xml') ? 'application/xml' : 'text/html';
    response.writeHead(isMissing || path === '/robots.txt' ? 404 : 200, { 'content-type': type }).end(body);
  });
  const pipeline = startPipeline(stores, {
    allow: [failing.allow],
    hosts: { [failing.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 11,
  });
  const submitted = await pipeline.submit('crawl', { url: `${failing.origin}/`, limit: 170 });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 2_000, { heartbeat: false });
  await failing.close();
  expect([job.status, job.done]).toEqual(['completed', 170]);
  expect(disagreement(job, countPages(await pipeline.pages(job.id)))).toBeNull();
});

test('a crawl that is cancelled abandons its open pages, and counts no sitemap among them', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 9,
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/` });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const { id } = submitted.job;
  const openSitemaps = async (): Promise<number> =>
    (await pipeline.pages(id)).filter((page) => page.kind !== 'page' && isOpen(page.state)).length;
  while ((await openSitemaps()) === 0) await pipeline.run(id, 1).catch(() => undefined);
  // The message that ends the job is lost: the heartbeat rings.
  const lost = { send: async () => await Promise.resolve({ Failed: [] }) };
  const queues = { client: lost, fetch: { high: '', normal: '' }, finish: '' } as unknown as Queues;
  const cancel = { outcome: 'cancelled', code: 'JOB_CANCELLED' } as const;
  await endEarly({ table: stores.table, queues, now: Date.now }, submitted.job, cancel);
  const job = await pipeline.run(id, 20_000);
  const pages = await pipeline.pages(id);
  expect(job.status).toBe('cancelled');
  expect(disagreement(job, countPages(pages))).toBeNull();
  expect(job.sitemapsOpen).toBeGreaterThan(0);
  expect('abandoned' in job ? job.finished + job.abandoned : 0).toBe(job.admitted);
});

test('results stand in page order: the first page, then the sitemaps file by file, then what was linked', async () => {
  const { job } = await crawl(undisturbed, 3, { includePaths: ['^/$', '^/s\\d$', '^/l[0-2]$', '^/small$'] });
  const status = await readStatus(stores, job, { skip: 0, count: 100 });
  const paths = status.data.map(({ metadata }) => new URL(String(metadata['sourceURL'])).pathname);
  const first = ['/', ...Array.from({ length: 10 }, (_, n) => `/s${n}`)];
  expect(paths.slice(0, first.length)).toEqual(first);
  expect(paths.slice(first.length).toSorted()).toEqual(['/l0', '/l1', '/l2', '/small']);
  expect(status.counts.admitted).toBe(15);
});

test.each([
  ['a crawl', 'crawl', {}],
  ['a wide crawl', 'crawl', { allowExternalLinks: true, limit: 10_000 }],
  ['a map', 'map', {}],
] as const)(
  '%s reads no more sitemaps once it has read as many bytes as it may, and says so',
  async (_, kind, more) => {
    const files = 60;
    const { sitemapBytesPerJobMax } = limits;
    const many = await serveSite((path, response) => {
      const loc = (to: string): string => `<loc>${many.origin}${to}</loc>`;
      const names = Array.from({ length: files }, (_, n) => `<sitemap>${loc(`/f${n}.xml`)}</sitemap>`);
      const reply =
        path === '/sitemap.xml'
          ? `<sitemapindex>${names.join('')}</sitemapindex>`
          : path.endsWith('.xml')
            ? `<urlset><!--${'x'.repeat(2_000)}--><url>${loc('/only')}</url></urlset>`
            : htmlPage(path, []);
      const type = path.endsWith('.xml') ? 'application/xml' : 'text/html';
      response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': type }).end(reply);
    });
    Object.assign(limits, { sitemapBytesPerJobMax: 10_000 });
    try {
      const pipeline = startPipeline(stores, {
        allow: [many.allow],
        hosts: { [many.host]: { delay: 0 } },
        disturbance: undisturbed,
        seed: 21,
      });
      const submitted = await pipeline.submit(kind, { url: `${many.origin}/`, ...more });
      if (!submitted.ok) throw new Error(submitted.failure.message);
      const job = await pipeline.run(submitted.job.id, 2_000);
      const items = (await pipeline.pages(job.id)).filter((item) => item.kind === 'sitemap');
      const read = items.filter(({ state }) => state === 'done');
      const left = items.filter(({ state }) => state === 'skipped');
      expect([job.status, items.length, read.length + left.length]).toEqual([
        'completed',
        files + 1,
        files + 1,
      ]);
      expect(new Set(left.map(({ code }) => code))).toEqual(new Set(['LIMIT_REACHED']));
      // The index, as many files as fill the bound, and those that were under way.
      expect(read.length).toBeLessThanOrEqual(1 + 5 + 2 * limits.urlBatchPagesMax);
      expect(job.sitemapBytes).toBeGreaterThanOrEqual(10_000);
      expect(warnOfJob(job)).toMatchObject({
        warning: expect.stringContaining('of sitemaps, which is as much'),
      });
    } finally {
      Object.assign(limits, { sitemapBytesPerJobMax });
      await many.close();
    }
  },
);

/** Runs a crawl of a site that is served in this way, and returns its status. */
const statusOf = async (reply: (path: string) => readonly [number, string], body: object) => {
  const other = await serveSite((path, response) => {
    const [code, text] = reply(path);
    response
      .writeHead(code, { 'content-type': path.endsWith('.xml') ? 'application/xml' : 'text/html' })
      .end(text);
  });
  try {
    const hosts = { [other.host]: { delay: 0, requests: 100 } };
    const pipeline = startPipeline(stores, {
      allow: [other.allow],
      hosts,
      disturbance: undisturbed,
      seed: 4,
    });
    const submitted = await pipeline.submit('crawl', { url: `${other.origin}/`, ...body });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id, 20_000);
    const { status, counts, warning } = await readStatus(stores, job, { skip: 0, count: 1 });
    return { status, counts, warning: warning?.replaceAll(other.origin, '') };
  } finally {
    await other.close();
  }
};

test.each([{ sitemap: 'include' }, { sitemap: 'only' }])(
  'a crawl says which sitemaps it could not read: %j',
  async (body) => {
    const { status, warning } = await statusOf(
      (path) =>
        path === '/robots.txt' ? [404, ''] : path.endsWith('.xml') ? [403, 'no'] : [200, htmlPage(path, [])],
      body,
    );
    expect(status).toBe('completed');
    expect(warning).toContain('1 sitemaps could not be read, such as /sitemap.xml: HTTP_FORBIDDEN');
  },
);

test('a site without a sitemap lacks nothing, unless sitemaps alone are wanted', async () => {
  const without = (path: string) =>
    path === '/' ? ([200, htmlPage(path, [])] as const) : ([404, 'no'] as const);
  expect((await statusOf(without, {})).warning).toBeUndefined();
  expect((await statusOf(without, { sitemap: 'only' })).warning).toContain('No sitemap of the site was read');
  expect((await statusOf(without, { sitemap: 'only', limit: 1 })).warning).toBeUndefined();
});

test('a crawl of sitemaps alone that has one page says whether there was no sitemap, or none of its pages is wanted', async () => {
  const naming = (urls: readonly string[]) => (path: string) =>
    path === '/sitemap.xml'
      ? ([200, `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`] as const)
      : path === '/robots.txt'
        ? ([404, ''] as const)
        : ([200, htmlPage(path, [])] as const);
  const only = { sitemap: 'only' };
  const { warning } = await statusOf(naming(['/a', '/b']), { ...only, includePaths: ['^/c'] });
  expect(warning).toContain(
    'The sitemaps of the site name 2 URLs, and each of them is the start URL itself or not',
  );
  expect(warning).toContain('`includePaths`');
  expect((await statusOf(naming([]), only)).warning).toContain('that were read name no page');
  expect((await statusOf(naming(['/a']), only)).warning).toBeUndefined();
});

test('a crawl that uses up its tries before its limit is delivered says so', async () => {
  const paths = Array.from({ length: 60 }, (_, n) => `/p${n}`);
  const { counts, warning } = await statusOf(
    (path) =>
      path === '/'
        ? [200, htmlPage(path, paths)]
        : paths.indexOf(path) > 29
          ? [200, htmlPage(path, [])]
          : [404, ''],
    { limit: 20, sitemap: 'skip' },
  );
  expect([counts.admitted, counts.done]).toEqual([40, 10]);
  expect(warning).toBe(
    'The job tried 40 pages, which is as many as a limit of 20 allows, and delivered 10: links that were found ' +
      'besides were not followed',
  );
});
