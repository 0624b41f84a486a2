import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launch, type Launched } from '../../local/launch.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { callRoute, untilOver } from '../harness/call-api.ts';
import { openBrowser } from '../harness/open-browser.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** The monitor as people have it: the real stack, a real browser, and whatever a page of the web may bring. */
let dataDir: string;
let gleaner: Launched;
let site: TestSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let session: string;
let crawl: string;
/** What the page's console said. */
const said: string[] = [];

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const ask = async (method: string, path: string, body?: unknown) =>
  (await callRoute(gleaner, method, path, body)).body;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-monitor-'));
  site = await serveSite((path, response) => {
    const many = Array.from({ length: 25 }, (_, index) => `/many/${index}`);
    const pages: Record<string, string> = {
      '/': htmlPage('Root', ['/docs/a', '/gone', '/private/x', '/hostile', ...many]),
      '/docs/a': htmlPage('A', ['/']),
      '/hostile': `<!doctype html><title>${hostile}</title><h1>${hostile}</h1><p>${'Words of a page that is up to no good. '.repeat(20)}</p><img src="${site.origin}/beacon.png"><iframe src="${site.origin}/frame"></iframe>${hostile}`,
    };
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
    if (path === '/never') return undefined;
    const text = pages[path] ?? (path.startsWith('/many/') ? htmlPage(path, ['/']) : undefined);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    return void response.end(text ?? 'not here');
  });
  gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: { allow: [site.allow], hosts: onlyHosts({ [site.host]: { delay: 0 } }) },
  });
  ({ id: crawl } = await ask('POST', '/v2/crawl', { url: `${site.origin}/`, limit: 60 }));
  await untilOver(gleaner, `/v2/crawl/${crawl}`);
  ({ session } = await ask('POST', '/v2/team/sessions', { scopes: ['read', 'write'] }));
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  context.setDefaultTimeout(40_000);
  page = await context.newPage();
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`));
  await page.goto(`${gleaner.url}/monitor/#session=${session}`);
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
});

beforeEach(() => {
  said.length = 0;
});

afterAll(async () => {
  await browser?.close();
  await gleaner?.stop();
  await site?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const show = async (path: string): Promise<void> => {
  await page.goto(`${gleaner.url}/monitor/#${path}`);
  await page.reload();
};

const screens: readonly (readonly [name: string, path: () => string, heading: string | RegExp])[] = [
  ['jobs', () => '/', 'Jobs'],
  ['one job', () => `/jobs/${crawl}`, /^crawl of /],
  ['its pages', () => `/jobs/${crawl}/pages`, 'Pages'],
  [
    'a URL that was left out',
    () => `/jobs/${crawl}/why?url=${encodeURIComponent(`${site.origin}/logo.png`)}`,
    /What became/,
  ],
  ['a host', () => `/hosts/${encodeURIComponent(site.host)}`, /^Host /],
  ['the playground', () => '/play', 'Playground'],
  ['no screen', () => '/nowhere', /no such screen/],
];

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

test.each(screens)(
  'the screen of %s opens by its address, after a reload too, without a word on the console',
  async (_name, path, heading) => {
    await show(path());
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(said).toEqual([]);
  },
);

test.each(screens)(
  'the screen of %s has no fault that axe finds, light and dark, wide and narrow',
  async (_name, path, heading) => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await show(path());
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await expect.poll(async () => await page.locator('.loading').count()).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [360, 1_280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(axe);
        const found = (await page.evaluate(
          'axe.run().then(({ violations }) => violations.map((each) => each.id + ": " + each.nodes.map((node) => node.html).join(" ")))',
        )) as string[];
        expect(found, `${colorScheme} ${width}`).toEqual([]);
        // Nothing but a table may be wider than the window.
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1_280, height: 900 });
  },
);

