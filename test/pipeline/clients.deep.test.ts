import Firecrawl, { SdkError } from '@mendable/firecrawl-js';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../functions/openapi/document.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import type { Cost } from '../../lib/job/cost.ts';
import { makePdf } from '../../lib/fetch/make-pdf.fixture.ts';
import { launch, type Launched } from '../../local/launch.ts';
import { serveSampleSite } from '../../local/sample-site/serve-sample-site.ts';
import { comingBack } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { checkApi, whatToDo, type CheckedApi } from '../harness/check-api.ts';
import { htmlPage, serveSite, treeSite, type TestSite } from '../harness/serve-site.ts';

/** The whole stack from its template, and Firecrawl's own client, unchanged, against it. */
let dataDir: string;
let gleaner: Launched;
let checked: CheckedApi;
let client: Firecrawl;
let sample: Awaited<ReturnType<typeof serveSampleSite>>;
let tree: TestSite;
let trouble: TestSite;
let slow: TestSite;
let mapped: TestSite;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-clients-'));
  [sample, tree, trouble, slow, mapped] = await Promise.all([
    serveSampleSite({ port: 0 }),
    treeSite(60),
    serveSite((path, response) => {
      if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private/\n');
      if (path === '/') {
        const links = [
          '/ok',
          '/gone',
          '/forbidden',
          '/private/secret',
          '/old',
          '/reset',
          '/picture',
          '/ok#part',
          '/ok?utm_source=x',
        ];
        response.setHeader('content-type', 'text/html');
        return void response.end(htmlPage('Trouble', links));
      }
      if (path === '/ok')
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Fine', []));
      if (path === '/old') return void response.writeHead(301, { location: '/ok?moved=1' }).end();
      if (path === '/ok?moved=1')
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Moved', []));
      if (path === '/gone') return void response.writeHead(410).end('gone');
      if (path === '/forbidden') return void response.writeHead(403).end('no');
      if (path === '/reset') return void response.destroy();
      if (path === '/picture')
        return void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(99));
      response.writeHead(404).end();
    }),
    serveSite((path, response) => {
      if (path !== '/slow') return void response.writeHead(404).end();
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Slow', [])),
        3_000,
      );
    }),
    serveSite((path, response, { headers }) => {
      const origin = `http://${headers.host}`;
      if (path === '/robots.txt')
        return void response.end('User-agent: *\nDisallow: /no/\nCrawl-delay: 0.2\n');
      if (path === '/sitemap.xml') {
        const named = Array.from({ length: 14 }, (_, index) => `${index < 12 ? 'docs' : 'no'}/${index}`);
        const urls = named.map((name) => `<url><loc>${origin}/${name}</loc></url>`).join('');
        return void response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(`<urlset>${urls}</urlset>`);
      }
      const links = path === '/' ? ['/docs/0', '/linked'] : [];
      response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(`Page ${path}`, links));
    }),
  ]);
  const sites = [new URL(sample.origin).host, tree.host, trouble.host, slow.host, mapped.host];
  const launched = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: {
      allow: [`127.0.0.1/32:${sample.port}`, tree.allow, trouble.allow, slow.allow, mapped.allow],
      hosts: onlyHosts(Object.fromEntries(sites.map((host) => [host, { delay: 0 }]))),
    },
  });
  checked = await checkApi(launched.url);
  gleaner = { ...launched, url: checked.url };
  client = comingBack(new Firecrawl({ apiUrl: gleaner.url, apiKey: gleaner.key }));
});

