import { gzipSync } from 'node:zlib';
import { html, textReply, type FaultCase, type SiteNames } from './fault-case.ts';
import { index, logged, sitemapCase, writeSitemap, urlset, xml } from './sitemap-replies.ts';

const leaf = html('Leaf');
const home = html('Home');

/** Where sitemaps are found, and in which forms. */
export const sitemapCases: readonly FaultCase[] = [
  sitemapCase({
    title: 'a page that only the sitemap names is found',
    replies: { '/': home, '/sitemap.xml': writeSitemap('/hidden'), '/hidden': leaf },
    pages: { '/': 'done', '/hidden': 'done' },
    facts: logged,
    expected: { sitemaps: ['/sitemap.xml urlset: 1 URLs, 0 sitemaps'] },
  }),
  sitemapCase({
    title: 'a site without a sitemap is crawled by its links',
    replies: { '/': html('Home', ['/a']), '/a': leaf },
    pages: { '/': 'done', '/a': 'done' },
    facts: logged,
    expected: { sitemaps: ['/sitemap.xml HTTP_NOT_FOUND'] },
  }),
  sitemapCase({
    title: 'a crawl that skips sitemaps asks for none',
    replies: { '/': home, '/sitemap.xml': writeSitemap('/hidden'), '/hidden': leaf },
    body: { sitemap: 'skip' },
    pages: { '/': 'done' },
    facts: ({ asked }) => ({ asked: asked('/sitemap.xml') }),
    expected: { asked: 0 },
  }),
  sitemapCase({
    title: 'a crawl of the sitemap alone follows no link',
    replies: {
      '/': html('Home', ['/linked']),
      '/sitemap.xml': writeSitemap('/a'),
      '/a': html('A', ['/linked']),
    },
    body: { sitemap: 'only' },
    pages: { '/': 'done', '/a': 'done' },
  }),
  sitemapCase({
    title: 'sitemaps that robots.txt names are read, wherever they lie',
    replies: {
      '/robots.txt': ({ origin, otherOrigin }) =>
        textReply(
          `User-agent: *\nDisallow:\nSitemap: ${origin}/maps/one.xml\nsitemap: ${otherOrigin}/maps/two.xml\n`,
        ),
      '/': home,
      '/maps/one.xml': writeSitemap('/one'),
      '/maps/two.xml': writeSitemap('/two'),
      '/one': leaf,
      '/two': leaf,
    },
    pages: { '/': 'done', '/one': 'done', '/two': 'done' },
  }),
  sitemapCase({
    title: 'a sitemap that robots.txt forbids is not asked for',
    replies: {
      '/robots.txt': textReply('User-agent: *\nDisallow: /sitemap.xml\n'),
      '/': home,
      '/sitemap.xml': writeSitemap('/hidden'),
    },
    pages: { '/': 'done' },
    facts: ({ asked }) => ({ asked: asked('/sitemap.xml') }),
    expected: { asked: 0 },
  }),
  sitemapCase({
    title: 'an index leads to its files, also through another index',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) => xml(index([`${origin}/one.xml`, `${origin}/more.xml`])),
      '/one.xml': writeSitemap('/one'),
      '/more.xml': ({ origin }) => xml(index([`${origin}/two.xml`])),
      '/two.xml': writeSitemap('/two'),
      '/one': leaf,
      '/two': leaf,
    },
    pages: { '/': 'done', '/one': 'done', '/two': 'done' },
  }),
  sitemapCase({
    title: 'indexes that lead to each other are read once each',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) => xml(index([`${origin}/b.xml`, `${origin}/sitemap.xml`])),
      '/b.xml': ({ origin }) => xml(index([`${origin}/sitemap.xml`, `${origin}/b.xml`])),
    },
    pages: { '/': 'done' },
    facts: ({ asked }) => ({ a: asked('/sitemap.xml'), b: asked('/b.xml') }),
    expected: { a: 1, b: 1 },
  }),
  sitemapCase({
    title: 'an index that goes on and on is left where its nesting ends',
    replies: Object.fromEntries([
      ['/', home],
      ['/sitemap.xml', ({ origin }: SiteNames) => xml(index([`${origin}/1.xml`]))],
      ...Array.from({ length: 8 }, (_, n) => [
        `/${n + 1}.xml`,
        ({ origin }: SiteNames) => xml(index([`${origin}/${n + 2}.xml`])),
      ]),
    ]) as FaultCase['replies'],
    pages: { '/': 'done' },
    facts: ({ asked }) => ({ third: asked('/3.xml'), fourth: asked('/4.xml') }),
    expected: { third: 1, fourth: 0 },
  }),
  sitemapCase({
    title: 'an index does not send the crawler to strangers',
    replies: {
      '/': home,
      '/sitemap.xml': ({ otherOrigin }) => xml(index([`${otherOrigin}/elsewhere.xml`])),
      '/elsewhere.xml': writeSitemap('/two'),
    },
    pages: { '/': 'done' },
    facts: ({ asked }) => ({ asked: asked('/elsewhere.xml') }),
    expected: { asked: 0 },
  }),
  sitemapCase({
    title: 'a gzipped file is known by its bytes, whatever its name and type',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) => textReply(gzipSync(urlset([`${origin}/packed`])), 'text/html'),
      '/packed': leaf,
    },
    pages: { '/': 'done', '/packed': 'done' },
  }),
  sitemapCase({
    title: 'a file called .gz that is none is read as it is',
    replies: {
      '/robots.txt': ({ origin }) => textReply(`Sitemap: ${origin}/map.xml.gz`),
      '/': home,
      '/map.xml.gz': writeSitemap('/plain'),
      '/plain': leaf,
    },
    pages: { '/': 'done', '/plain': 'done' },
  }),
  sitemapCase({
    title: 'a gzip that breaks off gives the URLs before the break',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) => {
        const packed = gzipSync(
          urlset([`${origin}/first`, ...Array.from({ length: 500 }, (_, n) => `${origin}/no/${n}`)]),
        );
        return textReply(packed.subarray(0, packed.length / 2), 'application/gzip');
      },
      '/first': leaf,
    },
    body: { excludePaths: ['^/no/'] },
    pages: { '/': 'done', '/first': 'done' },
  }),
  sitemapCase({
    title: 'a text sitemap names a page a line',
    replies: {
      '/robots.txt': ({ origin }) => textReply(`Sitemap: ${origin}/sitemap.txt`),
      '/': home,
      '/sitemap.txt': ({ origin }) =>
        textReply(`\uFEFF${origin}/a\r\n\r\n  ${origin}/b  \n# no URL\n${origin}/c`),
      '/a': leaf,
      '/b': leaf,
      '/c': leaf,
    },
    pages: { '/': 'done', '/a': 'done', '/b': 'done', '/c': 'done' },
  }),
  sitemapCase({
    title: 'RSS and Atom serve as sitemaps',
    replies: {
      '/robots.txt': textReply('Sitemap: /feed.rss\nSitemap: /feed.atom\n'),
      '/': home,
      '/feed.rss': ({ origin }) =>
        xml(
          `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>` +
            `<link>${origin}/channel</link><atom:link href="${origin}/self"/><item>` +
            `<link>${origin}/rss-item</link></item></channel></rss>`,
        ),
      '/feed.atom': ({ origin }) =>
        xml(
          `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${origin}/feed-self" rel="self"/><entry>` +
            `<link href="${origin}/atom-entry"/><link rel="edit" href="${origin}/edit"/></entry></feed>`,
        ),
      '/rss-item': leaf,
      '/atom-entry': leaf,
    },
    pages: { '/': 'done', '/rss-item': 'done', '/atom-entry': 'done' },
  }),
  sitemapCase({
    title: 'pictures, alternates and comments in a sitemap are no pages of it',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) =>
        xml(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ` +
            `xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" ` +
            `xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc><![CDATA[${origin}/a?x=1&y=2]]></loc>` +
            `<image:image><image:loc>${origin}/picture</image:loc></image:image>` +
            `<xhtml:link rel="alternate" hreflang="de" href="${origin}/de"/></url><!-- <url>` +
            `<loc>${origin}/comment</loc></url> --></urlset>`,
        ),
      '/a?x=1&y=2': leaf,
    },
    pages: { '/': 'done', '/a?x=1&y=2': 'done' },
  }),
  sitemapCase({
    title: 'entities of XML and numbers are read, a bare ampersand is forgiven',
    replies: {
      '/': home,
      '/sitemap.xml': ({ origin }) =>
        xml(urlset([`${origin}/a?x=1&amp;y=2`, `${origin}/b?x=1&y=2`, `${origin}/&#99;&#x64;`])),
      '/a?x=1&y=2': leaf,
      '/b?x=1&y=2': leaf,
      '/cd': leaf,
    },
    pages: { '/': 'done', '/a?x=1&y=2': 'done', '/b?x=1&y=2': 'done', '/cd': 'done' },
  }),
];
