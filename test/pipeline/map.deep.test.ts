import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapEndpoints, mapEndpointsV1 } from '../../functions/endpoints/map.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import { putObject } from '../../lib/store/objects.ts';
import { mapResponseKey, mapPartKey } from '../../lib/deliver/results/map-response.ts';
import { readMap, type MapRead } from '../../lib/steps/api/read-map.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import type { Job } from '../../lib/job/job.ts';
import { usualScopes } from '../../lib/request/keys/scopes.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;

const robots: { text: string | null } = { text: null };

/**
 * A site whose robots.txt names an index. That names a file and another index, which name one file both: whoever is
 * read first admits it, and the map is the same. One file is compressed, one is missing, and one is larger than a
 * portion of a crawl's.
 */
beforeAll(async () => {
  stores = await startStores();
  site = await serveSite((path, response) => {
    const file = (paths: readonly string[]): string =>
      `<urlset>${paths.map((to) => `<url><loc>${site.origin}${to}</loc></url>`).join('')}</urlset>`;
    const index = (paths: readonly string[]): string =>
      `<sitemapindex>${paths.map((to) => `<sitemap><loc>${site.origin}${to}</loc></sitemap>`).join('')}</sitemapindex>`;
    const replies: Record<string, string | Buffer> = {
      '/':
        `<html lang="en"><head><title>Home</title><meta name="description" content="A site with a map.">` +
        `</head><body><main>
        <a href="/guide/trees.html">Trees of the fen</a> <a href="/guide/birds/?from=home">Next</a>
        <a href="/guide/birds/index.html">Birds of the fen</a> <a href="/picture.png">A picture</a>
        <a href="https://elsewhere.example/">Elsewhere</a> <a href="/guide/trees.html#top">Again</a>
        <p>Words enough to be taken for a page by whoever looks at what it holds.</p></main></body></html>`,
      '/docs/':
        `<html lang="en"><head><title>Docs</title></head><body><main><a href="/">Home</a>` +
        `<a href="/guide/trees.html">Trees</a>
        <p>Words enough to be taken for a page by whoever looks at what it holds.</p></main></body></html>`,
      '/maps/index.xml': index(['/maps/a.xml.gz', '/maps/more.xml', '/maps/gone.xml', '/maps/both.xml']),
      '/maps/more.xml': index(['/maps/both.xml', '/maps/large.xml']),
      '/maps/a.xml.gz': gzipSync(file(['/guide/trees.html', '/guide/birds/', '/shop/', '/shop?page=2'])),
      '/maps/both.xml': file(['/both/1', '/both/2', '/shop/index.html']),
      '/maps/large.xml': file(Array.from({ length: 600 }, (_, n) => `/s/${n}`)),
      '/text': 'A page without links, of a site that has no sitemap: its words are all there is.',
      ...(robots.text === null ? {} : { '/robots.txt': robots.text }),
    };
    const body = replies[path];
    const type = path.endsWith('.xml') ? 'application/xml' : path === '/text' ? 'text/plain' : 'text/html';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? 'no');
  });
  robots.text = `User-agent: *\nDisallow: /secret\nSitemap: ${site.origin}/maps/index.xml\n`;
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

interface Made {
  readonly job: Job;
  readonly read: MapRead;
  readonly pages: Awaited<ReturnType<ReturnType<typeof startPipeline>['pages']>>;
}

const map = async (
  body: object,
  disturbance: Disturbance = undisturbed,
  seed = 1,
  on = site,
): Promise<Made> => {
  const pipeline = startPipeline(stores, {
    allow: [on.allow],
    hosts: { [on.host]: { delay: 0 } },
    disturbance,
    seed,
  });
  const submitted = await pipeline.submit('map', { url: `${site.origin}/`, ...body });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 20_000);
  return { job, read: await readMap(stores.results, job), pages: await pipeline.pages(job.id) };
};

const mapped = (read: MapRead): Extract<MapRead, { kind: 'map' }> => {
  if (read.kind !== 'map') throw new Error(`No map: ${JSON.stringify(read)}`);
  return read;
};
const pathsOf = (read: MapRead): string[] =>
  mapped(read).links.map(({ url }) => url.slice(site.origin.length));

const large = Array.from({ length: 600 }, (_, n) => `/s/${n}`);
const whole = ['/', '/guide/trees.html', '/guide/birds/', '/shop/', '/both/1', '/both/2', ...large];

