import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedPartKey, resultPartKey } from '../../lib/deliver/results/result-index.ts';
import { getObject, putObject } from '../../lib/store/objects.ts';
import { limits } from '../../lib/limits/limits.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
/** A site that moved to the first one, path by path. */
let old: TestSite;
/** A site whose first pages redirect. */
let led: TestSite;

const links = ['/products', '/blog/1', '/docs/v1/b', '/docs/latest/intro/a'];

beforeAll(async () => {
  stores = await startStores();
  site = await serveSite((path, response, _request) => {
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
    if (path === '/hub' || path === '/hub?again') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(htmlPage('Hub', ['/hub/missing']));
    }
    response.writeHead(404, { 'content-type': 'text/html' });
    return void response.end('<title>Nothing here</title>');
  });
  const redirects: Readonly<Record<string, string>> = {
    '/': '/home',
    '/docs': '/docs/latest/intro/',
    '/start': '/en/start/',
  };
  led = await serveSite((path, response) => {
    const target = redirects[path];
    if (target !== undefined) return void response.writeHead(302, { location: target }).end();
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const named = ['/products', '/blog/1', '/in-sitemap'].map(
      (to) => `<url><loc>${led.origin}${to}</loc></url>`,
    );
    const isFile = path === '/sitemap.xml';
    response.writeHead(200, { 'content-type': isFile ? 'application/xml' : 'text/html' });
    const moved = path === '/en/start/' ? ['/en/start/x', '/start/y', '/en/z'] : [`${old.origin}/2`];
    return void response.end(
      isFile ? `<urlset>${named.join('')}</urlset>` : htmlPage(path, [...links, ...moved]),
    );
  });
  old = await serveSite((path, response) => {
    response.writeHead(301, { location: `${led.origin}${path === '/' ? '/home' : path}` }).end();
  });
});
afterAll(async () => {
  await Promise.all([site, led, old].map(async (one) => await one.close()));
  await stores.stop();
});

