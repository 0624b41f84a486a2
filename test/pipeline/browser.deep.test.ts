import Firecrawl from '@mendable/firecrawl-js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, type Launched } from '../../local/launch.ts';
import { comingBack, untilScraped } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** The whole stack from its template, against sites whose pages need a browser, or pretend to. */
let dataDir: string;
let gleaner: Launched;
let scripted: TestSite;
let walled: TestSite;
let kept: TestSite;

const shell = (path: string): string =>
  `<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script>
fetch('/api${path}').then((answer) => answer.json()).then(({ title, links }) => {
  document.title = title;
  document.getElementById('root').innerHTML = '<main><h1>' + title + '</h1><p>' + 'Words of a page that a ` +
  `script wrote. '.repeat(12) +
    '</p>' + links.map((link) => '<a href="' + link + '">' + link + '</a> ').join('') + '</main>';
});</script></body></html>`;

const challenge =
  '<!doctype html><title>Just a moment...</title><body><h1>Checking your browser before accessing the ' +
  'site</h1><script>window._cf_chl_opt={};</script></body>';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-browsed-'));
  [scripted, walled, kept] = await Promise.all([
    serveSite((path, response) => {
      if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
      if (path.startsWith('/api')) {
        const page = path.slice('/api'.length);
        const links = page === '/' ? ['/a', '/b', '/plain', '/private'] : ['/'];
        response.setHeader('content-type', 'application/json');
        return void response.end(JSON.stringify({ title: `Page ${page}`, links }));
      }
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(path === '/plain' ? htmlPage('Plain', ['/']) : shell(path));
    }),
    serveSite((path, response, request) => {
      if (path === '/robots.txt') return void response.writeHead(404).end();
      const isBrowser = (request.headers['user-agent'] ?? '').startsWith('Mozilla/5.0');
      if (path === '/opens' && isBrowser) {
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Behind', []));
      }
      response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }).end(challenge);
    }),
    serveSite((path, response) => {
      response.setHeader('content-type', 'text/html');
      if (path === '/shell') return void response.end(shell(path));
      if (path === '/plain') return void response.end(htmlPage('Plain', []));
      response.writeHead(path === '/wall' ? 403 : 404).end(challenge);
    }),
  ]);
  gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: {
      allow: [scripted.allow, walled.allow, kept.allow],
      hosts: onlyHosts({
        [scripted.host]: { delay: 0.1 },
        [walled.host]: { delay: 0.1 },
        [kept.host]: { delay: 0, tier: 'http' },
      }),
    },
  });
});