test.each([11])(
  'a map that is disturbed lists the same URLs in the same order, each once (seed %i)',
  async (seed) => {
    const disturbance = {
      duplicate: 0.4,
      lose: 0.05,
      breakBefore: 0.03,
      breakAfter: 0.03,
      dieBeforeSend: 0.05,
    };
    const { job, read, pages } = await map({}, disturbance, seed);
    expect(job.status).toBe('completed');
    expect(pathsOf(read)).toEqual(whole);
    expect([job.limit, job.admitted, job.finished, job.done]).toEqual([1, 1, 1, 1]);
    expect(pages.filter((page) => page.kind === 'page')).toHaveLength(1);
    expect(disagreement(job, countPages(pages))).toBeNull();
  },
);

test('a map fetches its first page and the sitemaps, each once, and no page of its list', async () => {
  const before = site.requests.length;
  const { read, job } = await map({});
  const asked = site.requests.slice(before).map(({ path }) => path);
  expect(asked.filter((path) => path !== '/robots.txt').toSorted()).toEqual(
    [
      '/',
      '/sitemap.xml',
      ...['a.xml.gz', 'both.xml', 'gone.xml', 'index.xml', 'large.xml', 'more.xml'].map(
        (name) => `/maps/${name}`,
      ),
    ].toSorted(),
  );
  const [home, trees, birds, shop] = mapped(read).links;
  expect(home).toEqual({ url: `${site.origin}/`, title: 'Home', description: 'A site with a map.' });
  expect(trees).toEqual({ url: `${site.origin}/guide/trees.html`, title: 'Trees of the fen' });
  // "Next" is no name; another link to the same page has one.
  expect(birds).toEqual({ url: `${site.origin}/guide/birds/`, title: 'Birds of the fen' });
  expect(shop).toEqual({ url: `${site.origin}/shop/` });
  expect(mapped(read).warnings).toEqual([
    `1 sitemaps could not be read, such as ${site.origin}/maps/gone.xml: HTTP_NOT_FOUND`,
  ]);
  expect(job.priority).toBe('high');
});

test.each([1, 4, 606, 607])('a limit of %i is met exactly, and what is cut is the end', async (limit) => {
  const { read } = await map({ limit });
  expect(pathsOf(read)).toEqual(whole.slice(0, limit));
  expect(mapped(read).total).toBe(Math.min(limit, whole.length));
});

test('sitemaps that a map does not need are not read; a search reads them all', async () => {
  const files = 8;
  const huge = await serveSite((path, response) => {
    const loc = (to: string): string => `<loc>${huge.origin}${to}</loc>`;
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
    const file = /^\/huge-(\d)\.xml$/.exec(path)?.[1];
    const body =
      file !== undefined
        ? `<urlset>${numbers(4_000)
            .map((n) => `<url>${loc(`/${file}/page-${n}`)}</url>`)
            .join('')}</urlset>`
        : path === '/sitemap.xml'
          ? `<sitemapindex>${numbers(files)
              .map((n) => `<sitemap>${loc(`/huge-${n}.xml`)}</sitemap>`)
              .join('')}</sitemapindex>`
          : path === '/'
            ? '<title>Huge</title><p>Words enough to be taken for a page by whoever looks at what it holds.'
            : undefined;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  });
  const pathsIn = ({ read }: Made): string[] =>
    mapped(read).links.map(({ url }) => url.slice(huge.origin.length));
  try {
    const few = await map({ url: `${huge.origin}/`, limit: 3 }, undisturbed, 1, huge);
    expect(pathsIn(few)).toEqual(['/', '/0/page-0', '/0/page-1']);
    expect(mapped(few.read).warnings).toEqual([]);
    // Three files have the 10,000 URLs that are enough; two more may have been on their way.
    const asked = huge.requests.filter(({ path }) => path.startsWith('/huge-')).length;
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(asked).toBeLessThanOrEqual(5);
    const unread = few.pages.filter(({ code }) => code === 'LIMIT_REACHED');
    expect(unread.map(({ state }) => state)).toEqual(Array.from({ length: files - asked }, () => 'skipped'));
    expect([few.job.status, disagreement(few.job, countPages(few.pages))]).toEqual(['completed', null]);
    const searched = await map(
      { url: `${huge.origin}/`, limit: 1, search: '7 page 3999' },
      undisturbed,
      1,
      huge,
    );
    expect(pathsIn(searched)).toEqual(['/7/page-3999']);
  } finally {
    await huge.close();
  }
});

