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
