import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { MonitoredStack } from './monitored-stack.ts';
import { noteConsole } from './note-console.ts';
import { noteAnswers, type NotedAnswers } from './note-answers.ts';
import {
  expectNoFault,
  fillField,
  findScreen,
  inPlay,
  openMonitor,
  readCodes,
  screenNames,
  untilRead,
  untilShown,
  type OpenedMonitor,
} from './open-monitor.ts';

/**
 * The monitor as people have it: the real stack and a real browser. The keyboard alone, long lists and other states
 * stand in the files beside it.
 */
let monitor: OpenedMonitor;
let stack: MonitoredStack;
let gleaner: MonitoredStack['gleaner'];
let site: MonitoredStack['site'];
let crawl: string;
let extraction: string;
let ask: MonitoredStack['ask'];
let context: BrowserContext;
let page: Page;
let show: OpenedMonitor['show'];
/** What the page's console said. */
let said: string[];

let answers: NotedAnswers;
/** Where the codes that were on screens lead to in the reference. */
const codes = new Set<string>();

beforeAll(async () => {
  monitor = await openMonitor({ inproc: false });
  ({ stack, context, page, show } = monitor);
  ({ gleaner, site, crawl, extraction, ask } = stack);
  ({ said } = noteConsole(page));
  answers = noteAnswers(page);
});

beforeEach(() => {
  said.length = 0;
});

afterAll(async () => await monitor?.close());

const execute = promisify(execFile);