test('sitemaps alone, or links alone, are listed where that is asked for', async () => {
  const only = await map({ sitemap: 'only' });
  expect(pathsOf(only.read)).toEqual(whole.slice(1));
  // What the first page calls them is known all the same.
  expect(mapped(only.read).links[0]?.title).toBe('Trees of the fen');
  const skip = await map({ sitemap: 'skip' });
  expect(pathsOf(skip.read)).toEqual(whole.slice(0, 3));
  expect(skip.job.sitemaps ?? 0).toBe(0);
});

test('with a path, only what lies below it is listed, and a map that this leaves empty says so', async () => {
  const docs = await map({ url: `${site.origin}/docs/` });
  expect(pathsOf(docs.read)).toEqual(['/docs/']);
  expect(mapped(docs.read).warnings.join()).toMatch(
    /URLs of the site that do not lie below .*\/docs\/ were left out.*filterByPath/,
  );
  const all = await map({ url: `${site.origin}/docs/`, filterByPath: false });
  expect(pathsOf(all.read).slice(0, 3)).toEqual(['/docs/', '/', '/guide/trees.html']);
  expect(pathsOf(all.read)).toHaveLength(whole.length + 1);
});

test('queries tell URLs apart where the request says so', async () => {
  const { read } = await map({ ignoreQueryParameters: false });
  expect(pathsOf(read).slice(0, 7)).toEqual([
    '/',
    '/guide/trees.html',
    '/guide/birds/?from=home',
    '/guide/birds/index.html',
    '/shop/',
    '/shop?page=2',
    '/both/1',
  ]);
});

test('a search puts what fits first and leaves nothing out', async () => {
  const { read } = await map({ search: 'birds of the fen' });
  expect(pathsOf(read).slice(0, 2)).toEqual(['/guide/birds/', '/guide/trees.html']);
  expect(pathsOf(read).toSorted()).toEqual(whole.toSorted());
});