test('the list leads to a job, the job to its failed pages, a page to the page that linked to it', async () => {
  await show('/');
  await page.getByRole('link', { name: `${site.origin}/`, exact: true }).click();
  await page.getByRole('heading', { name: /^crawl of/ }).waitFor();
  await page.getByText('HTTP_NOT_FOUND').first().waitFor();
  await page.locator('a[href$="state=failed"]').click();
  await page.getByRole('link', { name: `${site.origin}/gone` }).click();
  await page.getByRole('heading', { name: `${site.origin}/gone` }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  await page.getByRole('link', { name: `${site.origin}/`, exact: true }).click();
  await page.getByRole('heading', { name: `${site.origin}/`, exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: `${site.origin}/gone` }).waitFor();
});

test('numbers on the screen are those of the API', async () => {
  const { job } = await ask('GET', `/v2/jobs/${crawl}/progress`);
  await show(`/jobs/${crawl}`);
  await page.getByText(`${job.counts.finished} of ${job.counts.admitted} known have ended`).waitFor();
  const row = page.getByRole('table', { name: 'Tier that got the page' }).getByRole('row');
  expect(await row.innerText()).toContain(String(job.counts.done));
});

test('the tree opens folder by folder, and goes up again', async () => {
  await show(`/jobs/${crawl}`);
  const tree = page.getByRole('region', { name: 'Paths' });
  await tree.getByRole('button', { name: `${site.origin}/` }).click();
  await tree.getByRole('button', { name: 'many/' }).click();
  await expect.poll(async () => await tree.getByRole('row').count()).toBe(26);
  await page.getByRole('button', { name: 'Up' }).click();
  await tree.getByRole('button', { name: 'many/' }).waitFor();
});

test('pages are filtered by state and by the beginning of their URLs, which stand in the address', async () => {
  await show(`/jobs/${crawl}/pages`);
  await page.getByLabel('State').selectOption('blocked');
  await page.getByRole('link', { name: `${site.origin}/private/x` }).waitFor();
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
  await page.getByText('It lies on another site').waitFor();
});

test('the playground reads a page, and shows how a program asks for it', async () => {
  await show('/play');
  await page.getByLabel('URL').fill(`${site.origin}/docs/a`);
  await page.getByRole('button', { name: 'Read the page' }).click();
  await page.getByRole('heading', { name: 'Markdown' }).waitFor();
  expect(await page.locator('pre.document').innerText()).toContain('# A');
  expect(await page.getByText('curl -s').innerText()).toContain(`"url":"${site.origin}/docs/a"`);
});

test('what the API refuses is told in its own words, with a code that leads to its explanation', async () => {
  await show('/play');
  await page.getByLabel('URL').fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Read the page' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const link = alert.getByRole('link');
  const target = new URL((await link.getAttribute('href')) ?? '', `${gleaner.url}/monitor/`);
  const docs = await (await fetch(target)).text();
  expect(docs).toContain(`id="${target.hash.slice(1)}"`);
});

test('a hostile page runs nothing and asks nobody, whatever shows it', async () => {
  const before = site.requests.length;
  await show('/play');
  await page.getByLabel('URL').fill(`${site.origin}/hostile`);
  await page.getByRole('button', { name: 'Read the page' }).click();
  await page.locator('iframe').waitFor();
  await show(`/jobs/${crawl}/pages?prefix=${encodeURIComponent(`${site.origin}/hostile`)}`);
  await page.getByRole('link', { name: `${site.origin}/hostile` }).waitFor();
  expect(await page.title()).toBe('Gleaner');
  // The page itself was fetched, by Gleaner; what is in it was asked for by nobody.
  expect(site.requests.slice(before).map(({ path }) => path)).toEqual(['/hostile']);
});

test('a running crawl is cancelled by two clicks, and by one it is not', async () => {
  const { id } = await ask('POST', '/v2/batch/scrape', { urls: [`${site.origin}/never`] });
  await show(`/jobs/${id}`);
  await page.getByRole('button', { name: 'Cancel …' }).click();
  await page.getByRole('button', { name: 'Let it run' }).click();
  expect((await ask('GET', `/v2/batch/scrape/${id}`)).status).toBe('scraping');
  await page.getByRole('button', { name: 'Cancel …' }).click();
  await page.getByRole('button', { name: 'Cancel the job' }).click();
  await page.getByText('cancelled').first().waitFor();
});

test('whoever has no session is asked for a key, and a wrong one is refused in a sentence', async () => {
  const other = await context.newPage();
  await other.goto(`${gleaner.url}/monitor/`);
  await other.getByLabel('API key').fill('fc-wrong');
  await other.getByRole('button', { name: 'Open' }).click();
  await other
    .getByRole('alert')
    .getByText(/Invalid token/)
    .waitFor();
  await other.getByLabel('API key').fill(gleaner.key);
  await other.getByRole('button', { name: 'Open' }).click();
  await other.getByRole('heading', { name: 'Jobs' }).waitFor();
  expect(await other.evaluate('JSON.stringify(sessionStorage)')).not.toContain(gleaner.key);
  await other.close();
});

test('a session that is refused ends, and the key is asked for', async () => {
  const other = await context.newPage();
  await other.goto(`${gleaner.url}/monitor/#session=gs_forged`);
  await other.getByLabel('API key').waitFor();
  await other.close();
});