type Language = 'curl' | 'JavaScript' | 'Python';
const commands: Readonly<Record<Language, readonly string[]>> = {
  curl: ['sh', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
};

const isInstalled = async (language: Language): Promise<boolean> =>
  await execute(language === 'curl' ? 'curl' : (commands[language][0] ?? ''), ['--version']).then(
    () => true,
    () => false,
  );

/** What a program prints, run as its reader would. */
const runProgram = async (language: Language, program: string, key: string): Promise<string> => {
  const [command = '', ...args] = commands[language];
  const { stdout } = await execute(command, [...args, program], {
    env: { ...process.env, GLEANER_KEY: key },
  });
  return stdout;
};

/** A server that notes what it is sent, and answers JSON. */
const startRecorder = async (): Promise<{
  readonly url: string;
  readonly requests: readonly { readonly line: string; readonly bearer: string; readonly body: unknown }[];
}> => {
  const requests: { line: string; bearer: string; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    void json(request).then((body) => {
      requests.push({ line: `${method} ${url}`, bearer: headers.authorization ?? '', body });
      response.end('{"success":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
};

test('the session leaves the address at once, and nothing but its own tab holds it', async () => {
  expect(page.url()).not.toContain('session');
  expect(await page.evaluate('sessionStorage.length')).toBe(1);
  expect(await page.evaluate('localStorage.length')).toBe(0);
  expect(await context.cookies()).toEqual([]);
});

test('a browser that asks for the root is led to the monitor, and a program gets JSON', async () => {
  const led = await fetch(`${gleaner.url}/`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([led.status, led.headers.get('location')]).toEqual([302, `${gleaner.url}/monitor/`]);
  expect(await (await fetch(`${gleaner.url}/`)).json()).toMatchObject({ name: 'gleaner' });
});

test('what the page loads may be kept for good, and the page itself is asked for each time', async () => {
  const html = await fetch(`${gleaner.url}/monitor/`);
  expect(html.headers.get('cache-control')).toBe('no-cache');
  expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
  const [, script] = /src="\.\/(main-\w+\.js)"/.exec(await html.text()) ?? [];
  const loaded = await fetch(`${gleaner.url}/monitor/${script}`);
  expect(loaded.headers.get('cache-control')).toContain('immutable');
  for (const name of ['nothing.js', '..%2Findex.mjs', 'index.html%00.js', 'index.mjs'])
    expect((await fetch(`${gleaner.url}/monitor/${name}`)).status, name).toBe(404);
});

test.each(screenNames)(
  'the screen of %s opens by its address without a word on the console',
  async (name) => {
    const [path, heading] = findScreen(stack, name);
    await page.goto(`${gleaner.url}/monitor/#${path}`);
    await untilShown(page.getByRole('heading', { name: heading, level: 1 }));
    await untilRead(page);
    expect(said).toEqual([]);
    expect(await page.title()).toBe(`${await page.locator('h1').textContent()} – Gleaner`);
    // A state is told by a word and a sign, never by its colour alone.
    expect(await page.locator('.state:not(:has(svg))').allInnerTexts()).toEqual([]);
    for (const code of await readCodes(page)) codes.add(code);
  },
);

test('every code on a screen leads to its sentence in the reference', async () => {
  const reference = await (await fetch(`${gleaner.url}/docs`)).text();
  expect([...codes]).toEqual(
    expect.arrayContaining(['code-HTTP_NOT_FOUND', 'code-ROBOTS_DISALLOWED', 'AuditAction-page.visited']),
  );
  for (const code of codes) expect(reference).toMatch(new RegExp(`id="${code}">.+?</th><td>.+?</td>`));
});

test('every number on a screen is in an answer that the description of the API knows, and nothing else is asked', async () => {
  const { wrong, paths } = await answers.check();
  expect(wrong).toEqual([]);
  // Each of the screens asked for something of its own.
  expect(paths.size).toBeGreaterThanOrEqual(20);
});

test('the first screen asks the API once, and takes few bytes', async () => {
  const first = await context.newPage();
  onTestFinished(async () => await first.close());
  await first.goto(`${gleaner.url}/monitor/#session=${stack.session}`);
  await untilShown(first.getByRole('heading', { name: 'Overview' }));
  // What the screen before asked for late is none of this one's.
  await first.goto('about:blank');
  const loaded: { readonly path: string; readonly body: Promise<Buffer> }[] = [];
  first.on('response', (response) => {
    loaded.push({ path: new URL(response.url()).pathname, body: response.body() });
  });
  await first.goto(`${gleaner.url}/monitor/#/`);
  await untilShown(first.getByRole('heading', { name: 'Jobs within a day' }));
  const sizes = await Promise.all(loaded.map(async ({ body }) => gzipSync(await body).length));
  expect(loaded.map(({ path }) => path).filter((path) => path.startsWith('/v2/'))).toEqual(['/v2/overview']);
  // The page, its style and the parts of its script, all named in the page; then what the screen asks.
  expect(loaded.length).toBeLessThanOrEqual(14);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000);
});

test('the list leads to a job, the job to its failed pages, a page to the page that linked to it', async () => {
  await show('/jobs');
  await page.getByRole('link', { name: `${site.origin}/`, exact: true }).click();
  await untilShown(page.getByRole('heading', { name: /^crawl of/ }));
  await untilShown(page.getByText('HTTP_NOT_FOUND').first());
  await page.locator('a[href$="state=failed"]').click();
  await page.getByRole('link', { name: `${site.origin}/gone` }).click();
  await untilShown(page.getByRole('heading', { name: `${site.origin}/gone` }));
  expect(await page.getByRole('row').count()).toBe(2);
  await page.getByRole('link', { name: `${site.origin}/`, exact: true }).click();
  await untilShown(page.getByRole('heading', { name: `${site.origin}/`, exact: true }));
  await page.goBack();
  await untilShown(page.getByRole('heading', { name: `${site.origin}/gone` }));
});

test('numbers on the screen are those of the API', async () => {
  const { job } = await ask('GET', `/v2/jobs/${crawl}/progress`);
  await show(`/jobs/${crawl}`);
  await untilShown(page.getByText(`${job.counts.finished} of ${job.counts.admitted} known have ended`));
  const row = page.getByRole('table', { name: 'Tier that got the page' }).getByRole('row');
  expect(await row.innerText()).toContain(String(job.counts.done));
});

test('under each failure of a job stands the first sentence of its explanation', async () => {
  const { breakdown } = await ask('GET', `/v2/jobs/${crawl}/progress`);
  const explained = await readFile(join(import.meta.dirname, '../../docs/failures.md'), 'utf8');
  await show(`/jobs/${crawl}`);
  const rows = page.getByRole('table', { name: 'Why a page has no content' }).getByRole('row');
  await untilShown(rows.locator('.title').first());
  const sentences = await rows.locator('.title').allInnerTexts();
  expect(sentences.length).toBe(Object.keys(breakdown.codes).length);
  const words = explained.replaceAll('`', '').replaceAll(/\s+/g, ' ');
  for (const sentence of sentences) expect(words).toContain(sentence.replace(/\.$/, ''));
});

test('the first screen counts what its route counts, and leads on', async () => {
  const told = await ask('GET', '/v2/overview');
  expect(told.sources).toMatchObject({ total: 1, changed: 1, failed: 0 });
  expect(told.jobs.begun).toBe((await ask('GET', '/v2/jobs')).jobs.length);
  await show('/');
  const fact = (name: string) =>
    page
      .locator('.facts > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  await untilShown(fact('Begun'));
  const shown = ['Sources', 'active', 'Last run failed', 'Changed within a day', 'Begun', 'Pages without'];
  expect(await Promise.all(shown.map(async (name) => await fact(name).innerText()))).toEqual(
    [
      told.sources.total,
      told.sources.conditions.active,
      told.sources.failed,
      told.sources.changed,
      told.jobs.begun,
      told.jobs.pagesFailed,
    ].map(String),
  );
  await page.getByRole('link', { name: 'Notices to mariners' }).first().click();
  await untilShown(page.getByRole('heading', { name: 'Notices to mariners' }));
  await page.getByRole('link', { name: `${site.origin}/notices/1` }).click();
  await untilShown(page.getByRole('heading', { name: /^Versions of/ }));
});

test('an answer that the gateway did not wait for is asked for again, and the screen shows it', async () => {
  let late = 1;
  const pattern = '**/v2/jobs/*/pages?*';
  await page.route(pattern, async (route) => {
    if (late-- > 0)
      await route.fulfill({ status: 504, json: { code: 'INTERNAL', error: 'longer than 29 s' } });
    else await route.continue();
  });
  onTestFinished(async () => await page.unroute(pattern));
  await show(`/jobs/${crawl}/pages?state=failed`);
  await untilShown(page.getByRole('link', { name: `${site.origin}/gone` }));
  expect(late).toBeLessThan(0);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('versions of a page are gone through, and what differs is marked word by word', async () => {
  await show(`/sources/notices/page?url=${encodeURIComponent(`${site.origin}/notices/1`)}`);
  const differs = page.getByRole('region', { name: 'What differs' });
  await untilShown(differs.locator('del').first());
  expect(await differs.locator('del').first().innerText()).toBe('first');
  expect(await differs.locator('ins').first().innerText()).toBe('second');
  await page.getByLabel('one below the other').check();
  expect(await differs.locator('ins').first().innerText()).toBe('second');
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await untilShown(page.locator('pre.document').getByText('# The first edition of notice 1'));
  expect(await differs.count()).toBe(0);
});

test('an extraction tells what its models took beside the budget that they have', async () => {
  const { job } = await ask('GET', `/v2/jobs/${extraction}/progress`);
  expect(job.budget).toEqual({ tokens: 5_000, dollars: 0.5, tokensSpent: 0, dollarsSpent: 0 });
  await show(`/jobs/${extraction}`);
  await untilShown(page.getByText('0 of 5,000'));
  await untilShown(page.getByText('$0 of $0.50'));
  expect(await page.getByRole('meter', { name: /of its budget that are spent$/ }).count()).toBe(2);
  expect((await ask('GET', `/v2/jobs/${crawl}/progress`)).job.budget).toBeUndefined();
});

test('the changes are a feed whose token reads that feed and nothing else, as long as its key holds', async () => {
  const { key, id } = await ask('POST', '/v2/keys', { name: 'feed', scopes: ['read', 'write'] });
  const send = async (path: string, method: string, bearer: string): Promise<globalThis.Response> =>
    await fetch(`${gleaner.url}${path}`, { method, headers: { authorization: `Bearer ${bearer}` } });
  await show('/changes?kind=modified');
  await page.getByRole('button', { name: 'Make an address' }).click();
  const shown = await page.getByLabel('Address of the feed').inputValue();
  const feed = await fetch(shown);
  expect([feed.status, feed.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  const xml = await feed.text();
  const parsed = (await page.evaluate(
    `(() => {
      const tree = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml');
      const titles = [...tree.querySelectorAll('entry > title')].map((each) => each.textContent);
      return [tree.documentElement.tagName, ...titles];
    })()`,
  )) as string[];
  const { changes } = await ask('GET', '/v2/changes?before=now&kind=modified');
  expect(parsed).toEqual(['feed', ...changes.map(({ title }: { title: string }) => `modified: ${title}`)]);
  const etag = feed.headers.get('etag') ?? '';
  expect((await fetch(shown, { headers: { 'if-none-match': etag } })).status).toBe(304);

  const { url } = (await (await send('/v2/changes/feed', 'POST', key)).json()) as { url: string };
  const token = new URL(url).searchParams.get('token') ?? '';
  expect((await fetch(url)).status).toBe(200);
  for (const path of ['/v2/changes', '/v2/sources', '/v2/jobs', '/v2/overview'])
    expect((await send(path, 'GET', token)).status, path).toBe(401);
  for (const wrong of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, key, ''])
    expect((await fetch(`${gleaner.url}/v2/changes/feed?token=${encodeURIComponent(wrong)}`)).status).toBe(
      401,
    );
  expect((await fetch(`${gleaner.url}/v2/changes/feed`)).status).toBe(400);
  await ask('DELETE', `/v2/keys/${id}`);
  expect((await fetch(url)).status).toBe(401);
});

test('the tree opens folder by folder, and goes up again', async () => {
  await show(`/jobs/${crawl}`);
  const tree = page.getByRole('region', { name: 'Paths' });
  await tree.getByRole('button', { name: `${site.origin}/` }).click();
  await tree.getByRole('button', { name: 'many/' }).click();
  await expect.poll(async () => await tree.getByRole('row').count()).toBe(26);
  await page.getByRole('button', { name: 'Up' }).click();
  await untilShown(tree.getByRole('button', { name: 'many/' }));
});

test('pages are filtered by state and by the beginning of their URLs, which stand in the address', async () => {
  await show(`/jobs/${crawl}/pages`);
  await page.getByLabel('State').selectOption('blocked');
  await untilShown(page.getByRole('link', { name: `${site.origin}/private/x` }));
  await expect.poll(async () => await page.getByRole('row').count()).toBe(2);
  expect(page.url()).toContain('state=blocked');
  await page.getByLabel('State').selectOption('');
  await page.getByLabel('URL begins with').fill(`${site.origin}/many/`);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(async () => await page.getByRole('row').count()).toBe(26);
});

test('a URL that no job holds is explained in a sentence', async () => {
  await show(`/jobs/${crawl}/why`);
  await page.getByLabel('URL').fill('https://elsewhere.example/');
  await page.getByRole('button', { name: 'Ask' }).click();
  await untilShown(page.getByText('It lies on another site'));
});

test('the playground reads a page, and shows every format that was asked for', async () => {
  await show('/play');
  await fillField(page, 'url', `${site.origin}/docs/a`);
  await page.getByLabel('html', { exact: true }).check();
  await page.getByRole('button', { name: 'Send the scrape' }).click();
  const formats = page.getByRole('tablist', { name: 'Formats' });
  await untilShown(formats);
  expect(await page.locator('pre.document').innerText()).toContain('# A');
  await formats.getByRole('tab', { name: 'Rendered' }).click();
  await untilShown(page.frameLocator('iframe').getByRole('heading', { name: 'A' }));
  await formats.getByRole('tab', { name: 'Links (1)' }).click();
  await untilShown(page.getByText(`${site.origin}/`, { exact: true }));
  await formats.getByRole('tab', { name: 'Metadata' }).click();
  await untilShown(page.getByText('sourceURL'));
  await page.getByRole('tablist', { name: 'Formats' }).getByRole('tab', { name: 'HTML' }).click();
  await untilShown(page.frameLocator('iframe').getByRole('heading', { name: 'A' }));
});

test('form, JSON, address and program are one request: what changes one changes all', async () => {
  await show('/play/crawl');
  await fillField(page, 'url', 'https://fen.example/');
  await fillField(page, 'limit', '7');
  const body = page.getByLabel('Body, as JSON');
  expect(JSON.parse(await body.inputValue())).toEqual({ url: 'https://fen.example/', limit: 7 });
  await body.fill('{"url":"https://moor.example/","limit":9,"sitemap":"skip"}');
  expect(await page.locator('#field-url').inputValue()).toBe('https://moor.example/');
  await page.getByText('more options').click();
  expect(await page.locator('#field-sitemap').inputValue()).toBe('skip');
  await body.fill('{"url":');
  await untilShown(page.getByRole('alert').getByText('Not sent like this'));
  await page.reload();
  expect(JSON.parse(await body.inputValue())).toEqual({
    url: 'https://moor.example/',
    limit: 9,
    sitemap: 'skip',
  });
});

test('a field that has no control takes JSON, and says where it is none', async () => {
  await show('/play/scrape');
  await page.getByText('more options').click();
  await fillField(page, 'headers', '{"x-fen": ');
  await untilShown(page.getByRole('alert').getByText('Not JSON'));
  await fillField(page, 'headers', '{"x-fen": "1"}');
  expect(JSON.parse(await page.getByLabel('Body, as JSON').inputValue())).toMatchObject({
    headers: { 'x-fen': '1' },
  });
});

test('the programs send exactly the request that the playground sends', async () => {
  await show(
    inPlay('map', {
      url: `${site.origin}/docs/a`,
      search: `it's "A"`,
      sitemap: 'skip',
      filterByPath: false,
    }),
  );
  const programs: [Language, string][] = [];
  for (const language of Object.keys(commands) as Language[]) {
    if (!(await isInstalled(language))) continue;
    await page.getByRole('tab', { name: language }).click();
    programs.push([language, await page.getByRole('tabpanel').last().innerText()]);
  }
  expect(programs.map(([language]) => language)).toContain('JavaScript');
  const [sent] = await Promise.all([
    page.waitForRequest('**/v2/map'),
    page.getByRole('button', { name: 'Send the map' }).click(),
  ]);
  await Promise.all(
    programs.map(async ([language, program]) => {
      const recorder = await startRecorder();
      await runProgram(language, program.replace(gleaner.url, recorder.url), gleaner.key);
      expect(recorder.requests, language).toEqual([
        { line: 'POST /v2/map', bearer: `Bearer ${gleaner.key}`, body: sent.postDataJSON() },
      ]);
      const answer = await runProgram(language, program, gleaner.key);
      expect(answer, language).toContain(`${site.origin}/`);
      expect(answer, language).toMatch(/success['"]?: ?true/i);
    }),
  );
});

test('what a request would take is told before it is sent, with its price', async () => {
  await show(inPlay('crawl', { url: `${site.origin}/`, limit: 20 }));
  const before = (await ask('GET', '/v2/jobs')).jobs.length;
  await page.getByRole('button', { name: 'What would it take?' }).click();
  await untilShown(page.getByText('the pages that its first page links to'));
  expect(await page.locator('.facts').innerText()).toMatch(/Cost\s+\$0\.\d+/);
  const jobs = (await ask('GET', '/v2/jobs')).jobs as readonly { kind: string }[];
  expect(jobs.slice(0, jobs.length - before).filter(({ kind }) => kind === 'crawl')).toEqual([]);
});

test('a request that has no estimate tells what it takes at most', async () => {
  await show(inPlay('map', { url: `${site.origin}/` }));
  await untilShown(page.getByText('one page and the sitemaps'));
  const bounds = [
    [{ query: 'fens' }, 'fetches no page'],
    [{ query: 'fens', scrapeOptions: { formats: ['markdown'] } }, '10 pages at most'],
    [
      { query: 'fens', limit: 7, sources: ['web', 'news'], scrapeOptions: { formats: ['markdown'] } },
      '14 pages at most',
    ],
  ] as const;
  for (const [body, bound] of bounds) {
    await show(inPlay('search', body));
    await untilShown(page.getByText(bound));
  }
});

test('a search shows what each of its sources found', async () => {
  await context.route('**/v2/search', async (route) =>
    route.fulfill({
      json: {
        success: true,
        data: {
          web: [{ url: 'https://fen.example/', title: 'Fens', position: 1 }],
          news: [{ url: 'https://news.example/', title: 'News', snippet: 'A fen is drained', position: 1 }],
          images: [{ url: 'https://moor.example/', imageUrl: 'https://moor.example/fen.png', position: 1 }],
        },
      },
    }),
  );
  onTestFinished(async () => await context.unroute('**/v2/search'));
  await show(inPlay('search', { query: 'fens', sources: ['web', 'news', 'images'] }));
  await page.getByRole('button', { name: 'Send the search' }).click();
  for (const words of ['https://fen.example/', 'A fen is drained', 'picture: https://moor.example/fen.png'])
    await untilShown(page.locator('.results').getByText(words));
});

test('tabs are reached and changed by the keyboard alone', async () => {
  await show('/play/scrape');
  await page.getByRole('tab', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('tab', { name: 'JavaScript' }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Tab');
  expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('tabpanel');
});

test('what the API refuses is told in its own words, with a code that leads to its explanation', async () => {
  await show('/play');
  await fillField(page, 'url', 'http://10.0.0.1/');
  await page.getByRole('button', { name: 'Send the scrape' }).click();
  const alert = page.getByRole('alert');
  await untilShown(alert);
  const link = alert.getByRole('link');
  const target = new URL((await link.getAttribute('href')) ?? '', `${gleaner.url}/monitor/`);
  const docs = await (await fetch(target)).text();
  expect(docs).toContain(`id="${target.hash.slice(1)}"`);
});

test('the content of a page is shown beside its story, in every format that is kept', async () => {
  await show(`/jobs/${crawl}/pages?prefix=${encodeURIComponent(`${site.origin}/docs/a`)}`);
  await page.getByRole('link', { name: `${site.origin}/docs/a` }).click();
  await untilShown(page.getByRole('heading', { name: 'Content' }));
  expect(await page.locator('pre.document').innerText()).toContain('# A');
  await page.getByRole('tab', { name: 'HTML', exact: true }).click();
  await untilShown(page.frameLocator('iframe').getByRole('heading', { name: 'A' }));
  await untilShown(page.getByRole('heading', { name: 'Requests' }));
});

test('a running crawl is cancelled by two clicks, and by one it is not', async () => {
  const { id } = await ask('POST', '/v2/batch/scrape', { urls: [`${site.origin}/never`] });
  await show(`/jobs/${id}`);
  await page.getByRole('button', { name: 'Cancel …' }).click();
  await untilShown(page.getByText('How its hosts are asked'));
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Let it run' }).click();
  expect((await ask('GET', `/v2/batch/scrape/${id}`)).status).toBe('scraping');
  await page.getByRole('button', { name: 'Cancel …' }).click();
  await page.getByRole('button', { name: 'Cancel the job' }).click();
  await untilShown(page.getByText('cancelled').first());
});

test('whoever has no session is asked for a key, and a wrong one is refused in a sentence', async () => {
  const other = await context.newPage();
  await other.goto(`${gleaner.url}/monitor/`);
  await untilShown(other.getByLabel('API key'));
  await expectNoFault(other);
  await other.getByLabel('API key').fill('fc-wrong');
  await other.getByRole('button', { name: 'Open' }).click();
  await untilShown(other.getByRole('alert').getByText(/Invalid token/));
  await other.getByLabel('API key').fill(gleaner.key);
  await other.getByRole('button', { name: 'Open' }).click();
  await untilShown(other.getByRole('heading', { name: 'Overview' }));
  expect(await other.evaluate('JSON.stringify(sessionStorage)')).not.toContain(gleaner.key);
  // What the key may, its session may.
  for (const path of ['/settings', '/alerts']) {
    await other.goto(`${gleaner.url}/monitor/#${path}`);
    await expect.poll(async () => await other.locator('main section').count()).toBeGreaterThan(0);
    await untilRead(other);
    expect(await other.getByRole('alert').count(), path).toBe(0);
  }
  await other.close();
});

test('a session whose key is revoked ends with whatever it does next, and the key is asked for', async () => {
  const { key, id } = await ask('POST', '/v2/keys', { name: 'brief', scopes: ['read', 'write'] });
  const other = await context.newPage();
  onTestFinished(async () => await other.close());
  await other.goto(`${gleaner.url}/monitor/`);
  await other.getByLabel('API key').fill(key);
  await other.getByRole('button', { name: 'Open' }).click();
  await other.getByRole('link', { name: 'Playground' }).click();
  await untilShown(other.getByRole('button', { name: 'Send the scrape' }));
  await ask('DELETE', `/v2/keys/${id}`);
  await other.getByRole('button', { name: 'Send the scrape' }).click();
  await untilShown(other.getByLabel('API key'));
});

test('a session that is refused ends, and the key is asked for, until an address brings another', async () => {
  const other = await context.newPage();
  await other.goto(`${gleaner.url}/monitor/#session=gs_forged`);
  await untilShown(other.getByLabel('API key'));
  await other.goto(`${gleaner.url}/monitor/#session=${stack.session}`);
  await untilShown(other.getByRole('heading', { name: 'Overview' }));
  expect(other.url()).not.toContain('session');
  await other.close();
});

test('a link with a session of another team asks before it changes that of the tab, and one of the same team does not', async () => {
  const { session } = await ask('POST', '/v2/team/sessions', { scopes: ['read'] });
  const other = await context.newPage();
  onTestFinished(async () => await other.close());
  let team = 'rivals';
  await other.route('**/v2/deployment', async (route) => {
    const isOffered = route.request().headers()['authorization'] === `Bearer ${session}`;
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), ...(isOffered ? { team } : {}) } });
  });
  const held = async (): Promise<unknown> =>
    await other.evaluate("sessionStorage.getItem('gleaner-session')");
  await other.goto(`${gleaner.url}/monitor/#session=${stack.session}`);
  await untilShown(other.getByRole('navigation'));
  expect(await held()).toBe(stack.session);
  const question = other.getByRole('heading', { name: 'Change to another session?' });
  await other.goto(`${gleaner.url}/monitor/?offer#session=${session}`);
  await untilShown(question);
  expect(
    await other.getByText(/a session of the team rivals\. This tab has one of the team default/).count(),
  ).toBe(1);
  expect(other.url()).not.toContain('session');
  await expectNoFault(other);
  await other.getByRole('button', { name: 'Stay' }).click();
  await untilShown(other.getByRole('navigation'));
  expect(await held()).toBe(stack.session);

  await other.goto(`${gleaner.url}/monitor/?again#session=${session}`);
  await untilShown(question);
  await other.getByRole('button', { name: 'Change' }).click();
  await untilShown(other.getByRole('navigation'));
  expect(await held()).toBe(session);

  team = 'default';
  await other.goto(`${gleaner.url}/monitor/?same#session=${stack.session}`);
  await untilShown(other.getByRole('navigation'));
  await expect.poll(held).toBe(stack.session);
});