test('a search finds a URL by the title that a feed gives it', async () => {
  const zoo = await serveSite((path, response) => {
    const item = (to: string, title: string): string =>
      `<item><title>${title}</title><link>${zoo.origin}${to}</link></item>`;
    const body = {
      '/': '<title>Zoo</title><p>Words enough to be taken for a page by whoever looks at what it holds.',
      '/sitemap.xml': `<sitemapindex><sitemap><loc>${zoo.origin}/feed.xml</loc></sitemap></sitemapindex>`,
      '/feed.xml':
        `<rss><channel>${item('/p/1', 'Animals')}` +
        `${item('/p/2', 'Opening hours of the zoo')}</channel></rss>`,
    }[path];
    const type = path.endsWith('.xml') ? 'application/xml' : 'text/html';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
  try {
    const { read } = await map({ url: `${zoo.origin}/`, search: 'opening hours' }, undisturbed, 1, zoo);
    expect(mapped(read).links.slice(0, 1)).toEqual([
      { url: `${zoo.origin}/p/2`, title: 'Opening hours of the zoo' },
    ]);
  } finally {
    await zoo.close();
  }
});

test('a window of a map is read by number and by bytes', async () => {
  const { job } = await map({});
  const window = mapped(await readMap(stores.results, job, { skip: 4, count: 3 }));
  expect([pathsOf(window), window.total, window.nextSkip]).toEqual([whole.slice(4, 7), whole.length, 7]);
  const byBytes = mapped(await readMap(stores.results, job, { bytesMax: 2_000 }));
  expect(byBytes.links.length).toBeGreaterThan(10);
  expect(JSON.stringify(JSON.stringify(byBytes.links)).length).toBeLessThan(2_100);
  const rest = mapped(await readMap(stores.results, job, { skip: byBytes.nextSkip ?? 0 }));
  expect([...pathsOf(byBytes), ...pathsOf(rest)]).toEqual(whole);
  expect(rest.nextSkip).toBeNull();
  expect(mapped(await readMap(stores.results, job, { skip: 9_999 })).links).toEqual([]);
});

test('a first page that fails leaves the map to the sitemaps, and says so', async () => {
  const { job, read } = await map({ url: `${site.origin}/nowhere`, filterByPath: false });
  expect(job.status).toBe('completed');
  expect(pathsOf(read)).toEqual(['/guide/trees.html', '/guide/birds/', ...whole.slice(3)]);
  expect(mapped(read).warnings[0]).toMatch(/first page could not be read.*HTTP_NOT_FOUND/);
});

test('a map of which nothing can be read fails with the code of its first page', async () => {
  const { job, read } = await map({ url: `${site.origin}/secret/`, sitemap: 'skip' });
  expect([job.status, 'code' in job ? job.code : '']).toEqual(['failed', 'ROBOTS_DISALLOWED']);
  expect(read).toMatchObject({ kind: 'failed', failure: { code: 'ROBOTS_DISALLOWED' } });
});

test('a map that outlasts its connection goes on, and the same request, sent again, gets it', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 1,
  });
  const touched = {
    ...pipeline.delivering,
    queues: pipeline.queues,
    sources: stores.sources,
    seen: createSeenCache(),
    extractDialect: 'v2',
    keyLimits: { requestsPerMinute: 100, openJobs: 10 },
    log: () => {},
  } as const;
  const endpoints = [...mapEndpoints, ...mapEndpointsV1];
  const caller = { team: 'default', keyId: 'k', scopes: usualScopes, limits: {}, makers: [] };
  const ask = async (method: string, path: string, body: object | null, parameters = {}) => {
    const endpoint = endpoints.find((one) => one.method === method && one.path === path);
    const request = {
      method,
      path,
      parameters,
      query: {},
      headers: {},
      baseUrl: 'https://x',
      ownUrl: 'https://x',
      remainingMs: () => 2_700,
    };
    const text = body === null ? null : JSON.stringify(body);
    const answer = await endpoint?.handler(touched, {
      ...request,
      body: text,
      bytes: null,
      caller,
    });
    return { status: answer?.statusCode, body: JSON.parse(answer?.body ?? '{}') as Record<string, unknown> };
  };
  const body = { url: `${site.origin}/`, sitemap: 'skip', limit: 2, origin: 'one' };
  const first = await ask('POST', '/v2/map', body);
  expect([first.status, first.body['code']]).toEqual([408, 'MAP_TIMEOUT']);
  expect(first.body['details']).toMatchObject({ state: 'processing_continues', retryAfterSeconds: 5 });
  const { id } = first.body['details'] as { id: string };
  expect((await ask('GET', '/v2/map/{id}', null, { id })).body).toMatchObject({
    status: 'processing',
    links: [],
  });
  // Another version of the API says another thing with the same words.
  expect((await ask('POST', '/v1/map', body)).body['details']).not.toMatchObject({ id });
  await pipeline.run(id);
  const second = await ask('POST', '/v2/map', { ...body, origin: 'another' });
  expect(second).toMatchObject({ status: 200, body: { success: true, id } });
  expect(second.body['links']).toEqual([
    { url: `${site.origin}/`, title: 'Home', description: 'A site with a map.' },
    { url: `${site.origin}/guide/trees.html`, title: 'Trees of the fen' },
  ]);
  const v1 = await ask('GET', '/v1/map/{id}', null, { id });
  expect(v1.body['links']).toEqual([`${site.origin}/`, `${site.origin}/guide/trees.html`]);
  const many = Array.from({ length: 100 }, (_, n) => ({
    url: `${site.origin}/${n}`,
    title: 't'.repeat(60_000),
  }));
  const write = async (key: string, value: unknown) =>
    await putObject(stores.results, key, JSON.stringify(value), 'application/json');
  await write(mapPartKey(id, 0), many);
  await write(mapResponseKey(id), { v: 1, total: many.length, warnings: [] });
  const cut = await ask('GET', '/v2/map/{id}', null, { id });
  const { length } = cut.body['links'] as unknown[];
  expect(JSON.stringify(cut.body).length).toBeLessThan(5_100_000);
  expect(cut.body).toMatchObject({ total: 100, next: `https://x/v2/map/${id}?skip=${length}` });
  expect(cut.body['warning']).toContain(
    `${length} of 100 URLs, as many as an answer holds; GET https://x/v2/map/${id}?skip=${length}`,
  );
  // It was delivered: the next request begins anew.
  expect((await ask('POST', '/v2/map', body)).status).toBe(408);
});

test('the map of a crawl lists what the crawl would find, told apart as it does', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 1,
  });
  const body = {
    url: `${site.origin}/`,
    includePaths: ['^/shop', '^/both'],
    limit: 3,
    scrapeOptions: { formats: ['html'] },
  };
  const submitted = await pipeline.submit('map', body, undefined, { ofCrawl: true });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  expect(pathsOf(await readMap(stores.results, job))).toEqual(['/', '/shop/', '/shop?page=2']);
});
