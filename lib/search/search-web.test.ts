import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { serveSite, type TestSite } from '../../test/harness/serve-site.ts';
import { limits } from '../limits/limits.ts';
import { parseSearchRequest, type SearchSpec } from '../request/search-request.ts';
import { searchWeb } from './search-web.ts';

let engine: TestSite | null = null;
afterEach(async () => {
  await engine?.close();
  engine = null;
});

/** An engine that answers each question as a test says, by its parameters. */
const serve = async (
  answer: (query: URLSearchParams, response: ServerResponse) => unknown,
): Promise<string> => {
  engine = await serveSite((path, response) => {
    const body = answer(new URL(path, 'http://engine').searchParams, response);
    if (body !== undefined) response.end(JSON.stringify(body));
  });
  return engine.origin;
};

const orderOf = (body: Record<string, unknown>): SearchSpec => {
  const parsed = parseSearchRequest({ query: 'fens', ...body }, 'v2');
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
};

// oxlint-disable-next-line typescript/no-explicit-any -- each test says what it expects
const search = async (endpoint: string, body: Record<string, unknown>, ms = 5_000): Promise<any> =>
  await searchWeb({ endpoint, now: Date.now }, orderOf(body), Date.now() + ms);

const hits = (
  from: number,
  count: number,
  host = 'a.test',
): { url: string; title: string; content: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://${host}/${from + index}`,
    title: `Title ${from + index}`,
    content: 'Words',
  }));

test('each source is asked as its category, and answered in the shape of its own', async () => {
  const endpoint = await serve((query) => {
    const by: Record<string, object> = {
      general: { url: 'https://a.test/', title: 'A', content: 'About a' },
      news: {
        url: 'https://b.test/',
        title: 'B',
        content: 'Of b',
        publishedDate: '2026-11-01',
        thumbnail: '',
      },
      images: {
        url: 'https://c.test/',
        title: 'C',
        img_src: 'https://c.test/c.png',
        resolution: '640 x 480',
      },
    };
    return { results: [by[query.get('categories') ?? '']] };
  });
  const found = await search(`${endpoint}/`, {
    sources: ['web', { type: 'news' }, 'images', 'alexandria'],
    limit: 1,
  });
  expect(found).toEqual({
    kind: 'found',
    results: {
      web: [{ url: 'https://a.test/', title: 'A', description: 'About a', position: 1 }],
      news: [{ url: 'https://b.test/', title: 'B', snippet: 'Of b', date: '2026-11-01', position: 1 }],
      images: [
        {
          url: 'https://c.test/',
          title: 'C',
          imageUrl: 'https://c.test/c.png',
          imageWidth: 640,
          imageHeight: 480,
          position: 1,
        },
      ],
    },
    warnings: [],
  });
});

test('what is asked for is said in the words of SearXNG, below whatever path it is served', async () => {
  const endpoint = await serve(() => ({ results: hits(0, 1) }));
  await search(`${endpoint}/searx/?theme=simple`, {
    limit: 1,
    tbs: 'qdr:w',
    includeDomains: ['https://A.test/x', 'b.test'],
  });
  const url = new URL(engine?.requests[0]?.path ?? '', endpoint);
  expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
    '/searx/search',
    {
      theme: 'simple',
      q: 'fens site:a.test OR site:b.test',
      format: 'json',
      categories: 'general',
      time_range: 'week',
    },
  ]);
});

test('pages are read until there are enough results, each address once', async () => {
  const endpoint = await serve((query) => ({ results: hits((Number(query.get('pageno') ?? 1) - 1) * 5, 6) }));
  const found = await search(endpoint, { limit: 12 });
  expect(found.results.web.map(({ url }: { url: string }) => url)).toEqual(hits(0, 12).map(({ url }) => url));
  expect(engine?.requests.length).toBe(3);
});

test('an engine that answers every page with the same results is asked twice, one without results once', async () => {
  const same = await serve(() => ({ results: hits(0, 3) }));
  expect((await search(same, { limit: 50 })).results.web.length).toBe(3);
  expect(engine?.requests.length).toBe(2);
  await engine?.close();
  const empty = await serve(() => ({ results: [], unresponsive_engines: [['duckduckgo', 'CAPTCHA']] }));
  expect(await search(empty, {})).toEqual({
    kind: 'found',
    results: { web: [] },
    warnings: ['Some engines did not answer: duckduckgo: CAPTCHA'],
  });
  expect(engine?.requests.length).toBe(1);
});

test('domains are kept to though the engine does not, subdomains included and look-alikes not', async () => {
  const all = [
    ...hits(0, 1),
    ...hits(1, 1, 'docs.a.test'),
    ...hits(2, 1, 'nota.test'),
    ...hits(3, 1, 'xn--bcher-kva.test'),
  ];
  const endpoint = await serve(() => ({
    results: [...all, { url: 'ftp://a.test/' }, { title: 'no address' }, 7],
  }));
  const hosts = async (body: object): Promise<string[]> =>
    (await search(endpoint, { ...body })).results.web.map(({ url }: { url: string }) => new URL(url).host);
  expect(await hosts({ includeDomains: ['a.test'] })).toEqual(['a.test', 'docs.a.test']);
  expect(await hosts({ excludeDomains: ['a.test'] })).toEqual(['nota.test', 'xn--bcher-kva.test']);
  expect(await hosts({ includeDomains: ['bücher.test'] })).toEqual(['xn--bcher-kva.test']);
});

test.each<[string, (response: ServerResponse) => unknown, RegExp]>([
  ['does not give JSON', (response) => void response.writeHead(403).end('no'), /403: .*search\.formats/],
  [
    'leads elsewhere',
    (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    /302, and redirects are not followed/,
  ],
  ['answers a page for people', (response) => void response.end('<html>'), /no JSON with results/],
  ['answers another JSON', () => ({ error: 'x' }), /no JSON with results/],
  [
    'answers without end',
    (response) => void response.end(Buffer.alloc(limits.searchBytesMax + 1, ' ')),
    /more than \d+ bytes/,
  ],
  ['answers nothing', () => undefined, /did not answer within \d+ ms/],
  ['hangs up', (response) => void response.destroy(), /cannot be reached/],
])('an engine that %s is a failure that says so', async (what, answer, expected) => {
  const endpoint = await serve((_query, response) => answer(response));
  const found = await search(endpoint, {}, what === 'answers nothing' ? 300 : 60_000);
  expect([found.kind, found.failure?.code, found.failure?.message]).toEqual([
    'failed',
    'SEARCH_FAILED',
    expect.stringMatching(expected),
  ]);
  expect(engine?.requests.length).toBe(1);
});

test('what one source finds is answered though another fails, with a word on that', async () => {
  const endpoint = await serve((query, response) =>
    query.get('categories') === 'news' ? void response.writeHead(500).end() : { results: hits(0, 2) },
  );
  const found = await search(endpoint, { sources: ['web', 'news'], limit: 2 });
  expect([found.results.web.length, found.results.news]).toEqual([2, []]);
  expect(found.warnings).toEqual([expect.stringMatching(/^Not all results of news .* answered 500$/)]);
});
