import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { laterEdits } from './later-edition.ts';
import { changePath, serveSampleSite, type SampleSite } from './serve-sample-site.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await serveSampleSite();
});
afterAll(() => site.close());

const brokenLink = '/docs/bulk-download.html';

/** What a page refers to within the site, without fragments: links, images, style sheets. */
const referencesOf = (html: string, base: string): { links: string[]; resources: string[] } => {
  const { document } = parseHTML(html);
  const within = (selector: string, attribute: string): string[] =>
    [...document.querySelectorAll(selector)]
      .map((element) => URL.parse(element.getAttribute(attribute) ?? '', base))
      .filter((url) => url?.origin === site.origin)
      .map((url) => url!.pathname + url!.search);
  return {
    links: within('a[href]', 'href'),
    resources: [...within('img[src]', 'src'), ...within('link[href]', 'href')],
  };
};

const walk = async () => {
  const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  const statuses = new Map<string, number>();
  const htmlPaths = new Set<string>();
  const queue = ['/', ...listed];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (statuses.has(path)) continue;
    const response = await fetch(site.origin + path);
    const text = await response.text();
    statuses.set(path, response.status);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const final = new URL(response.url);
    if (response.ok) htmlPaths.add(final.pathname.replace(/\/index\.html$/, '/') + final.search);
    const { links, resources } = referencesOf(text, response.url);
    queue.push(...links, ...resources);
  }
  return { statuses, htmlPaths };
};

test('every reference within the site resolves, but for the one link that is broken on purpose', async () => {
  const { statuses } = await walk();
  const broken = [...statuses].filter(([, status]) => status !== 200);
  expect(broken).toEqual([[brokenLink, 404]]);
});

test(
  'the pages that are announced are those that links and site map lead to, without the disallowed ' +
    'folder',
  async () => {
    const { htmlPaths } = await walk();
    const allowed = [...htmlPaths].filter((path) => !path.startsWith('/private/')).sort();
    expect(site.paths).toEqual(allowed);
    expect(site.pages).toBe(allowed.length);
    expect(htmlPaths).toContain('/private/donors.html');
  },
);

test('the page that declares its encoding itself reads rightly in that encoding only', async () => {
  const response = await fetch(`${site.origin}/stories/cafe-menus-of-1911.html`);
  expect(response.headers.get('content-type')).toBe('text/html');
  const bytes = await response.bytes();
  const text = new TextDecoder('windows-1252').decode(bytes);
  expect(text).toContain('<meta charset="windows-1252">');
  expect(text).toContain('“the Café Élysée”');
  expect(new TextDecoder().decode(bytes)).toContain('\uFFFD');
});

test('a page that is held already is answered 304, by tag and by date', async () => {
  const first = await fetch(site.url);
  await first.text();
  const etag = first.headers.get('etag') ?? '';
  const since = first.headers.get('last-modified') ?? '';
  expect((await fetch(site.url, { headers: { 'if-none-match': `"other", W/${etag}` } })).status).toBe(304);
  expect((await fetch(site.url, { headers: { 'if-modified-since': since } })).status).toBe(304);
  // RFC 9110 section 13.1.3: a date does not count beside a tag.
  const both = { 'if-none-match': '"other"', 'if-modified-since': since };
  expect((await fetch(site.url, { headers: both })).status).toBe(200);
});

test('HEAD answers as GET without the body', async () => {
  const [head, get] = [await fetch(site.url, { method: 'HEAD' }), await fetch(site.url)];
  expect(head.headers.get('content-length')).toBe(String((await get.bytes()).length));
  expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  expect(await head.text()).toBe('');
});

test.each([
  ['/old-wing', 301, '/new-wing.html'],
  ['/guide', 301, '/guide/'],
  ['/stories/?page=9', 404, null],
  ['/404.html', 404, null],
  ['/../../package.json', 404, null],
  ['/index.html', 200, null],
  ['/?page=1', 200, null],
])('%s is answered %i', async (path, status, location) => {
  const response = await fetch(site.origin + path, { redirect: 'manual' });
  await response.text();
  expect(response.status).toBe(status);
  expect(response.headers.get('location')).toBe(location);
});

test('no placeholder is left, and robots.txt and site map name this server', async () => {
  for (const path of [...site.paths, '/robots.txt', '/sitemap.xml']) {
    expect(await (await fetch(site.origin + path)).text()).not.toContain('{{');
  }
  expect(await (await fetch(`${site.origin}/robots.txt`)).text()).toContain(
    `Sitemap: ${site.origin}/sitemap.xml`,
  );
});

test('asked to, the site changes: pages differ, one is new and linked, one is gone; and asked again it is as before', async () => {
  const changing = await serveSampleSite();
  const read = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(changing.origin + path);
    return { status: response.status, text: await response.text() };
  };
  const change = async (): Promise<string> =>
    await (await fetch(changing.origin + changePath, { method: 'POST' })).text();
  try {
    const first = await read('/');
    expect((await read('/events/reed-cutting.html')).status).toBe(404);
    expect(await change()).toContain('/recipes/sorrel-soup.html is gone');
    for (const { path, before, after } of laterEdits) {
      const { text } = await read(path);
      expect(text).toContain(after);
      expect(text.replace(after, '')).not.toContain(before);
    }
    expect((await read('/')).text).toContain('href="/events/reed-cutting.html"');
    expect((await read('/events/reed-cutting.html')).status).toBe(200);
    expect((await read('/recipes/sorrel-soup.html')).status).toBe(410);
    expect(await change()).toContain('as it was');
    expect(await read('/')).toEqual(first);
  } finally {
    await changing.close();
  }
});

test('each request is on record with status and user agent', async () => {
  await (await fetch(`${site.origin}/nowhere?a=1`, { headers: { 'user-agent': 'test/1' } })).text();
  expect(site.requests.at(-1)).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    path: '/nowhere?a=1',
    status: 404,
    userAgent: 'test/1',
  });
});

test('a process whose server is closed ends by itself, even with a connection that was kept alive', async () => {
  const program = `
    import { serveSampleSite } from ${JSON.stringify(join(import.meta.dirname, 'serve-sample-site.ts'))};
    const site = await serveSampleSite();
    await (await fetch(site.url)).text();
    await site.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { timeout: 240_000 });
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect({ exitCode, signal }).toEqual({ exitCode: 0, signal: null });
});
