import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, type Launched } from '../../local/launch.ts';
import { runCli } from '../../cli/run-cli.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { callRoute, untilOver, untilScraped, type ApiJson } from '../harness/call-api.ts';
import { checkApi, whatToDo, type CheckedApi } from '../harness/check-api.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** What people ask of jobs: which there are, how they are doing, why a page was not fetched. */
let dataDir: string;
let gleaner: Launched;
let checked: CheckedApi;
let site: TestSite;
let crawl: string;
let batch: string;

const call = async (method: string, path: string, body?: unknown) =>
  await callRoute(gleaner, method, path, body);
const read = async (path: string): Promise<ApiJson> => (await call('GET', path)).body;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-jobs-'));
  site = await serveSite((path, response) => {
    const pages: Record<string, string> = {
      '/': htmlPage('Root', [
        '/docs/a',
        '/docs/b/c',
        '/gone',
        '/private/x',
        '/docs/print.zip',
        'https://elsewhere.example/',
      ]),
      '/docs/a': htmlPage('A', ['/']),
      '/docs/b/c': htmlPage('C', ['/docs/a', '/out/d']),
      '/out/d': htmlPage('D', []),
    };
    if (path === '/robots.txt')
      return void response.end('User-agent: *\nDisallow: /private\nCrawl-delay: 0.1\n');
    const page = pages[path];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    return void response.end(page ?? 'not here');
  });
  const launched = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: { allow: [site.allow], hosts: onlyHosts({ [site.host]: { delay: 0 } }) },
  });
  checked = await checkApi(launched.url);
  gleaner = { ...launched, url: checked.url };
  const started = await call('POST', '/v2/crawl', {
    url: `${site.origin}/`,
    limit: 50,
    excludePaths: ['^/out'],
  });
  crawl = started.body.id;
  await untilOver(gleaner, `/v2/crawl/${crawl}`);
  batch = (await call('POST', '/v2/batch/scrape', { urls: [`${site.origin}/docs/a`, `${site.origin}/gone`] }))
    .body.id;
  await untilOver(gleaner, `/v2/batch/scrape/${batch}`);
  const scraped = { url: `${site.origin}/docs/a` };
  await untilScraped(async () => (await call('POST', '/v2/scrape', scraped)).body);
});

afterAll(async () => {
  await gleaner?.stop();
  await checked?.close();
  await site?.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a job whose id was lost is found on the list, with its counts and its cost', async () => {
  const { jobs, cursor } = await read('/v2/jobs');
  expect(jobs.map((job: ApiJson) => job.kind)).toEqual(['scrape', 'batch', 'crawl']);
  expect(cursor).toBeNull();
  expect(jobs[2]).toMatchObject({
    id: crawl,
    state: 'completed',
    url: `${site.origin}/`,
    counts: { admitted: 5, done: 3, failed: 1, blocked: 1 },
  });
  expect(jobs[2].dollars).toBeGreaterThan(0);
});