afterAll(async () => {
  await gleaner?.stop();
  await checked?.close();
  await Promise.all([sample?.close(), tree?.close(), trouble?.close(), slow?.close(), mapped?.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const api = (
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${gleaner.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${gleaner.key}`, 'content-type': 'application/json', ...init.headers },
  });

test('crawl waits for the job and returns every page once, first page first', async () => {
  const job = await client.crawl(`${sample.origin}/`, { limit: 100, pollInterval: 1 });
  expect(job.status).toBe('completed');
  expect(job.completed).toBe(job.total);
  expect(job.data.length).toBe(job.total);
  const urls = job.data.map((document) => document.metadata?.sourceURL);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls[0]).toBe(`${sample.origin}/`);
  expect(job.data[0]?.markdown).toMatch(/Alderwick/);
  expect(job.data.every((document) => document.metadata?.statusCode === 200)).toBe(true);
});

test('a limit is met exactly', async () => {
  const job = await client.crawl(`${tree.origin}/`, { limit: 37, pollInterval: 1 });
  expect([job.status, job.completed, job.total, job.data.length]).toEqual(['completed', 37, 37, 37]);
});

test('startCrawl and getCrawlStatus follow a crawl to its end, with exact counts', async () => {
  const started = await client.startCrawl(`${tree.origin}/`, { limit: 1_000 });
  expect(started.url).toBe(`${gleaner.url}/v2/crawl/${started.id}`);
  let status = await client.getCrawlStatus(started.id);
  while (status.status === 'scraping') {
    await new Promise((resolve) => setTimeout(resolve, 300));
    status = await client.getCrawlStatus(started.id);
  }
  expect([status.status, status.completed, status.total]).toEqual(['completed', 60, 60]);
  const raw = (await (await api(`/v2/crawl/${started.id}`)).json()) as { counts: Record<string, number> };
  expect(raw.counts).toMatchObject({ admitted: 60, open: 0, finished: 60, done: 60, abandoned: 0 });
});

test('pages of results come in a stable order, by count, and none is missed or repeated', async () => {
  const { id } = await client.startCrawl(`${tree.origin}/`, { limit: 1_000 });
  await client.crawl(`${tree.origin}/`, { limit: 1, pollInterval: 1 });
  let ended = '';
  while (ended !== 'completed') {
    ended = ((await (await api(`/v2/crawl/${id}?limit=0`)).json()) as { status: string }).status;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const read = async (): Promise<string[]> => {
    const urls: string[] = [];
    for (let next: string | undefined = `${gleaner.url}/v2/crawl/${id}?limit=7`; next !== undefined;) {
      const page = (await (await api(next.slice(gleaner.url.length))).json()) as {
        next?: string;
        data: { metadata: { sourceURL: string } }[];
      };
      expect(page.data.length).toBeLessThanOrEqual(7);
      urls.push(...page.data.map((document) => document.metadata.sourceURL));
      next = page.next;
    }
    return urls;
  };
  const first = await read();
  expect(new Set(first).size).toBe(60);
  expect(await read()).toEqual(first);
});

test('each page that is done has one envelope on disk that its schema accepts, and an unchanged page gets no second one', async () => {
  const folder = join(dataDir, 's3');
  const envelopes = async (): Promise<string[]> =>
    (await readdir(folder, { recursive: true })).filter(
      (file) => file.includes(join('staged', `127.0.0.1_${tree.port}`)) && file.endsWith('.json'),
    );
  const before = await envelopes();
  expect(before.length).toBe(60);
  const envelope = envelopeSchema.parse(JSON.parse(await readFile(join(folder, before[0] ?? ''), 'utf8')));
  expect(envelope.source.url).toContain(tree.origin);
  const again = await client.crawl(`${tree.origin}/`, {
    limit: 1_000,
    pollInterval: 1,
    deduplicateSimilarURLs: false,
  });
  expect(again.data.length).toBe(60);
  expect(again.data.every((document) => (document.markdown ?? '') !== '')).toBe(true);
  expect((await envelopes()).toSorted()).toEqual(before.toSorted());
});

test('every page that fails ends with a code, robots are obeyed, and the job still completes', async () => {
  const job = await client.crawl(`${trouble.origin}/`, { limit: 100, pollInterval: 1 });
  expect(job.status).toBe('completed');
  const errors = await client.getCrawlErrors(job.id ?? '');
  const codes = Object.fromEntries(errors.errors.map((error) => [new URL(error.url).pathname, error.code]));
  expect(codes).toEqual({
    '/gone': 'HTTP_GONE',
    '/forbidden': 'HTTP_FORBIDDEN',
    '/reset': 'CONNECTION_RESET',
    '/picture': 'CONTENT_TYPE_UNSUPPORTED',
  });
  expect(errors.robotsBlocked).toEqual([`${trouble.origin}/private/secret`]);
  expect(job.data.map((document) => document.metadata?.title).toSorted()).toEqual([
    'Fine',
    'Moved',
    'Trouble',
  ]);
  expect(trouble.requests.filter(({ path }) => path.startsWith('/private'))).toEqual([]);
  expect(trouble.requests.filter(({ path }) => path === '/robots.txt').length).toBe(1);
  expect(trouble.requests.filter(({ path }) => path === '/reset').length).toBe(4);
});

test('scrape answers one page in the formats asked for', async () => {
  const document = await client.scrape(`${sample.origin}/`, {
    formats: ['markdown', 'html', 'rawHtml', 'links'],
  });
  expect(document.metadata).toMatchObject({
    statusCode: 200,
    sourceURL: `${sample.origin}/`,
    language: 'en',
  });
  expect(document.markdown).toBeTruthy();
  expect(document.rawHtml).toMatch(/<!doctype html>/i);
  expect(document.html).toMatch(/<h[12]>A museum of one small fen<\/h[12]>/);
  expect(document.links?.length).toBeGreaterThan(5);
});

test('scrape answers attributes of elements that are left out of the content, and what changed', async () => {
  const document = await client.scrape(`${sample.origin}/`, {
    formats: [
      'markdown',
      { type: 'attributes', selectors: [{ selector: 'html', attribute: 'lang' }] },
      // Other tests have read the page: a history of its own begins with this one.
      { type: 'changeTracking', modes: ['git-diff'], tag: 'attributes' },
    ],
  });
  expect(document.attributes).toEqual([{ selector: 'html', attribute: 'lang', values: ['en'] }]);
  expect(document.changeTracking).toMatchObject({ changeStatus: 'new', visibility: 'visible' });
});

test('without a model a page comes without its summary, which a warning says; alone, that is an error', async () => {
  const page = await client.scrape(`${sample.origin}/`, { formats: ['markdown', 'summary'] });
  expect(page.markdown).toContain('Alderwick');
  expect(page.summary).toBeUndefined();
  expect(page.warning).toContain('LLM_NOT_CONFIGURED');
  await expect(client.scrape(`${sample.origin}/`, { formats: ['summary'] })).rejects.toMatchObject({
    code: 'LLM_NOT_CONFIGURED',
  });
});

test('a page that answers 404 is a document with that status and no content', async () => {
  const document = await client.scrape(`${trouble.origin}/no-such-page`);
  expect(document.metadata).toMatchObject({ statusCode: 404, code: 'HTTP_NOT_FOUND' });
  expect(document.markdown).toBe('');
});

test('an address that is not open, a host that does not exist and one that refuses are clear errors', async () => {
  await expect(client.scrape('http://169.254.169.254/latest/meta-data/')).rejects.toMatchObject({
    status: 403,
    code: 'ADDRESS_NOT_ALLOWED',
  });
  await expect(client.scrape('http://no-such-host.invalid/')).rejects.toBeInstanceOf(SdkError);
});

test('a scrape that outlasts its timeout says so', async () => {
  const hasty = new Firecrawl({ apiUrl: gleaner.url, apiKey: gleaner.key });
  const asked = hasty.scrape(`${slow.origin}/slow`, { timeout: 1_000 });
  await expect(asked).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT' });
});

test('map lists a site for clients of both versions, and searches it', async () => {
  const found = await client.map(`${sample.origin}/`, { limit: 500, timeout: 25_000 });
  expect(found.id).toMatch(/^[0-9a-f-]{36}$/);
  const urls = found.links.map(({ url }) => url);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls[0]).toBe(`${sample.origin}/`);
  // One is linked to from the first page, the other stands in the sitemap alone.
  expect(urls).toEqual(
    expect.arrayContaining([`${sample.origin}/shop/`, `${sample.origin}/guide/trees/crack-willow.html`]),
  );
  expect(found.links[0]?.title).toMatch(/Alderwick/);
  expect(found.links[0]?.description).toBeTruthy();
  const searched = await client.map(`${sample.origin}/`, { search: 'crack willow', limit: 1 });
  expect(searched.links.map(({ url }) => url)).toEqual([`${sample.origin}/guide/trees/crack-willow.html`]);
  const v1 = await client.v1.mapUrl(`${sample.origin}/guide/`, { sitemapOnly: true, limit: 3 });
  expect(v1).toMatchObject({ success: true, links: Array.from({ length: 3 }, () => expect.any(String)) });
  expect('links' in v1 && v1.links?.every((url) => url.startsWith(`${sample.origin}/guide/`))).toBe(true);
  // v1's client shows a map's errors by their status alone.
  await expect(client.v1.mapUrl('http://nowhere.invalid/', {})).rejects.toThrow(/status code 500/);
  await expect(client.map('http://10.0.0.1/')).rejects.toMatchObject({
    status: 403,
    code: 'ADDRESS_NOT_ALLOWED',
  });
});

test('cancelCrawl ends a crawl with what it has, and everything admitted is accounted for', async () => {
  const { id } = await client.startCrawl(`${tree.origin}/`, { limit: 1_000, delay: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await client.cancelCrawl(id)).toBe(true);
  let status = await client.getCrawlStatus(id);
  while (status.status === 'scraping') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    status = await client.getCrawlStatus(id);
  }
  expect(status.status).toBe('cancelled');
  const { counts } = (await (await api(`/v2/crawl/${id}`)).json()) as { counts: Record<string, number> };
  expect(counts['admitted']).toBe((counts['finished'] ?? 0) + (counts['abandoned'] ?? 0));
  expect(await client.cancelCrawl(id)).toBe(true);
});

test('batchScrape returns each URL once, and names those that it cannot fetch', async () => {
  const urls = [
    `${tree.origin}/page-1`,
    `${tree.origin}/page-2`,
    `${tree.origin}/page-1`,
    `${trouble.origin}/gone`,
  ];
  const started = await client.startBatchScrape([...urls, 'ftp://example.com/x'], {
    ignoreInvalidURLs: true,
  });
  expect(started.invalidURLs).toEqual(['ftp://example.com/x']);
  const job = await client.batchScrape(urls, { pollInterval: 1 });
  expect(job.status).toBe('completed');
  expect(job.data.map((document) => document.metadata?.sourceURL)).toEqual([
    `${tree.origin}/page-1`,
    `${tree.origin}/page-2`,
    `${trouble.origin}/gone`,
  ]);
  // As Firecrawl shows what a site answered, whatever it was.
  expect(job.data[2]?.metadata).toMatchObject({ statusCode: 410, error: expect.any(String) });
  expect([job.completed, job.total]).toEqual([3, 3]);
  const errors = await client.getBatchScrapeErrors(job.id ?? '');
  expect(errors.errors.map((error) => error.code)).toEqual(['HTTP_GONE']);
});

test('a batch larger than one transaction ends with every page counted', async () => {
  const urls = Array.from({ length: 150 }, (_, index) => `${tree.origin}/?n=${index}`);
  const job = await client.batchScrape(urls, { pollInterval: 1 });
  expect([job.status, job.completed, job.total]).toEqual(['completed', 150, 150]);
  const errors = await client.getBatchScrapeErrors(job.id ?? '');
  expect(errors.errors.length).toBe(150);
});

test('parse reads a file as a page is read: HTML, Markdown and PDF, by name, type or bytes', async () => {
  const html = `<html><head><title>Minutes</title></head><body><nav><a href="/">Home</a></nav>
    <h1>Minutes of May</h1><p>The society met twice, and decided to buy a boat.</p></body></html>`;
  // The client calls text plain text unless it is told otherwise.
  const page = await client.parse(
    { data: html, filename: 'minutes.html' },
    { formats: ['markdown', 'html', 'rawHtml', 'links'] },
  );
  expect(page.markdown).toContain('decided to buy a boat');
  expect(page.rawHtml).toBe(html);
  expect(page.metadata).toMatchObject({ title: 'Minutes', sourceURL: 'minutes.html', creditsUsed: 1 });
  const markdown = '# Boats\n\n| name | length |\n| --- | --- |\n| Heron | 7 m |\n';
  const text = await client.parse({ data: Buffer.from(markdown), filename: 'boats.md' });
  expect(text.markdown).toContain('| Heron | 7 m |');
  const pdf = await client.parse({
    data: makePdf([[['Harbour dues of the year', 12]]]),
    filename: 'dues.bin',
    contentType: 'application/octet-stream',
  });
  expect(pdf.markdown).toContain('Harbour dues of the year');
});

test('what a file is called in an answer is its name, in messages and links too, and also when asked again', async () => {
  const broken = client.parse({ data: Buffer.from('%PDF-1.4 of no pages'), filename: 'minutes of may.pdf' });
  await expect(broken).rejects.toMatchObject({
    message: expect.stringMatching(/Cannot read minutes of may\.pdf: /),
  });
  const html = `<title>Minutes</title><h1>Minutes of May</h1><p>The society met twice and decided to buy
    <a href="boats.html">a boat</a>, of which <a href="/about">more is told</a> elsewhere in some words.</p>`;
  const page = await client.parse(
    { data: html, filename: 'minutes.html' },
    { formats: ['markdown', 'html', 'rawHtml', 'links', 'images'] },
  );
  expect(page.markdown).toContain('[a boat](boats.html)');
  expect(page.rawHtml).toBe(html);
  expect(JSON.stringify(page)).not.toContain('upload.invalid');
  const again = await api(`/v2/scrape/${page.metadata?.scrapeId}`, {});
  expect(again.status).toBe(200);
  const text = await again.text();
  expect(text).toContain('"sourceURL":"minutes.html"');
  expect(text).not.toContain('upload.invalid');
});

test('a file that says what error pages say is read all the same, and so is one that was read before', async () => {
  const file = { data: '<title>404 Not Found</title><h1>Page not found</h1>', filename: 'example.html' };
  const first = await client.parse(file);
  expect(first.markdown).toContain('Page not found');
  const again = await client.parse(file);
  expect(again.markdown).toBe(first.markdown);
  expect(again.metadata?.scrapeId).not.toBe(first.metadata?.scrapeId);
});

test('a file that cannot be read, is shown in no browser, or is too large is refused with words that help', async () => {
  await expect(
    client.parse({ data: Buffer.alloc(99), filename: 'x.png', contentType: 'image/png' }),
  ).rejects.toMatchObject({ status: 422, code: 'CONTENT_TYPE_UNSUPPORTED' });
  for (const filename of ['x.rtf', 'x.doc', 'x.txt'])
    await expect(client.parse({ data: '{\\rtf1 hello}', filename })).rejects.toMatchObject({
      code: 'CONTENT_TYPE_UNSUPPORTED',
    });
  const send = async (file: Blob, options: string): Promise<[number, string, string]> => {
    const form = new FormData();
    form.set('options', options);
    form.set('file', file, 'a.txt');
    const headers = { authorization: `Bearer ${gleaner.key}` };
    const answer = await fetch(`${gleaner.url}/v2/parse`, { method: 'POST', body: form, headers });
    const { code, error } = (await answer.json()) as { code: string; error: string };
    return [answer.status, code, error];
  };
  const small = new Blob(['text']);
  expect(await send(small, '{"formats":["screenshot"]}')).toMatchObject([
    400,
    'BAD_REQUEST',
    expect.stringMatching(/browser/),
  ]);
  expect(await send(small, '{')).toMatchObject([
    400,
    'BAD_REQUEST_INVALID_JSON',
    expect.stringMatching(/part options as JSON/),
  ]);
  expect(await send(small, '{"formats":["film"]}')).toMatchObject([
    400,
    'BAD_REQUEST',
    expect.stringMatching(/formats/),
  ]);
  for (const bytes of [4_600_000, 5_000_000, 11_000_000]) {
    const answer = await send(new Blob([Buffer.alloc(bytes, 'a')]), '{}');
    expect(answer).toMatchObject([413, 'BODY_TOO_LARGE', expect.stringMatching(/4[._]?5/)]);
  }
  const answer = await api('/v2/parse', {
    method: 'POST',
    body: '--x\r\nno part',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'BAD_REQUEST']);
});

test('active crawls are listed while they run', async () => {
  const { id } = await client.startCrawl(`${tree.origin}/`, { limit: 1_000, delay: 2 });
  const { crawls } = await client.getActiveCrawls();
  expect(crawls.find((crawl) => crawl.id === id)).toMatchObject({
    url: `${tree.origin}/`,
    teamId: 'default',
  });
  await client.cancelCrawl(id);
});

test('the client learns what its team uses and may use, by names of keys', async () => {
  await client.crawl(`${tree.origin}/`, { limit: 3, pollInterval: 1 });
  expect(await client.getConcurrency()).toEqual({ concurrency: expect.any(Number), maxConcurrency: 500 });
  const { remainingCredits, planCredits = 0 } = await client.getCreditUsage();
  const used = planCredits - remainingCredits;
  expect(used).toBeGreaterThanOrEqual(3);
  const { remainingTokens, billingPeriodStart } = await client.getTokenUsage();
  expect([remainingTokens, billingPeriodStart]).toEqual([1_000_000_000, expect.stringMatching(/-01T00:00/)]);
  expect(await client.getQueueStatus()).toMatchObject({ waitingJobsInQueue: 0, maxConcurrency: 500 });
  const { periods } = await client.getCreditUsageHistorical(true);
  expect(periods.at(-1)).toMatchObject({
    apiKey: 'development',
    creditsUsed: planCredits - remainingCredits,
  });
  const v1 = (await client.v1.getCreditUsage()) as { data: { remaining_credits: number } };
  expect(v1.data.remaining_credits).toBeLessThanOrEqual(remainingCredits);
});

test('a submission with the same idempotency key finds the first job; with another body it is refused', async () => {
  const send = (body: unknown): Promise<Response> =>
    api('/v2/crawl', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-idempotency-key': 'once' },
    });
  const body = { url: `${tree.origin}/`, limit: 1 };
  const [first, second] = (await Promise.all(
    [send(body), send(body)].map(async (one) => (await one).json()),
  )) as { id: string }[];
  expect(first?.id).toBe(second?.id);
  const other = await send({ ...body, limit: 2 });
  expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([
    409,
    'IDEMPOTENCY_KEY_REUSED',
  ]);
});

test.each([
  ['POST', '/v2/crawl', '{"url":', 400, 'BAD_REQUEST_INVALID_JSON'],
  ['POST', '/v2/crawl', '{}', 400, 'BAD_REQUEST'],
  ['POST', '/v2/scrape', '{"url":"https://a.test","formats":["changeTracking"]}', 400, 'BAD_REQUEST'],
  ['POST', '/v2/crawl', '{"url":"file:///etc/passwd"}', 400, 'BAD_REQUEST_INVALID_URL'],
  ['POST', '/v2/crawl', '{"url":"https://example.com","limit":-1}', 400, 'BAD_REQUEST'],
  ['POST', '/v2/scrape', `"${'x'.repeat(2_200_000)}"`, 413, 'BODY_TOO_LARGE'],
  ['GET', '/v2/crawl/nonsense', undefined, 404, 'JOB_NOT_FOUND'],
  ['GET', '/v2/crawl/01935a6e-7d2c-7abc-8def-0123456789ab', undefined, 404, 'JOB_NOT_FOUND'],
  ['GET', '/v2/crawl', undefined, 405, 'METHOD_NOT_ALLOWED'],
  ['POST', '/v2/agent', '{}', 501, 'NOT_SUPPORTED'],
  ['POST', '/v2/search', '{"query":"fens"}', 501, 'SEARCH_NOT_CONFIGURED'],
  [
    'POST',
    '/v2/crawl/params-preview',
    '{"url":"https://example.com","prompt":"docs"}',
    422,
    'LLM_NOT_CONFIGURED',
  ],
  ['POST', '/v2/crawl', '{"url":"https://example.com","prompt":"docs"}', 422, 'LLM_NOT_CONFIGURED'],
  ['GET', '/nowhere', undefined, 404, 'NOT_FOUND'],
])(
  '%s %s with body %.40s is answered %d %s in the one shape of errors',
  async (method, path, body, status, code) => {
    const answer = await api(path, { method, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      success: false,
      code,
      error: expect.stringMatching(/.{20,}/),
    });
  },
);

test('a key that is missing or wrong is refused before anything is read', async () => {
  for (const authorization of ['', 'Bearer wrong', 'Basic abc', 'Bearer ']) {
    const answer = await api('/v2/crawl/active', { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ success: false, code: 'UNAUTHORIZED' });
  }
});

interface Numbers {
  readonly pages: { readonly known: number; readonly blocked: number; readonly atMost: number };
  readonly requests: { readonly sitemaps: number; readonly http: number };
  readonly seconds: number;
  readonly basis: string;
  readonly cost: Cost;
  readonly unknown: readonly string[];
}

const estimate = async (body: object): Promise<Numbers> =>
  (await (await api('/v2/crawl/estimate', { method: 'POST', body: JSON.stringify(body) })).json()) as Numbers;

test('an estimate asks a site for its first page and sitemaps alone, and tells what the crawl then takes', async () => {
  const body = { url: `${mapped.origin}/`, limit: 100 };
  const told = await estimate(body);
  expect(mapped.requests.map(({ path }) => path).toSorted()).toEqual(['/', '/robots.txt', '/sitemap.xml']);
  expect(told.basis).toBe('sitemap');
  expect(told.pages).toEqual({ known: 16, blocked: 2, atMost: 100 });
  const begun = mapped.requests.length;
  const { id } = await client.startCrawl(`${mapped.origin}/`, { limit: 100 });
  let status: { status: string; counts: Record<string, number>; cost: Cost };
  do {
    await new Promise((resolve) => setTimeout(resolve, 200));
    status = (await (await api(`/v2/crawl/${id}?limit=0`)).json()) as typeof status;
  } while (status.status === 'scraping');
  expect(status.counts).toMatchObject({ finished: told.pages.known, blocked: told.pages.blocked });
  expect(mapped.requests.length - begun).toBe(told.requests.http + told.requests.sitemaps);
  // By the site's own delay. What it is above that, an estimate owes to how fast the machine answered: that is tested
  // where response times are given.
  const pacedSeconds = 0.2 * (told.requests.http + told.requests.sitemaps);
  expect(told.seconds / pacedSeconds).toBeGreaterThan(0.9);
  const share = (service: 'dynamodb' | 's3' | 'lambda' | 'total'): number =>
    (told.cost[service] ?? 0) / (status.cost[service] ?? 0);
  for (const service of ['dynamodb', 's3'] as const) expect(share(service)).toBeGreaterThan(0.4);
  // Lambda bills time: on a busy machine the crawl costs more than any estimate tells.
  for (const service of ['lambda', 'total'] as const) expect(share(service)).toBeGreaterThan(0);
  for (const service of ['dynamodb', 's3', 'lambda', 'total'] as const)
    expect(share(service)).toBeLessThan(2.5);
});

test('an estimate keeps to the scope and limit of its crawl, and says what it does not know', async () => {
  const docs = await estimate({ url: `${mapped.origin}/`, includePaths: ['^/docs/[0-4]$'], limit: 100 });
  expect(docs.pages).toMatchObject({ known: 6, blocked: 0 });
  const few = await estimate({ url: `${mapped.origin}/`, limit: 4 });
  expect(few.pages).toMatchObject({ known: 4, atMost: 4 });
  const links = await estimate({ url: `${tree.origin}/`, limit: 50 });
  expect(links.basis).toBe('links');
  expect(links.pages.known).toBeLessThan(links.pages.atMost);
  expect(links.unknown.join()).toMatch(/No sitemap was found/);
  const wrong = await api('/v2/crawl/estimate', { method: 'POST', body: '{"url":"not a url","limit":0}' });
  expect(wrong.status).toBe(400);
});

test('a batch is estimated without asking anybody for anything', async () => {
  const before = mapped.requests.length;
  const urls = [`${mapped.origin}/docs/0`, `${mapped.origin}/docs/1`, `${mapped.origin}/docs/1#part`];
  const answer = await api('/v2/batch/scrape/estimate', { method: 'POST', body: JSON.stringify({ urls }) });
  expect(await answer.json()).toMatchObject({ basis: 'urls', pages: { known: 2, blocked: 0, atMost: 2 } });
  expect(mapped.requests.length).toBe(before);
});

test("map lists a site's URLs, and they are read again under its id", async () => {
  const { links } = await client.map(`${sample.origin}/`, { limit: 3 });
  expect(links.length).toBe(3);
  const made = (await (
    await api('/v1/map', { method: 'POST', body: JSON.stringify({ url: `${sample.origin}/` }) })
  ).json()) as { id: string; links: string[] };
  expect(made.links).toContain(links[0]?.url);
  const again = (await (await api(`/v2/map/${made.id}?limit=2`)).json()) as { links: unknown[] };
  expect(again.links).toHaveLength(2);
});

test('the description of the API is read by anyone, names this address, and is not sent twice', async () => {
  const answer = await fetch(`${gleaner.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  const document = (await answer.json()) as OpenApiDocument;
  expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: gleaner.url }] });
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${gleaner.url}/openapi.json`, { headers: { 'if-none-match': `W/${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(`${gleaner.url}/openapi.json`, {
    method: 'HEAD',
    signal: AbortSignal.timeout(10_000),
  });
  const type = 'application/json; charset=utf-8';
  expect([head.status, head.headers.get('etag'), head.headers.get('content-type')]).toEqual([
    200,
    etag,
    type,
  ]);
});

test('the schema of manifests is read by anyone, as editors do, and is not sent twice', async () => {
  const answer = await fetch(`${gleaner.url}/schemas/sources-v1.json`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const file = new URL('../../docs/schemas/sources-v1.json', import.meta.url);
  expect(await answer.text()).toBe(await readFile(file, 'utf8'));
  const etag = answer.headers.get('etag') ?? '';
  const seen = { headers: { 'if-none-match': etag } };
  expect((await fetch(`${gleaner.url}/schemas/sources-v1.json`, seen)).status).toBe(304);
});

test('the page of the API is read by anyone, in a browser that may run nothing', async () => {
  const answer = await fetch(`${gleaner.url}/docs`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(await answer.text()).toContain(`export GLEANER_URL=${gleaner.url}`);
});

test('every answer was as the description of the API says', () => {
  expect(checked.answered.size).toBeGreaterThanOrEqual(9);
  expect(checked.problems, whatToDo).toEqual([]);
});
