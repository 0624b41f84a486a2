import { closest } from '../harness/arrival-clock.ts';
import { gzipSync } from 'node:zlib';
import { html, notFound, redirect, textReply, type FaultCase } from './fault-case.ts';
import { index, logged, sitemapCase, writeSitemap, urlset, xml } from './sitemap-replies.ts';

const leaf = html('Leaf');
const home = html('Home');

/** Sitemaps that are broken, hostile or large, and what they may do to a crawl. */
export const sitemapAttackCases: readonly FaultCase[] = [
  sitemapCase({
    title: 'an external entity is neither fetched nor expanded',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) =>
        xml(
          `<!DOCTYPE urlset [<!ENTITY secret SYSTEM "file:///etc/passwd">` +
            `<!ENTITY web SYSTEM "${origin}/leak">]>\n${urlset([`${origin}/ok`, `${origin}/x&secret;&web;`])}`,
        ),
      '/ok': leaf,
    },
    pages: { '/': 'done', '/ok': 'done', '/x&secret;&web;': 'failed HTTP_NOT_FOUND' },
    facts: ({ asked }) => ({ leak: asked('/leak') }),
    expected: { leak: 0 },
  }),
  sitemapCase({
    title: 'a billion laughs stay nine entities that nobody expands',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) => {
        const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
        return xml(
          `<!DOCTYPE urlset [<!ENTITY l0 "lol">${levels.join('')}]>\n${urlset([`${origin}/ok`, `${origin}/&l9;`])}`,
        );
      },
      '/ok': leaf,
    },
    pages: { '/': 'done', '/ok': 'done', '/&l9;': 'failed HTTP_NOT_FOUND' },
  }),
  sitemapCase({
    title: 'a bomb of blanks ends where its ratio does',
    replies: {
      '/': html('Home', ['/a']),
      '/a': leaf,
      '/sitemap.xml': textReply(gzipSync(Buffer.alloc(200_000_000, 0x20)), 'application/gzip'),
    },
    pages: { '/': 'done', '/a': 'done' },
    facts: logged,
    expected: { sitemaps: ['/sitemap.xml SITEMAP_INVALID'] },
  }),
  sitemapCase({
    title: 'elements nested without end end the sitemap',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) =>
        xml(`<urlset><url><loc>${origin}/a</loc></url>${'<a>'.repeat(200_000)}</urlset>`),
      '/a': leaf,
    },
    pages: { '/': 'done', '/a': 'done' },
    facts: logged,
    expected: { sitemaps: ['/sitemap.xml urlset: 1 URLs, 0 sitemaps, cut'] },
  }),
  sitemapCase({
    title: 'XML that breaks off gives the URLs before the break',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) =>
        xml(`<urlset><url><loc>${origin}/a</loc></url><url><loc>${origin}/b</lo`),
      '/a': leaf,
    },
    pages: { '/': 'done', '/a': 'done' },
  }),
  sitemapCase({
    title: 'a page of HTML where the sitemap should be is none',
    replies: { '/': html('Home', ['/a']), '/a': leaf, '/sitemap.xml': html('Not found', ['/trap']) },
    pages: { '/': 'done', '/a': 'done' },
    facts: logged,
    expected: { sitemaps: ['/sitemap.xml SITEMAP_INVALID'] },
  }),
  sitemapCase({
    title: 'a sitemap that redirects is followed within its site, and not beyond',
    replies: {
      '/robots.txt': textReply('Sitemap: /moved.xml\nSitemap: /away.xml\n'),
      '/': home,
      '/moved.xml': redirect('/real.xml', 301),
      '/away.xml': ({ otherOrigin }) => redirect(`${otherOrigin}/stranger.xml`),
      '/real.xml': writeSitemap('/a'),
      '/stranger.xml': writeSitemap('/b'),
      '/a': leaf,
    },
    pages: { '/': 'done', '/a': 'done' },
    facts: ({ asked }) => ({ stranger: asked('/stranger.xml') }),
    expected: { stranger: 0 },
  }),
  sitemapCase({
    title: 'a sitemap that answers 503 at first is asked again',
    replies: {
      '/': home,
      '/sitemap.xml': (site, before) =>
        before === 0 ? { status: 503, headers: { 'retry-after': '2' }, body: '' } : writeSitemap('/a')(site),
      '/a': leaf,
    },
    pages: { '/': 'done', '/a': 'done' },
    facts: ({ asked }) => ({ asked: asked('/sitemap.xml') }),
    expected: { asked: 2 },
  }),
  sitemapCase({
    title: 'a limit is met exactly with links and sitemaps together, the first page first',
    replies: Object.fromEntries([
      ['/', html('Home', ['/l1', '/l2', '/l3'])],
      ['/sitemap.xml', writeSitemap(...Array.from({ length: 40 }, (_, n) => `/s${n}`))],
      ...['/l1', '/l2', '/l3', ...Array.from({ length: 40 }, (_, n) => `/s${n}`)].map((path) => [path, leaf]),
    ]) as FaultCase['replies'],
    body: { limit: 10 },
    pages: Object.fromEntries(
      ['/', '/l1', '/l2', '/l3', ...Array.from({ length: 6 }, (_, n) => `/s${n}`)].map((path) => [
        path,
        'done',
      ]),
    ),
    // Links beyond the limit are left in reserves, which are counted with the sitemaps.
    facts: ({ job }) => ({
      admitted: job.admitted,
      finished: job.finished,
      open: job.open - (job.sitemapsOpen ?? 0),
    }),
    expected: { admitted: 10, finished: 10, open: 0 },
  }),
  sitemapCase({
    title: 'a crawl that is full is not asked for its sitemaps',
    replies: { '/': html('Home', ['/a', '/b']), '/a': leaf, '/b': leaf, '/sitemap.xml': writeSitemap('/c') },
    body: { limit: 2 },
    pages: { '/': 'done', '/a': 'done' },
    facts: ({ asked }) => ({ asked: asked('/sitemap.xml') }),
    expected: { asked: 0 },
  }),
  sitemapCase({
    title: 'a sitemap of many URLs is admitted in portions, all of them',
    replies: Object.fromEntries([
      ['/', home],
      ['/sitemap.xml', writeSitemap(...Array.from({ length: 600 }, (_, n) => `/no/${n}`), '/last')],
      ...Array.from({ length: 600 }, (_, n) => [`/no/${n}`, notFound]),
      ['/last', leaf],
    ]) as FaultCase['replies'],
    pages: Object.fromEntries([
      ['/', 'done'],
      ...Array.from({ length: 600 }, (_, n) => [`/no/${n}`, 'failed HTTP_NOT_FOUND']),
      ['/last', 'done'],
    ]) as FaultCase['pages'],
    facts: ({ job }) => ({ admitted: job.admitted, sitemaps: job.sitemaps, sitemapsOpen: job.sitemapsOpen }),
    expected: { admitted: 602, sitemaps: 3, sitemapsOpen: 0 },
  }),
  sitemapCase({
    title: 'the scope of a crawl holds for its sitemaps too',
    replies: {
      '/docs/': html('Docs'),
      '/sitemap.xml': ({ origin, otherOrigin }) =>
        xml(
          urlset([
            `${origin}/docs/a`,
            `${origin}/blog/b`,
            `${otherOrigin}/docs/c`,
            `${origin}/docs/logo.png`,
            'javascript:alert(1)',
            `${origin}/docs/skip/d`,
          ]),
        ),
      '/docs/a': leaf,
    },
    start: '/docs/',
    body: { excludePaths: ['/skip/'] },
    pages: { '/docs/': 'done', '/docs/a': 'done' },
  }),
  sitemapCase({
    title: 'a start page that fails keeps its sitemaps from nobody',
    replies: { '/': { status: 403, body: 'no' }, '/sitemap.xml': writeSitemap('/a'), '/a': leaf },
    pages: { '/': 'failed HTTP_FORBIDDEN', '/a': 'done' },
  }),
  sitemapCase({
    title: 'sitemaps keep the distance of their host, like pages',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) => xml(index([`${origin}/one.xml`, `${origin}/two.xml`])),
      '/one.xml': writeSitemap('/a'),
      '/two.xml': redirect('/three.xml'),
      '/three.xml': writeSitemap('/b'),
      '/a': leaf,
      '/b': leaf,
    },
    delay: 0.2,
    realTime: true,
    pages: { '/': 'done', '/a': 'done', '/b': 'done' },
    facts: ({ site }) => ({
      polite: closest(site.requests).ms >= 150,
      requests: site.requests.length,
    }),
    expected: { polite: true, requests: 8 },
  }),
];