test('the list holds each job once, however small its parts, and only what was asked for', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const part: ApiJson = await read(`/v2/jobs?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
    seen.push(...part.jobs.map((job: ApiJson) => job.id));
    ({ cursor } = part);
  } while (cursor !== null);
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(3);
  expect((await read('/v2/jobs?kind=batch,extract')).jobs.map((job: ApiJson) => job.id)).toEqual([batch]);
  expect((await read('/v2/jobs?state=running')).jobs).toEqual([]);
  expect((await call('GET', '/v2/jobs?state=asleep')).body).toMatchObject({
    success: false,
    code: 'BAD_REQUEST',
  });
  expect((await call('GET', '/v2/jobs?cursor=x')).body).toMatchObject({
    success: false,
    code: 'BAD_REQUEST',
  });
});

test('progress counts every page once, by what became of it', async () => {
  const { job, breakdown, recent, hosts } = await read(`/v2/jobs/${crawl}/progress`);
  expect(job.counts.finished).toBe(5);
  expect(breakdown).toMatchObject({
    pages: 5,
    isWhole: true,
    tiers: { http: 3 },
    codes: { HTTP_NOT_FOUND: 1, ROBOTS_DISALLOWED: 1 },
  });
  expect(recent).toHaveLength(5);
  expect(hosts).toEqual([]);
});

test('the tree leads from the host to each page', async () => {
  const at = async (prefix: string) =>
    (await read(`/v2/jobs/${crawl}/tree?prefix=${encodeURIComponent(prefix)}`)).entries.map(
      (entry: ApiJson) => [entry.prefix.slice(site.origin.length), entry.pages],
    );
  expect(await at('')).toEqual([['/', 5]]);
  expect(await at(`${site.origin}/`)).toEqual([
    ['/docs/', 2],
    ['/', 1],
    ['/gone', 1],
    ['/private/', 1],
  ]);
  expect(await at(`${site.origin}/docs/`)).toEqual([
    ['/docs/a', 1],
    ['/docs/b/', 1],
  ]);
});

test('pages are listed by state, code and the beginning of their URLs, each once', async () => {
  const urls = async (query: string) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const part: ApiJson = await read(
        `/v2/jobs/${crawl}/pages?limit=2&${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      found.push(...part.pages.map((page: ApiJson) => page.url.slice(site.origin.length)));
      ({ cursor } = part);
    } while (cursor !== null);
    return found.toSorted();
  };
  expect(await urls('')).toEqual(['/', '/docs/a', '/docs/b/c', '/gone', '/private/x']);
  expect(await urls('state=failed,blocked')).toEqual(['/gone', '/private/x']);
  expect(await urls('code=HTTP_NOT_FOUND')).toEqual(['/gone']);
  expect(await urls(`prefix=${encodeURIComponent(`${site.origin}/docs/`)}`)).toEqual([
    '/docs/a',
    '/docs/b/c',
  ]);
  const wrong = await call('GET', `/v2/jobs/${crawl}/pages?code=NOPE`);
  expect(wrong).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
});

