import { expect, test } from 'vitest';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { watchSite, type AnswerBody, type WatchedPage } from '../harness/watch-site.ts';

/**
 * What becomes of pages by what their site answers, through the real steps from the request to the snapshot. What
 * follows from many answers of one page stands beside the fold (`lib/source/fold-snapshot.test.ts`).
 */
const day = 24 * 60 * 60_000;

const html = (title: string, body: string): WatchedPage => ({
  file: {
    type: 'text/html',
    body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main>${body}</main></body></html>`,
  },
});
const there: WatchedPage = {};
const gone: WatchedPage = { status: 404 };
const missing = html('Page not found', '<h1>Page not found</h1><p>Sorry, this page does not exist.</p>');
const login = html(
  'Log in',
  '<h1>Log in</h1><form method="post"><input name="user"><input type="password" name="secret"></form>',
);
const closed = html(
  'Maintenance',
  '<h1>Under maintenance</h1><p>This site is under maintenance. Please come back later.</p>',
);

/** What a page answers in the second and the third run, after the first found it there. */
interface Row {
  readonly title: string;
  readonly answers: readonly [WatchedPage, WatchedPage];
  readonly state: string;
  readonly told?: readonly string[];
}
const both = (answer: WatchedPage): Row['answers'] => [answer, answer];

const rows: readonly Row[] = [
  { title: 'as ever', answers: both(there), state: 'present' },
  { title: '404', answers: both(gone), state: 'deleted', told: ['deleted'] },
  { title: '404, then as ever', answers: [gone, there], state: 'present' },
  { title: '503, then 404', answers: [{ status: 503 }, gone], state: 'missing' },
  { title: '410 once', answers: [{ status: 410 }, { status: 503 }], state: 'deleted', told: ['deleted'] },
  { title: '401', answers: both({ status: 401 }), state: 'unreachable' },
  { title: '403', answers: both({ status: 403 }), state: 'unreachable' },
  { title: '429', answers: both({ status: 429 }), state: 'unreachable' },
  { title: '500', answers: both({ status: 500 }), state: 'unreachable' },
  { title: '503', answers: both({ status: 503 }), state: 'unreachable' },
  {
    title: 'success that says that it is not there',
    answers: both(missing),
    state: 'deleted',
    told: ['deleted'],
  },
  { title: 'success that says so once', answers: [missing, there], state: 'present' },
  { title: 'a login in its place', answers: both(login), state: 'unreachable' },
  { title: 'a notice of maintenance in its place', answers: both(closed), state: 'unreachable' },
  { title: '301 to the start page', answers: both({ to: '/' }), state: 'deleted', told: ['deleted'] },
  {
    title: '301 to a page that is known',
    answers: both({ to: '/as-ever' }),
    state: 'moved',
    told: ['moved'],
  },
  { title: '301 once', answers: [{ to: '/as-ever' }, there], state: 'present' },
  { title: '301, then 404', answers: [{ to: '/as-ever' }, gone], state: 'missing' },
  { title: '302 to its language', answers: both({ status: 302, to: '/en/text' }), state: 'present' },
  {
    title: '301 to itself with a slash',
    answers: both({ to: '/301-to-itself-with-a-slash/' }),
    state: 'present',
  },
  { title: '301 in a circle', answers: both({ to: '/301-in-a-circle' }), state: 'unreachable' },
];
const pathOf = (title: string): string => `/${title.replaceAll(/[^\w]+/g, '-').toLowerCase()}`;

test('what a page answers, and nothing else, decides what becomes of it', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(startMemoryStores(), 'deletions');
  try {
    const paths = rows.map(({ title }) => pathOf(title));
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const visit = async (answerOf: (row: Row) => WatchedPage): Promise<AnswerBody> => {
      pages.clear();
      pages.set('/', { links: paths });
      pages.set('/en/text', {});
      pages.set('/301-to-itself-with-a-slash/', {});
      for (const row of rows) pages.set(pathOf(row.title), answerOf(row));
      const told = await run();
      pipeline.skip(25 * 60 * 60_000);
      return told;
    };
    expect((await visit(() => there))['changes']).toEqual({ added: rows.length + 1 });
    const { cursor } = await ok('GET', '/v2/changes');
    expect(await visit(({ answers: [answer] }) => answer)).toMatchObject({ held: 0 });
    expect(await visit(({ answers: [, answer] }) => answer)).toMatchObject({ held: 0 });
    const { pages: found } = await ok('GET', '/v2/sources/guide/pages?limit=1000');
    const states = new Map(
      (found as AnswerBody[]).map(({ url, state }) => [new URL(String(url)).pathname, state as string]),
    );
    const { changes } = await ok('GET', `/v2/changes?since=${String(cursor)}&limit=1000`);
    const becameOf = (path: string): string[] =>
      (changes as AnswerBody[])
        .filter(({ url, kind }) => new URL(String(url)).pathname === path && kind !== 'modified')
        .map(({ kind }) => String(kind));
    expect(rows.map(({ title }) => [title, states.get(pathOf(title)), becameOf(pathOf(title))])).toEqual(
      rows.map(({ title, state, told = [] }) => [title, state, told]),
    );
  } finally {
    await site.close();
  }
});

type Watched = Awaited<ReturnType<typeof watchSite>>;

interface SiteRow {
  readonly title: string;
  /** Pages that only this site has. */
  readonly more?: (watched: Watched) => void;
  /** What happens to the site before the second run, and stays. */
  readonly happens: (watched: Watched) => Promise<void> | void;
  readonly standings: Readonly<Record<string, number>>;
  readonly held?: number;
}

const names = ['/a', '/b', '/c', '/d', '/e', '/f'];
const furnish = ({ pages }: Pick<Watched, 'pages'>): void => {
  pages.set('/', { links: ['/hub', '/a'] });
  pages.set('/hub', { links: names });
  for (const name of names) pages.set(name, {});
};

const sitemap = ({ pages, site }: Watched, paths: readonly string[]): void => {
  const urls = paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('');
  const body = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  pages.set('/sitemap.xml', { file: { type: 'application/xml', body } });
};

const siteRows: readonly SiteRow[] = [
  {
    title: 'a hub is out',
    happens: ({ pages }) => void pages.set('/hub', { status: 503 }),
    standings: { present: 7, unreachable: 1 },
  },
  {
    title: 'a hub is gone',
    happens: ({ pages }) => void pages.delete('/hub'),
    standings: { present: 7, deleted: 1 },
  },
  {
    title: 'no page links to another any more',
    happens: ({ pages }) => {
      pages.set('/', {});
      pages.set('/hub', {});
    },
    standings: { present: 8 },
  },
  {
    title: 'the page that it begins with is gone',
    happens: ({ pages }) => void pages.delete('/'),
    standings: { present: 7, deleted: 1 },
  },
  {
    title: 'the whole host answers 404',
    happens: ({ pages }) => pages.clear(),
    standings: { missing: 8 },
    held: 8,
  },
  {
    title: 'the whole host answers 503',
    happens: ({ pages }) => {
      for (const path of pages.keys()) pages.set(path, { status: 503 });
    },
    standings: { unreachable: 8 },
  },
  {
    title: 'everything leads to the start page for good',
    happens: ({ pages }) => {
      for (const path of ['/hub', ...names]) pages.set(path, { to: '/' });
    },
    standings: { present: 1, missing: 7 },
    held: 7,
  },
  {
    title: 'its sitemap, which alone names some pages, is emptied',
    more: (watched) => {
      sitemap(watched, ['/x', '/y']);
      for (const path of ['/x', '/y']) watched.pages.set(path, {});
    },
    happens: (watched) => sitemap(watched, []),
    standings: { present: 10 },
  },
  {
    title: 'its sitemap, which alone names some pages, is gone',
    more: (watched) => {
      sitemap(watched, ['/x', '/y']);
      for (const path of ['/x', '/y']) watched.pages.set(path, {});
    },
    happens: ({ pages }) => void pages.delete('/sitemap.xml'),
    standings: { present: 10 },
  },
  {
    title: 'robots.txt forbids a part of it',
    happens: ({ pages }) =>
      void pages.set('/robots.txt', {
        file: { type: 'text/plain', body: 'User-agent: *\nDisallow: /a\nDisallow: /b\n' },
      }),
    standings: { present: 6, unreachable: 2 },
  },
  {
    title: 'robots.txt forbids everything',
    happens: ({ pages }) =>
      void pages.set('/robots.txt', { file: { type: 'text/plain', body: 'User-agent: *\nDisallow: /\n' } }),
    standings: { unreachable: 8 },
  },
  {
    title: 'robots.txt cannot be read',
    happens: ({ pages }) => void pages.set('/robots.txt', { status: 503 }),
    standings: { unreachable: 8 },
  },
  {
    title: 'a limit leaves most of its pages out',
    happens: async ({ ok, manifest }) =>
      void (await ok('POST', '/v2/sources/apply', { manifest: manifest('1.1.0', { crawl: { limit: 3 } }) })),
    standings: { present: 8 },
  },
  {
    title: 'a pattern leaves pages out that were known',
    happens: async ({ ok, manifest }) => {
      const scrape_config = { exclude_patterns: ['/b', '/c'] };
      await ok('POST', '/v2/sources/apply', { manifest: manifest('1.1.0', { scrape_config }) });
    },
    standings: { present: 8 },
  },
];

test.each(siteRows)('$title: $standings', async ({ title, more, happens, standings, held = 0 }) => {
  const watched = await watchSite(startMemoryStores(), title.replaceAll(/[^\w]+/g, '-'), undisturbed);
  const { site, pages, pipeline, ok, manifest, run } = watched;
  try {
    furnish({ pages });
    more?.(watched);
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    await happens(watched);
    let last: AnswerBody = {};
    for (let again = 0; again < 3; again += 1) {
      pipeline.skip(day + 60_000);
      last = await run();
    }
    const { unlinked: _unlinked, ...counted } = last['pages'] as Record<string, number>;
    const found = Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0));
    expect(found).toEqual(standings);
    expect(last['held'] ?? 0).toBe(held);
  } finally {
    await site.close();
  }
});

test.each([301, 302, 308])(
  'a page that its source names is read where it leads, from the first run on: %d',
  async (status) => {
    const team = `led-${status}`;
    const { site, pages, pipeline, ok, manifest, run } = await watchSite(startMemoryStores(), team);
    try {
      pages.set('/old', { to: '/new', status });
      pages.set('/new', { text: 'first edition' });
      const source = { method: 'scrape', url: `${site.origin}/old` };
      await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', source) });
      expect(await run()).toMatchObject({ changes: { added: 1 }, pages: { present: 1, moved: 0 } });
      pipeline.skip(day + 60_000);
      expect(await run()).toMatchObject({ changes: {}, pages: { present: 1 } });
      pages.set('/new', { text: 'second edition' });
      pipeline.skip(day + 60_000);
      expect(await run()).toMatchObject({ changes: { modified: 1 }, pages: { present: 1, moved: 0 } });
      const url = encodeURIComponent(`${site.origin}/old`);
      const { versions } = await ok('GET', `/v2/versions?url=${url}&source=guide`);
      expect(versions).toHaveLength(2);
    } finally {
      await site.close();
    }
  },
);

test('accepting deletes the pages that were held, and holds what is gone at once besides them', async () => {
  const { site, pages, pipeline, call, ok, manifest, run } = await watchSite(startMemoryStores(), 'accepted');
  try {
    furnish({ pages });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const { cursor } = await ok('GET', '/v2/changes');
    const later = async (): Promise<AnswerBody> => {
      pipeline.skip(day + 60_000);
      return await run();
    };
    for (const path of ['/a', '/b', '/c', '/d', '/e']) pages.delete(path);
    await later();
    const early = await call('POST', '/v2/sources/guide/accept');
    expect(early).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(early.body['error']).toContain('its last run held no pages back');
    expect(await later()).toMatchObject({ held: 5, changes: {} });
    // Nobody has accepted it: it stays as it is.
    expect(await later()).toMatchObject({ held: 5, changes: {} });

    await ok('POST', '/v2/sources/guide/accept');
    const { rows: records } = await ok('GET', '/v2/audit?action=deletions.accepted');
    expect(records).toMatchObject([{ chain: 'guide', by: 'key-accepted' }]);
    pages.set('/e', {});
    for (const path of ['/', '/hub', '/f']) pages.set(path, { status: 410 });
    const accepted = await later();
    expect(accepted).toMatchObject({ held: 3, changes: { deleted: 4 } });
    expect(accepted['pages']).toMatchObject({ present: 1, missing: 3, deleted: 4 });
    const { changes } = await ok('GET', `/v2/changes?since=${String(cursor)}`);
    expect((changes as AnswerBody[]).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)).toEqual([
      'deleted /a',
      'deleted /b',
      'deleted /c',
      'deleted /d',
    ]);
    // It was accepted for one run.
    expect(await later()).toMatchObject({ held: 3, changes: {} });
  } finally {
    await site.close();
  }
});
