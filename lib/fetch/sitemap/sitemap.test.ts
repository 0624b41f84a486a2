import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { readSitemap } from './sitemap.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const urlset = (locs: readonly string[]): string =>
  `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;

test('no more URLs are read than a sitemap may have, and the file says that it was cut', async () => {
  const locs = Array.from({ length: limits.sitemapUrlsMax + 10 }, (_, n) => `https://example.com/${n}`);
  const read = await readSitemap(bytes(urlset(locs)), undefined);
  expect([read?.urls.length, read?.cut]).toEqual([limits.sitemapUrlsMax, true]);
  const text = await readSitemap(bytes(locs.join('\n')), undefined);
  expect([text?.format, text?.urls.length, text?.cut]).toEqual(['text', limits.sitemapUrlsMax, true]);
});

test('a sitemap whose elements all have a prefix is read', async () => {
  const read = await readSitemap(
    bytes(
      '<s:urlset xmlns:s="x"><s:url><s:loc>https://example.com/a</s:loc><i:loc>no</i:loc></s:url></s:urlset>',
    ),
    undefined,
  );
  expect(read?.urls).toEqual(['https://example.com/a']);
});

test.each([
  [
    'RSS 2.0',
    '<rss><channel><title>Zoo</title><image><title>Logo</title><url>https://e.org/i</url></image><item>' +
      '<title>Opening hours &amp;amp; <![CDATA[<b>prices</b>]]></title><image><url>x</url></image>' +
      '<media:title>A picture</media:title><link>https://e.org/1</link></item></channel></rss>',
    'Opening hours & prices',
  ],
  [
    'RSS whose item has only a permanent address',
    '<rss><channel><item><guid>https://e.org/1</guid><title>Opening hours</title></item></channel></rss>',
    'Opening hours',
  ],
  [
    'RSS 1.0',
    '<rdf:RDF><item><link>https://e.org/1</link><title>Opening hours</title></item></rdf:RDF>',
    'Opening hours',
  ],
  [
    'Atom with XHTML',
    '<feed><title>Zoo</title><entry><title type="xhtml"><div>Opening <b>hours</b> of it</div></title>' +
      '<link href="https://e.org/1"/></entry></feed>',
    'Opening hours of it',
  ],
  [
    'a sitemap of news',
    '<urlset><url><loc>https://e.org/1</loc><news:news><news:title>Opening hours</news:title></news:news>' +
      '</url></urlset>',
    'Opening hours',
  ],
])('a URL has the title that its entry gives it: %s', async (_, xml, title) => {
  const read = await readSitemap(bytes(xml), undefined);
  expect(read?.urls).toEqual(['https://e.org/1']);
  expect([...(read?.titles ?? [])]).toEqual([['https://e.org/1', title]]);
});

test('an entry without a title has not that of its neighbour, and titles are bounded', async () => {
  const item = (n: number, title: string): string =>
    `<item>${title}<link>https://e.org/${n}</link><link>https://e.org/${n}</link></item>`;
  const some = await readSitemap(
    bytes(`<rss><channel>${item(1, '<title>One</title>')}${item(2, '')}</channel></rss>`),
    undefined,
  );
  expect([...(some?.titles ?? [])]).toEqual([['https://e.org/1', 'One']]);
  const items = Array.from({ length: limits.feedItemsMax + 5 }, (__, n) =>
    item(n, `<title>${'long '.repeat(100)}</title>`),
  );
  const many = await readSitemap(bytes(`<rss><channel>${items.join('')}</channel></rss>`), undefined);
  expect([many?.urls.length, many?.titles.size]).toEqual([limits.feedItemsMax + 5, limits.feedItemsMax]);
  expect(many?.titles.get('https://e.org/0')?.length).toBeLessThanOrEqual(limits.mapTitleCharactersMax);
});

test('RSS 1.0 is read', async () => {
  const rdf =
    '<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item rdf:about="x"><link>https://example.com/1</link></item></rdf:RDF>';
  expect((await readSitemap(bytes(rdf), undefined))?.urls).toEqual(['https://example.com/1']);
});

test('a sitemap is decoded by its mark, its header or its declaration', async () => {
  const loc = 'https://example.com/ä';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(urlset([loc]), 'utf16le')]);
  expect((await readSitemap(utf16, undefined))?.urls).toEqual([loc]);
  const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${urlset([loc])}`, 'latin1');
  expect((await readSitemap(latin, 'application/xml'))?.urls).toEqual([loc]);
  const long = urlset(Array.from({ length: 20_000 }, (_, n) => `https://example.com/ä/${n}`));
  expect((await readSitemap(bytes(long), undefined))?.urls.at(-1)).toBe('https://example.com/ä/19999');
});

test.each([
  '',
  ' ',
  'no sitemap',
  '<html><a href="https://example.com/">x</a></html>',
  '{"a":1}',
  '\u0000\u0001',
])('what is no sitemap is none: %j', async (text) => {
  expect(await readSitemap(bytes(text), 'application/xml')).toBeNull();
});

test('whatever the bytes, a sitemap is read without an exception, and its URLs are bounded', async () => {
  const pieces = fc.constantFrom(
    '<urlset>',
    '<url>',
    '<loc>',
    '</loc>',
    '</url>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '&amp;',
    '&#x',
    'https://e.com/',
    '\n',
    '<!DOCTYPE a [',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), async (parts) => {
      const read = await readSitemap(bytes(parts.join('')), undefined);
      expect((read?.urls ?? []).every((url) => url.length <= limits.urlCharactersMax)).toBe(true);
    }),
  );
});

test('an item of a feed without a link has the address of its guid, if that is one', async () => {
  const item = (inner: string): string => `<item>${inner}</item>`;
  const rss = (items: readonly string[]): Uint8Array =>
    bytes(`<rss version="2.0"><channel><link>https://e.org/</link>${items.join('')}</channel></rss>`);
  const read = await readSitemap(
    rss([
      item('<guid>https://e.org/1</guid><title>One</title>'),
      item('<guid>https://e.org/?p=2</guid><link>https://e.org/2</link>'),
      item('<link>https://e.org/3</link><guid>https://e.org/?p=3</guid>'),
      item('<guid isPermaLink="false">https://e.org/4</guid>'),
      item('<guid>tag:e.org,5</guid>'),
      item('<guid>https://e.org/6</guid><link> </link>'),
    ]),
    undefined,
  );
  const told = ['1', '2', '3', '6'].map((path) => `https://e.org/${path}`);
  expect(read).toMatchObject({ format: 'feed', urls: told, cut: false });
});

test('addresses of a feed start where xml:base says, which may start at the file itself', async () => {
  const atom = bytes(
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="news/"><entry><link href="1"/></entry>' +
      '<entry xml:base="/old/"><link href="2"/></entry><entry><link href="https://e.org/3"/></entry></feed>',
  );
  const read = await readSitemap(atom, undefined, 'https://e.org/feeds/all.xml');
  const told = ['feeds/news/1', 'old/2', '3'].map((path) => `https://e.org/${path}`);
  expect(read?.urls).toEqual(told);
  expect((await readSitemap(atom, undefined))?.urls).toEqual(['1', '2', 'https://e.org/3']);
});