/** Runs a job, and answers a reader of its status. */
const finish = async (kind: 'crawl' | 'batch', body: object, allow: readonly string[]) => {
  const pipeline = startPipeline(stores, {
    allow,
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 7,
  });
  const submitted = await pipeline.submit(kind, body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  await pipeline.run(submitted.job.id);
  const job = await getJob(stores.table, submitted.job.id);
  if (job === null) throw new Error('The job is gone');
  const read = async (skip = 0, count = 10) => await readStatus(stores, job, { skip, count });
  return Object.assign(read, { id: job.id });
};

const crawl = async (url: string, allow: readonly string[], kind: 'crawl' | 'batch' = 'crawl') =>
  await (
    await finish(kind, kind === 'crawl' ? { url, sitemap: 'skip' } : { urls: [url] }, allow)
  )();

test.each([
  ['is missing', '/gone', true, 'HTTP_NOT_FOUND', /404/],
  ['is forbidden by robots.txt', '/private', true, 'ROBOTS_DISALLOWED', /robots\.txt/],
  ['stands at an address that is not allowed', '/', false, 'ADDRESS_NOT_ALLOWED', /--allow/],
])(
  'a crawl whose start URL %s fails, with the reason of that page',
  async (_, path, allowed, code, reason) => {
    const status = await crawl(`${site.origin}${path}`, allowed ? [site.allow] : []);
    expect(status.status).toBe('failed');
    expect(status.error).toContain(code);
    expect(status.error).toMatch(reason);
    expect(status.counts).toMatchObject({ admitted: 1, finished: 1, done: 0, abandoned: 0 });
  },
);

test('a crawl that delivered its start URL is completed, whatever became of the others', async () => {
  const status = await crawl(`${site.origin}/hub`, [site.allow]);
  expect(status.status).toBe('completed');
  expect(status.counts).toMatchObject({ done: 1, failed: 1 });
  expect(status.error).toBeUndefined();
});

test('a batch is completed even where none of its URLs was', async () => {
  expect((await crawl(`${site.origin}/gone`, [site.allow], 'batch')).status).toBe('completed');
});

test('each URL of a batch that was answered is a document, behind the others where its site refused it', async () => {
  const paths = ['/gone', '/hub', '/hub?again', '/private'];
  const read = await finish('batch', { urls: paths.map((path) => `${site.origin}${path}`) }, [site.allow]);
  const status = await read();
  expect(status.data.map(({ metadata }) => [metadata['statusCode'], metadata['code']])).toEqual([
    [200, undefined],
    [200, undefined],
    [404, 'HTTP_NOT_FOUND'],
  ]);
  expect(status.data.at(-1)?.metadata['error']).toMatch(/404/);
  expect([status.completed, status.total]).toEqual([3, 3]);
  expect(status.counts).toMatchObject({ done: 2, failed: 1, blocked: 1 });
  expect((await read(3, 1)).data).toEqual([]);
});

/** Reads a job from its first document on, by so many at once, and returns the paths of each slice. */
const readSlices = async (read: Awaited<ReturnType<typeof finish>>, count: number): Promise<string[][]> => {
  const slices: string[][] = [];
  for (let skip: number | null = 0; skip !== null;) {
    const slice: Awaited<ReturnType<typeof read>> = await read(skip, count);
    slices.push(slice.data.map(({ metadata }) => String(metadata['sourceURL']).replace(site.origin, '')));
    skip = slice.nextSkip;
  }
  return slices;
};

test('refused pages of a batch follow the others in one sequence, wherever they stand in its request', async () => {
  const { resultIndexEntries, resultsBytesMax } = limits;
  Object.assign(limits, { resultIndexEntries: 4 });
  try {
    const many = (path: string, length: number) => Array.from({ length }, (_, n) => `${path}${n}`);
    const forbidden = many('/private/', 6);
    const refused = many('/gone/', 9);
    for (const paths of [
      [...forbidden, ...refused, '/hub', '/hub?again'],
      ['/hub', '/hub?again', ...refused, ...forbidden],
    ]) {
      Object.assign(limits, { resultsBytesMax });
      const read = await finish('batch', { urls: paths.map((path) => `${site.origin}${path}`) }, [
        site.allow,
      ]);
      const { completed, total, counts, data } = await read(0, 100);
      expect([completed, total, data.length]).toEqual([11, 11, 11]);
      expect(counts).toMatchObject({ done: 2, failed: 9, blocked: 6 });
      const all = ['/hub', '/hub?again', ...refused];
      const slices = await readSlices(read, 3);
      expect(slices.map(({ length }) => length)).toEqual([3, 3, 3, 2]);
      expect(slices.flat()).toEqual(all);
      expect((await read(11, 3)).data).toEqual([]);
      Object.assign(limits, { resultsBytesMax: 1_000 });
      const small = await readSlices(read, 100);
      expect(small.flat()).toEqual(all);
      expect(small.length).toBeGreaterThan(3);
    }
  } finally {
    Object.assign(limits, { resultIndexEntries, resultsBytesMax });
  }
});

test('a page that was erased from the results moves no other one', async () => {
  const { resultIndexEntries } = limits;
  Object.assign(limits, { resultIndexEntries: 2 });
  try {
    const paths = ['/hub', '/hub?again', '/gone/0', '/gone/1', '/gone/2', '/gone/3', '/gone/4'];
    const read = await finish('batch', { urls: paths.map((path) => `${site.origin}${path}`) }, [site.allow]);
    for (const key of [resultPartKey(read.id, 0), refusedPartKey(read.id, 1)]) {
      const entries = JSON.parse((await getObject(stores.results, key)) ?? '') as unknown[];
      await putObject(stores.results, key, JSON.stringify(entries.slice(1)), 'application/json');
    }
    const left = ['/hub?again', '/gone/0', '/gone/1', '/gone/3', '/gone/4'];
    for (const count of [1, 3, 100]) expect((await readSlices(read, count)).flat()).toEqual(left);
  } finally {
    Object.assign(limits, { resultIndexEntries });
  }
});

test('what blocks pages is told in one sentence, with their number and code', async () => {
  const status = await crawl(`${site.origin}/private`, [site.allow], 'batch');
  expect(status.warning).toBe('1 page was blocked by robots.txt (ROBOTS_DISALLOWED)');
});

/** Runs a crawl from this URL, and returns the paths of its pages on the site, and on the old one with its name. */
const crawlPaths = async (url: string): Promise<string[]> => {
  const pipeline = startPipeline(stores, {
    allow: [led.allow, old.allow],
    hosts: { [led.host]: { delay: 0 }, [old.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 3,
  });
  const submitted = await pipeline.submit('crawl', { url });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 20_000);
  const pages = (await pipeline.pages(job.id)).filter(({ kind }) => kind === 'page');
  return pages.map((page) => page.url.replace(led.origin, '').replace(old.origin, 'old')).toSorted();
};

test('a crawl whose first page redirects within its host keeps to the path that was asked for', async () => {
  expect(await crawlPaths(`${led.origin}/`)).toEqual(['/', ...links, '/in-sitemap'].toSorted());
  expect(await crawlPaths(`${led.origin}/docs`)).toEqual(['/docs', '/docs/latest/intro/a', '/docs/v1/b']);
});

test('a first page that is found outside its own path adds the path where it was found', async () => {
  expect(await crawlPaths(`${led.origin}/start`)).toEqual(['/en/start/x', '/start', '/start/y']);
});

test('after a first page redirects to another host, links and sitemaps of both hosts are the site', async () => {
  expect(await crawlPaths(`${old.origin}/`)).toEqual([...links, '/in-sitemap', 'old/', 'old/2'].toSorted());
});
