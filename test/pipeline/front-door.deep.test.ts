import Firecrawl, { FirecrawlAppV1 } from '@mendable/firecrawl-js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, type Launched } from '../../local/launch.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import {
  callRoute,
  comingBack,
  untilFound,
  untilOver,
  untilScraped,
  type ApiJson,
} from '../harness/call-api.ts';
import { checkApi, whatToDo, type CheckedApi } from '../harness/check-api.ts';
import { startFakeLlm, type FakeLlm } from '../harness/fake-llm.ts';
import { htmlPage, serveSite, treeSite, type TestSite } from '../harness/serve-site.ts';

/**
 * The whole stack from its template with a model's server beside it; Firecrawl's first client, and routes beside
 * crawl and extract. Tests of clients that mostly wait run at the same time.
 */
let dataDir: string;
let gleaner: Launched;
let checked: CheckedApi;
let model: FakeLlm;
let tree: TestSite;
let site: TestSite;
let engine: TestSite;
let v1: FirecrawlAppV1;
let client: Firecrawl;

const product =
  `<!doctype html><html lang="en"><head><title>Chair</title><script type="application/ld+json">${JSON.stringify(
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Chair',
      offers: { '@type': 'Offer', price: '120.50', priceCurrency: 'EUR' },
    },
  )}</script></head><body><main><h1>Chair</h1><p>A chair for every day, made to last for longer than its ` +
  `owner. Price: 120.50 EUR</p></main></body></html>`;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-front-door-'));
  [model, tree, site, engine] = await Promise.all([
    startFakeLlm(),
    treeSite(30),
    serveSite((path, response) => {
      const pages: Record<string, string> = {
        '/': htmlPage('Root', ['/a', '/a/b', '/a/b/c']),
        '/a': htmlPage('One', ['/']),
        '/a/b': htmlPage('Two', ['/']),
        '/a/b/c': htmlPage('Three', ['/']),
        '/chair': product,
      };
      if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
      if (path === '/never') return undefined;
      const page = pages[path];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      return void response.end(page ?? 'not here');
    }),
    // A search engine at a private address that nobody opened for fetching.
    serveSite((path, response) => {
      const asked = new URL(path, 'http://engine').searchParams;
      const at = (paths: readonly string[]): object[] =>
        paths.map((each) => ({ url: `${site.origin}${each}`, title: `Title of ${each}`, content: 'Words' }));
      const paths = asked.get('q') === 'slow' ? ['/a', '/never'] : ['/a', '/chair', '/gone'];
      const results = asked.get('categories') === 'images' ? [] : at(paths);
      response.end(JSON.stringify({ results: asked.has('pageno') ? [] : results }));
    }),
  ]);
  const launched = await launch({
    dataDir,
    port: 0,
    quiet: true,
    modelKeys: { openai: ['sk-test-one'] },
    options: {
      allow: [tree.allow, site.allow],
      search: engine.origin,
      hosts: onlyHosts({ [tree.host]: { delay: 0 }, [site.host]: { delay: 0 } }),
      llm: { providers: { openai: { baseUrl: model.url, model: 'gpt-test' } }, prices: {} },
    },
  });
  checked = await checkApi(launched.url);
  gleaner = { ...launched, url: checked.url };
  // Functions that were never started may need longer than a scrape waits, on a machine that others keep busy.
  const warm = { url: `${site.origin}/a`, timeout: 120_000 };
  await untilScraped(async () => (await call('POST', '/v2/scrape', warm)).body);
  const reached = { apiUrl: gleaner.url, apiKey: gleaner.key };
  [client, v1] = [comingBack(new Firecrawl(reached)), comingBack(new FirecrawlAppV1(reached))];
});