afterAll(async () => {
  await gleaner?.stop();
  await Promise.all([scripted?.close(), walled?.close(), kept?.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

interface Answer {
  readonly success?: boolean;
  readonly status?: string;
  readonly id?: string;
  readonly code?: string;
  readonly error?: string;
  readonly completed?: number;
  readonly data?: readonly {
    readonly markdown: string;
    readonly metadata: Record<string, unknown>;
    readonly screenshot?: string;
  }[];
}

const api = async (method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(`${gleaner.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${gleaner.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
};

const scrape = async (body: object): Promise<Answer> =>
  await untilScraped(async () => await api('POST', '/v2/scrape', { timeout: 120_000, ...body }));

const ended = async (id: string): Promise<Answer> => {
  for (
    const end = Date.now() + 800_000;
    Date.now() < end;
    await new Promise((done) => setTimeout(done, 200))
  ) {
    const status = await api('GET', `/v2/crawl/${id}`);
    if (status.status !== 'scraping') return status;
  }
  throw new Error('The crawl did not end within thirteen minutes');
};

test(
  'a site that only scripts fill in is crawled whole: shells fall to the browser, plain pages do not, ' +
    'robots.txt holds for both',
  async () => {
    const { id = '' } = await api('POST', '/v2/crawl', { url: `${scripted.origin}/`, limit: 20 });
    const crawl = await ended(id);
    const tiers = (crawl.data ?? []).map(({ metadata }) => [
      new URL(String(metadata['sourceURL'])).pathname,
      metadata['tier'],
    ]);
    expect(crawl.status).toBe('completed');
    expect(Object.fromEntries(tiers)).toEqual({
      '/': 'browser',
      '/a': 'browser',
      '/b': 'browser',
      '/plain': 'http',
    });
    expect(crawl.data?.[0]?.markdown).toContain('Words of a page that a script wrote.');
    expect(scripted.requests.filter(({ path }) => path === '/private')).toEqual([]);
  },
);

test('a challenge is never delivered: it falls to the browser, which passes or ends the page as blocked', async () => {
  const opened = await scrape({ url: `${walled.origin}/opens` });
  expect(opened).toMatchObject({ success: true, data: { metadata: { tier: 'browser', title: 'Behind' } } });
  const blocked = await scrape({ url: `${walled.origin}/stays`, timeout: 120_000 });
  expect(blocked).toMatchObject({ success: false, code: 'CHALLENGE' });
  expect(blocked.error).toContain('Cloudflare');
  const asked = walled.requests
    .filter(({ path }) => path === '/stays')
    .map(({ userAgent }) => userAgent.slice(0, 7));
  expect(asked).toEqual(['Gleaner', 'Mozilla']);
});

test('a host that the configuration keeps to HTTP is asked by no browser: app shells are empty, challenges block', async () => {
  const shown = await scrape({ url: `${kept.origin}/plain` });
  expect(shown).toMatchObject({ success: true, data: { metadata: { tier: 'http' } } });
  const empty = await scrape({ url: `${kept.origin}/shell` });
  expect(empty).toMatchObject({ success: false, code: 'CONTENT_EMPTY' });
  const blocked = await scrape({ url: `${kept.origin}/wall` });
  expect(blocked).toMatchObject({ success: false, code: 'CHALLENGE' });
  expect(kept.requests.filter(({ userAgent }) => userAgent.startsWith('Mozilla'))).toEqual([]);
});

test('a page that asks for what only a browser can do costs no request over HTTP', async () => {
  const before = scripted.requests.length;
  const body = { url: `${scripted.origin}/plain`, waitFor: 'h1', mobile: true };
  expect(await scrape(body)).toMatchObject({ data: { metadata: { tier: 'browser' } } });
  const asked = scripted.requests.slice(before).filter(({ path }) => path === '/plain');
  expect(asked.map(({ userAgent }) => /Mobile Safari/.test(userAgent))).toEqual([true]);
});

const opened = async (url: unknown): Promise<[string | null, string]> => {
  const answer = await fetch(String(url));
  return [
    answer.headers.get('content-type'),
    Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 8),
  ];
};

test('a screenshot is a URL that opens, made anew by every answer; a page that a browser did not show says so', async () => {
  const body = {
    url: `${scripted.origin}/plain`,
    formats: ['markdown', 'screenshot@fullPage'],
    timeout: 120_000,
  };
  const { data } = (await scrape(body)) as unknown as {
    data?: Record<string, unknown>;
  };
  expect(await opened(data?.['screenshot'])).toEqual(['image/png', '\u0089PNG\r\n\u001a\n']);
  const { id = '' } = await api('POST', '/v2/crawl', {
    url: `${scripted.origin}/plain`,
    limit: 1,
    scrapeOptions: { formats: [{ type: 'screenshot', quality: 50, viewport: { width: 640, height: 480 } }] },
  });
  const crawl = await ended(id);
  expect((await opened(crawl.data?.[0]?.screenshot))[0]).toBe('image/jpeg');
  const plain = { url: `${kept.origin}/plain`, formats: ['screenshot'] };
  const lacking = (await scrape(plain)) as unknown as {
    data?: Record<string, unknown>;
  };
  expect(lacking.data?.['warning']).toMatch(/no screenshot/);
  expect(lacking.data).not.toHaveProperty('screenshot');
});

test('what actions left is in the answer, in their order; scripts run only where the operator allows them', async () => {
  const url = `${scripted.origin}/`;
  const actions = [
    { type: 'wait', selector: 'main' },
    { type: 'screenshot' },
    { type: 'click', selector: 'a[href="/b"]' },
    { type: 'wait', milliseconds: 500 },
    { type: 'scrape' },
    { type: 'pdf' },
  ];
  const answer = await scrape({ url, actions });
  expect(JSON.stringify(answer)).toMatch(/^\{"success":true/);
  const { data } = answer as unknown as {
    data: {
      markdown: string;
      actions: Record<string, readonly unknown[]>;
      metadata: Record<string, unknown>;
    };
  };
  expect(data.markdown).toContain('Page /b');
  expect(data.metadata).toMatchObject({ url: `${scripted.origin}/b`, tier: 'browser' });
  expect(data.actions).toMatchObject({
    scrapes: [{ url: `${scripted.origin}/b`, html: expect.stringContaining('Page /b') }],
    javascriptReturns: [],
  });
  expect((await opened(data.actions['screenshots']?.[0]))[0]).toBe('image/png');
  expect(await opened(data.actions['pdfs']?.[0])).toEqual([
    'application/pdf',
    expect.stringMatching(/^%PDF-/),
  ]);
  const refused = await scrape({
    url,
    actions: [{ type: 'scrape' }, { type: 'executeJavascript', script: '1' }],
  });
  expect(refused).toMatchObject({
    success: false,
    code: 'FORBIDDEN',
    error: expect.stringMatching(/actions\.1: .*allowScripts/),
  });
});

test("Firecrawl's own client gets pictures and what actions left under its own names", async () => {
  const client = comingBack(new Firecrawl({ apiUrl: gleaner.url, apiKey: gleaner.key }));
  const url = `${scripted.origin}/a`;
  const document = await client.scrape(url, {
    formats: ['markdown', { type: 'screenshot', fullPage: true, quality: 60 }],
    actions: [{ type: 'wait', selector: 'main' }, { type: 'screenshot' }, { type: 'scrape' }],
    timeout: 120_000,
  });
  expect((await opened(document.screenshot))[0]).toBe('image/jpeg');
  expect(document.actions).toMatchObject({ screenshots: [expect.any(String)], scrapes: [{ url }] });
  const wrong = client.scrape(url, { actions: [{ type: 'click', selector: '#nowhere' }], timeout: 120_000 });
  await expect(wrong).rejects.toMatchObject({ status: 422, code: 'SELECTOR_NOT_FOUND' });
});