test('a page tells its whole story: who linked to it, what was asked, how it ended', async () => {
  const { pages } = await read(`/v2/jobs/${crawl}/pages?state=failed`);
  const story = await read(`/v2/jobs/${crawl}/pages/${pages[0].id}`);
  expect(story).toMatchObject({
    kind: 'page',
    page: { url: `${site.origin}/gone`, state: 'failed', code: 'HTTP_NOT_FOUND', status: 404 },
    foundOn: { url: `${site.origin}/` },
    requests: [{ tier: 'http', status: 404 }],
    fallThrough: [],
  });
  const none = await call('GET', `/v2/jobs/${crawl}/pages/${'0'.repeat(32)}`);
  expect(none).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('the content of a page is read in the formats that are asked for, or why it has none is said', async () => {
  const { pages } = await read(`/v2/jobs/${crawl}/pages`);
  const at = (path: string): string => {
    const { id } = pages.find(({ url }: ApiJson) => url === `${site.origin}${path}`) as { id: string };
    return `/v2/jobs/${crawl}/pages/${id}/document`;
  };
  const { data } = await read(at('/docs/a'));
  expect(data.markdown).toContain('# A');
  expect(data.links).toEqual([`${site.origin}/`]);
  expect(data.metadata.sourceURL).toBe(`${site.origin}/docs/a`);
  expect(data.rawHtml).toBeUndefined();
  expect(Object.keys((await read(`${at('/docs/a')}?formats=rawHtml`)).data).toSorted()).toEqual([
    'metadata',
    'rawHtml',
  ]);
  expect(await call('GET', at('/gone'))).toMatchObject({
    status: 404,
    body: {
      code: 'NOT_FOUND',
      error: expect.stringContaining('has no content; it is failed: HTTP_NOT_FOUND'),
    },
  });
  expect((await call('GET', `/v2/jobs/${crawl}/pages/${'0'.repeat(32)}/document`)).status).toBe(404);
  const wrong = await call('GET', `${at('/docs/a')}?formats=pdf`);
  expect([wrong.status, wrong.body.code]).toEqual([400, 'BAD_REQUEST']);
});

test('why a URL was not fetched is told, whether or not the job holds it', async () => {
  const why = async (url: string, job = crawl) =>
    await read(`/v2/jobs/${job}/why?url=${encodeURIComponent(url)}`);
  expect(await why(`${site.origin}/private/x`)).toMatchObject({
    kind: 'page',
    page: { code: 'ROBOTS_DISALLOWED' },
  });
  expect(await why(`${site.origin}/docs/a#part`)).toMatchObject({ kind: 'page', page: { state: 'done' } });
  for (const [url, reason] of [
    [`${site.origin}/out/d`, 'excluded'],
    [`${site.origin}/docs/print.zip`, 'asset'],
    ['https://elsewhere.example/', 'external'],
    [`${site.origin}/nobody-links-here`, 'never-linked'],
    ['not a url', 'no-url'],
  ] as const)
    expect(await why(url), url).toMatchObject({ kind: 'absent', why: reason });
  expect(await why(`${site.origin}/out/d`, batch)).toMatchObject({ kind: 'absent', why: 'follows-no-links' });
});

test('a host tells how it is asked', async () => {
  const { host, robots, failuresInRow } = await read(`/v2/hosts/${encodeURIComponent(site.host)}`);
  expect([host, robots.kind, robots.crawlDelaySeconds, failuresInRow]).toEqual([site.host, 'rules', 0.1, 0]);
  expect(await call('GET', `/v2/hosts/${encodeURIComponent('a b')}`)).toMatchObject({ status: 400 });
});

test('a session does what it says and no more, and none opens another', async () => {
  const opened = await call('POST', '/v2/team/sessions', {});
  expect(opened.body.scopes).toEqual(['read']);
  const session = { url: gleaner.url, key: opened.body.session };
  expect((await callRoute(session, 'GET', '/v2/jobs')).body.jobs).toHaveLength(3);
  expect(await callRoute(session, 'POST', '/v2/scrape', { url: `${site.origin}/` })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
  expect(await callRoute(session, 'POST', '/v2/team/sessions', {})).toMatchObject({ status: 403 });
  const { body: reader } = await call('POST', '/v2/keys', { name: 'reader', scopes: ['read'] });
  const asReader = { url: gleaner.url, key: String(reader.key) };
  expect(
    await callRoute(asReader, 'POST', '/v2/team/sessions', { scopes: ['write', 'admin'] }),
  ).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', error: expect.stringContaining('scope write') },
  });
  const forged = { ...session, key: session.key.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')) };
  expect(await callRoute(forged, 'GET', '/v2/jobs')).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHORIZED' },
  });
});

test('the command line shows what the API tells', async () => {
  const run = async (...argv: string[]) => {
    const ran = await runCli(argv, {
      environment: { GLEANER_URL: gleaner.url, GLEANER_KEY: gleaner.key },
    });
    expect(ran.exitCode, ran.stderr).toBe(0);
    return ran.stdout;
  };
  expect(await run('jobs', '--kind', 'crawl')).toMatch(
    new RegExp(`^ID .*\n${crawl}  .*  crawl  completed  +3/5 +2 `),
  );
  expect(JSON.parse(await run('jobs', '--kind', 'crawl', '--json'))).toMatchObject({ id: crawl });
  expect(await run('pages', crawl, '--state', 'failed')).toMatch(
    /^STATE .*\nfailed +404 +http +\d+ +HTTP_NOT_FOUND +http\S+\/gone\n$/,
  );
  const story = await run('why', `${site.origin}/gone`, '--job', crawl);
  expect(story).toContain(`  Found on   ${site.origin}/\n`);
  expect(story).toMatch(/Requests\n +\S+ +http +404 /);
  // Without --job: the newest job that holds it.
  expect(JSON.parse(await run('why', `${site.origin}/gone`, '--json'))).toMatchObject({ job: { id: batch } });
  expect(await run('why', `${site.origin}/out/d`)).toContain('A pattern of excludePaths matches it');
  expect(await run('hosts', `${site.origin}/docs/a`)).toContain('rules, wants 0.1 s between requests');
});

test('every answer is as the API describes it', () => {
  expect(checked.problems, whatToDo).toEqual([]);
});