afterAll(async () => {
  await gleaner?.stop();
  await checked?.close();
  await Promise.all([model?.close(), tree?.close(), site?.close(), engine?.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const call = async (method: string, path: string, body?: unknown) =>
  await callRoute(gleaner, method, path, body);
const ended = async (path: string) => await untilOver(gleaner, path);

const pathsOf = (job: ApiJson): string[] =>
  job.data.map((document: ApiJson) => new URL(document.metadata.sourceURL).pathname).toSorted();

// Its types know schemas of zod 3 alone; it sends any other as it is.
const schema: ApiJson = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
};

test.concurrent("v1's client scrapes a page in formats named as strings", async () => {
  const answer: ApiJson = await v1.scrapeUrl(`${site.origin}/a`, { formats: ['markdown', 'links'] });
  expect(answer).toMatchObject({ success: true, metadata: { statusCode: 200, title: 'One' } });
  expect(answer.markdown).toMatch(/One/);
  expect(answer.links).toEqual([`${site.origin}/`]);
});

test.concurrent('what v1 extracts is answered under the name of its format', async () => {
  const old: ApiJson = await v1.scrapeUrl(`${site.origin}/chair`, {
    formats: ['extract'],
    extract: { schema },
  });
  expect([old.extract, old.json]).toEqual([{ name: 'Chair', price: 120.5 }, undefined]);
  const json: ApiJson = await v1.scrapeUrl(`${site.origin}/chair`, {
    formats: ['markdown', 'json'],
    jsonOptions: { schema },
  });
  expect([json.json, json.extract]).toEqual([{ name: 'Chair', price: 120.5 }, undefined]);
  const asked = { url: `${site.origin}/chair`, formats: [{ type: 'json', schema }] };
  const objects = await untilScraped(async () => (await call('POST', '/v1/scrape', asked)).body);
  expect(objects.data.json).toEqual({ name: 'Chair', price: 120.5 });
});

test.concurrent("v1's client reads why a scrape failed", async () => {
  await expect(v1.scrapeUrl('http://no-such-host.invalid/', {})).rejects.toThrow(
    /Status code: 500. Error: .*no-such-host/,
  );
  await expect(v1.scrapeUrl(`${site.origin}/never`, { timeout: 1_000 })).rejects.toThrow(
    /Status code: 408. Error: .*1000 ms/,
  );
});

test.concurrent("v1's crawl stops at as many path segments as maxDepth says", async () => {
  const [two, all]: ApiJson[] = await Promise.all([
    v1.crawlUrl(`${site.origin}/`, { maxDepth: 2, ignoreSitemap: true }),
    v1.crawlUrl(`${site.origin}/a`, { allowBackwardLinks: true }),
  ]);
  expect([two.status, pathsOf(two)]).toEqual(['completed', ['/', '/a', '/a/b']]);
  expect(pathsOf(all)).toEqual(['/', '/a', '/a/b', '/a/b/c']);
  await expect(v1.crawlUrl(`${site.origin}/a/b`, { maxDepth: 1 })).rejects.toThrow(/at most 1 segments/);
});

test.concurrent("v1's client follows every page of results to a last one that has no next", async () => {
  const started: ApiJson = await v1.asyncCrawlUrl(`${tree.origin}/`, { limit: 100 });
  expect(started.url).toBe(`${gleaner.url}/v1/crawl/${started.id}`);
  await ended(`/v1/crawl/${started.id}?limit=1`);
  const first: ApiJson = await v1.checkCrawlStatus(started.id, false, undefined, 0, 7);
  expect([first.data.length, first.next]).toEqual([
    7,
    `${gleaner.url}/v1/crawl/${started.id}?skip=7&limit=7`,
  ]);
  const all: ApiJson = await v1.checkCrawlStatus(started.id, true, undefined, 0, 7);
  expect(new Set(pathsOf(all)).size).toBe(30);
  const last = await call('GET', `/v1/crawl/${started.id}?skip=28`);
  expect([last.body.data.length, 'next' in last.body]).toEqual([2, false]);
});

test.concurrent("v1's client waits for a batch under the path of crawls, and reads its errors without deleting anything", async () => {
  const urls = [`${tree.origin}/page-1`, `${site.origin}/gone`, `${site.origin}/private`];
  const job: ApiJson = await v1.batchScrapeUrls(urls, { formats: ['markdown'] });
  // What a site refuses with a status is a document of it, as Firecrawl has it.
  expect([job.status, pathsOf(job)]).toEqual(['completed', ['/gone', '/page-1']]);
  const started: ApiJson = await v1.asyncBatchScrapeUrls(urls, { formats: ['markdown'] });
  expect(started.url).toBe(`${gleaner.url}/v1/batch/scrape/${started.id}`);
  await ended(`/v1/batch/scrape/${started.id}`);
  const errors: ApiJson = await v1.checkBatchScrapeErrors(started.id);
  expect(errors.errors.map(({ code }: ApiJson) => code)).toEqual(['HTTP_NOT_FOUND']);
  expect(errors.robotsBlocked).toEqual([`${site.origin}/private`]);
  expect(await v1.checkCrawlErrors(started.id)).toEqual(errors);
  expect((await call('GET', `/v1/crawl/${started.id}/errors`)).body).toEqual(errors);
  expect(((await v1.checkBatchScrapeStatus(started.id)) as ApiJson).data.length).toBe(2);
  await expect(v1.asyncBatchScrapeUrls([...urls, 'ftp://example.com/'], {})).rejects.toThrow(
    /urls.3: expected the scheme/,
  );
});

test.concurrent("v1's client cancels a crawl, and is then told that it was", async () => {
  const { id = '' } = (await v1.asyncCrawlUrl(`${tree.origin}/`, { delay: 2 })) as ApiJson;
  expect((await call('GET', '/v1/crawl/active')).body.crawls.map((crawl: ApiJson) => crawl.id)).toContain(id);
  expect(await v1.cancelCrawl(id)).toMatchObject({ success: true, status: 'cancelled' });
  expect((await ended(`/v1/crawl/${id}`)).status).toBe('cancelled');
});

test.concurrent('a scrape is read again by its id, by its own team, in the formats that it asked for', async () => {
  const document = await client.scrape(`${site.origin}/a`, { formats: ['markdown', 'links'] });
  const id = document.metadata?.['scrapeId'] as string;
  const again = await call('GET', `/v2/scrape/${id}`);
  // Asking again costs something as well.
  const metadata = { ...document.metadata, cost: expect.anything() };
  expect(again).toEqual({ status: 200, body: { success: true, data: { ...document, metadata } } });
  expect(
    (await call('GET', `/v2/scrape/${id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`)).body.code,
  ).toBe('JOB_NOT_FOUND');
  expect((await call('GET', `/v2/crawl/${id}`)).body).toMatchObject({
    code: 'JOB_NOT_FOUND',
    error: `Job not found here: ${id} is a scrape, which GET /v2/scrape/${id} reads`,
  });
});

test.concurrent('a scrape that is still under way says so under its id, and when to ask again', async () => {
  const hasty = await call('POST', '/v2/scrape', { url: `${site.origin}/never`, timeout: 1_000 });
  expect([hasty.status, hasty.body.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
  const running = await call('GET', `/v2/scrape/${hasty.body.details.id}`);
  expect([running.status, running.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'JOB_RUNNING',
      details: { state: 'processing_continues', retryAfterSeconds: expect.any(Number) },
    }),
  ]);
  // The longer it takes, the later: at least five seconds.
  expect((running.body.details as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThanOrEqual(5);
});

test.each([
  ['POST', '/v2/agent'],
  ['GET', '/v2/agent/01935a6e-7d2c-7abc-8def-0123456789ab'],
  ['POST', '/v2/browser'],
  ['POST', '/v2/scrape/01935a6e-7d2c-7abc-8def-0123456789ab/interact'],
  ['POST', '/v2/search/01935a6e-7d2c-7abc-8def-0123456789ab/feedback'],
  ['GET', '/v2/search/research/papers'],
  ['POST', '/v2/feedback'],
  ['POST', '/v1/deep-research'],
  ['POST', '/v1/llmstxt'],
])('%s %s, which only the cloud offers, is answered with what serves instead', async (method, path) => {
  const { status, body } = await call(method, path, method === 'GET' ? undefined : {});
  expect([status, body.success, body.code]).toEqual([501, false, 'NOT_SUPPORTED']);
  expect(body.error).toMatch(/^Cannot .* only Firecrawl's cloud offers it; here, .{20,}/);
});

test('what nobody offers is no path, also where its name begins like one that the cloud offers', async () => {
  expect((await call('GET', '/v2/agents')).body.code).toBe('NOT_FOUND');
  expect((await call('GET', '/elsewhere')).body.code).toBe('NOT_FOUND');
});

test('a search answers what the engine of the deployment finds, source by source', async () => {
  const found = await client.search('chairs', { sources: ['web', 'images'], limit: 2 });
  expect(found.web).toEqual([
    { url: `${site.origin}/a`, title: 'Title of /a', description: 'Words', position: 1 },
    { url: `${site.origin}/chair`, title: 'Title of /chair', description: 'Words', position: 2 },
  ]);
  expect([found.images, found.news]).toEqual([[], undefined]);
});

test('what is found is scraped in the same connection; a page without content says why', async () => {
  const search = async (): Promise<ApiJson> =>
    await client.search('chairs', { scrapeOptions: { formats: ['markdown'] } });
  const found = await untilFound(search, ({ web }) => web[0].markdown && web[1].markdown);
  expect(found.web.map(({ url, title, markdown }: ApiJson) => [url, title, typeof markdown])).toEqual([
    [`${site.origin}/a`, 'Title of /a', 'string'],
    [`${site.origin}/chair`, 'Title of /chair', 'string'],
    [`${site.origin}/gone`, 'Title of /gone', 'undefined'],
  ]);
  expect(found.web[2].metadata).toMatchObject({ statusCode: 404, code: 'HTTP_NOT_FOUND' });
});

test('what is not there in time comes without content, and the batch that goes on is named', async () => {
  const search = async (timeout: number) =>
    await call('POST', '/v2/search', { query: 'slow', timeout, scrapeOptions: { formats: ['markdown'] } });
  let timeout = 2_000;
  const longer = async () => await search(Math.min((timeout *= 2), 25_000));
  const found = await untilFound(longer, ({ body: { data } }) => data.web[0].markdown !== undefined);
  const { status, body } = found;
  expect([status, body.data.web.map(({ markdown }: ApiJson) => typeof markdown)]).toEqual([
    200,
    ['string', 'undefined'],
  ]);
  expect(body.warning).toBe(`1 of 2 pages were not there in time: GET /v2/batch/scrape/${body.id} has them`);
  expect((await call('GET', `/v2/batch/scrape/${body.id}`)).body.status).toBe('scraping');
});

test("v1's client gets what is found as a flat list, scraped in v1's words", async () => {
  const scrapeOptions = { formats: ['extract' as const], extract: { schema } };
  const search = async (): Promise<ApiJson> => await v1.search('chairs', { limit: 2, scrapeOptions });
  const found = await untilFound(search, ({ warning }) => warning === undefined);
  expect(found.warning).toBe(undefined);
  expect(found.data.map(({ url, extract }: ApiJson) => [url, extract?.name])).toEqual([
    [`${site.origin}/a`, undefined],
    [`${site.origin}/chair`, 'Chair'],
  ]);
  expect(((await v1.search('chairs', {})) as ApiJson).data.length).toBe(3);
});

/** Answers every question that is asked from now on with these options. */
const modelChooses = (value: ApiJson): void => {
  model.set({ answer: () => ({ kind: 'json', value }) });
  model.asks.length = 0;
};

test('a model makes options of a crawl of words, once for the same words, and what is no option is named', async () => {
  modelChooses({ includePaths: ['^/a', '(?=x)'], limit: 7, maxDiscoveryDepth: null });
  const previewed: ApiJson = await client.crawlParamsPreview(`${site.origin}/`, 'all below a');
  expect(previewed).toEqual({
    url: `${site.origin}/`,
    includePaths: ['^/a'],
    limit: 7,
    warning: expect.stringMatching(/left out: includePaths "\(\?=x\)"$/),
  });
  expect(await client.crawlParamsPreview(`${site.origin}/`, 'all below a')).toEqual(previewed);
  expect(model.asks.length).toBe(1);
  expect(model.asks[0]?.user).toContain(`URL: ${site.origin}/`);
  expect((await call('POST', '/v2/crawl/params-preview', { url: site.origin })).body.error).toMatch(
    /prompt: /,
  );
});

test("a crawl's prompt fills what its body leaves out, and nothing else", async () => {
  modelChooses({ excludePaths: ['^/a/b/c'], limit: 1, crawlEntireDomain: true });
  const body = { url: `${site.origin}/a`, prompt: 'not the third', limit: 50 };
  const started = await call('POST', '/v2/crawl', body);
  expect(started.body).toMatchObject({
    success: true,
    promptGeneratedOptions: { excludePaths: ['^/a/b/c'], limit: 1, crawlEntireDomain: true },
  });
  expect(started.body.warning).toBe(undefined);
  expect(pathsOf(await ended(`/v2/crawl/${started.body.id}`))).toEqual(['/', '/a', '/a/b']);
});

test('a prompt that no model answers is a failure that says so, and starts no crawl; the next one asks anew', async () => {
  model.set({ answer: () => ({ kind: 'refusal', text: 'I cannot help with that' }) });
  const body = { url: `${site.origin}/`, prompt: 'something odd' };
  const refused = await call('POST', '/v2/crawl', body);
  expect([refused.status, refused.body.code]).toEqual([422, 'LLM_REFUSED']);
  modelChooses({ limit: 2 });
  expect((await call('POST', '/v2/crawl/params-preview', body)).body.data).toEqual({
    url: `${site.origin}/`,
    limit: 2,
  });
});

test('every answer was as the description of the API says', () => {
  expect(checked.answered.size).toBeGreaterThanOrEqual(9);
  expect(checked.problems, whatToDo).toEqual([]);
});
