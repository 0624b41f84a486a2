import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFeed, readFeed } from './feed.ts';

const url = 'https://example.com/fd/atom/feed.xml';
const whole = { items: 0, characters: 0 };

const rss =
  `<?xml version="1.0"?><!-- made by hand -->` +
  `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" ` +
  `xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News &amp; more</title>` +
  `<link>https://example.com/</link><description>About <![CDATA[<b>everything</b>]]></description>` +
  `<language>en-gb</language><image><title>Logo</title></image>
<item><title>First</title><link>/1</link><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>` +
  `<description>Short.</description><content:encoded><![CDATA[<p>The whole <em>text</em>.</p>` +
  `<script>x</script>]]></content:encoded></item>
<item><title>Second</title><guid>2</guid></item></channel></rss>`;

const atom =
  `<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">Log &lt;i&gt;book&lt;/i&gt;</title>` +
  `<link rel="self" href="https://example.com/atom"/><entry><title>Entry</title>` +
  `<link rel="edit" href="/edit"/><link href="/entry"/><updated>2024-01-01T00:00:00Z</updated>` +
  `<content type="xhtml"><div>In <b>markup</b> &amp; &lt;more><br/></div></content></entry></feed>`;

test('RSS and Atom are read alike', () => {
  expect(readFeed(rss, url)).toEqual({
    title: 'News & more',
    author: null,
    description: 'About everything',
    language: 'en-gb',
    items: [
      {
        title: 'First',
        url: '/1',
        date: 'Mon, 01 Jan 2024 00:00:00 GMT',
        author: null,
        html: '<p>The whole <em>text</em>.</p><script>x</script>',
        base: null,
        enclosures: [],
      },
      { title: 'Second', url: null, date: null, author: null, html: null, base: null, enclosures: [] },
    ],
    leftOut: whole,
  });
  expect(readFeed(atom, url)).toEqual({
    title: 'Log book',
    author: null,
    description: null,
    language: null,
    items: [
      {
        title: 'Entry',
        url: '/entry',
        date: '2024-01-01T00:00:00Z',
        author: null,
        html: '<div>In <b>markup</b> &amp; &lt;more&gt;<br></div>',
        base: null,
        enclosures: [],
      },
    ],
    leftOut: whole,
  });
});

const itemUrls = (xml: string): (string | null)[] | undefined =>
  readFeed(xml, url)?.items.map((item) => item.url);

test('a feed says its language, and who wrote its entries, in the ways of each format', () => {
  const rdf = readFeed(
    '<rdf:RDF xml:lang="ja" xmlns="http://purl.org/rss/1.0/"><channel><title>F</title></channel>' +
      '<item><title>a</title><dc:creator>Ada Quill</dc:creator><dc:creator>Noor Bell</dc:creator></item></rdf:RDF>',
    url,
  );
  expect([rdf?.language, rdf?.items.map(({ author }) => author)]).toEqual(['ja', ['Ada Quill, Noor Bell']]);
  const atom = readFeed(
    '<feed xml:lang="de"><title>F</title><author><name>Ines Calder</name></author><entry><title>a</title>' +
      '<author>\n<name>Ada Quill</name><email>ada@a.test</email></author><source><author><name>X</name></author>' +
      '</source></entry></feed>',
    url,
  );
  expect([atom?.language, atom?.author, atom?.items[0]?.author]).toEqual(['de', 'Ines Calder', 'Ada Quill']);
  const rss = readFeed(
    '<rss><channel><title>F</title><item><author>ada@a.test (Ada Quill)</author><title>a</title></item>' +
      '<item><author>ada@a.test</author><title>b</title></item></channel></rss>',
    url,
  );
  expect(rss?.items.map(({ author }) => author)).toEqual(['Ada Quill', null]);
});

test('addresses start where the nearest xml:base says, which starts at the one around it', () => {
  const feed = readFeed(
    `<feed xml:base="http://other.test/fd/"><title>F</title><entry><title>a</title><link href="base"/></entry>` +
      `<entry xml:base="deep/"><title>b</title><link href="er"/><content type="html" xml:base="/c/">x</content>` +
      `</entry><entry><title>c</title><link href="https://example.com/d"/></entry></feed>`,
    url,
  );
  expect(feed?.items.map((item) => [item.url, item.base])).toEqual([
    ['http://other.test/fd/base', null],
    ['http://other.test/fd/deep/er', 'http://other.test/c/'],
    ['https://example.com/d', null],
  ]);
  expect(
    itemUrls(`<rss xml:base="../x/"><channel><title>F</title><item><link>y</link></item></channel></rss>`),
  ).toEqual(['https://example.com/fd/x/y']);
});

test('the permalink of an item is its address where it has no link', () => {
  const items = [
    '<guid>https://example.com/1</guid>',
    '<guid isPermaLink="true">https://example.com/2</guid>',
    '<guid isPermaLink="false">https://example.com/3</guid>',
    '<guid>tag:example.com,2024:4</guid>',
    '<guid>https://example.com/5</guid><link>https://example.com/five</link>',
    '<link/><guid>https://example.com/6</guid>',
  ];
  const xml = `<rss><channel><title>F</title>${items.map((one) => `<item>${one}</item>`).join('')}</channel></rss>`;
  expect(itemUrls(xml)).toEqual([
    'https://example.com/1',
    'https://example.com/2',
    null,
    null,
    'https://example.com/five',
    'https://example.com/6',
  ]);
});

test('items behind the last one that is read are counted', () => {
  const xml = `<rss><channel>${'<item><title>ab c</title></item>'.repeat(2_003)}</channel></rss>`;
  const feed = readFeed(xml, url);
  expect([feed?.items.length, feed?.leftOut]).toEqual([2_000, { items: 3, characters: 9 }]);
});

test('a feed is known by its first element, behind a document type as well', () => {
  const old =
    '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://a.test/x.dtd"' +
    ' [<!ENTITY copy "©">]>\n<rss version="0.91">';
  const prefixed = '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">';
  const rdf = '<?xml version="1.0"?>\n<?xml-stylesheet href="a"?><rdf:RDF xmlns="x">';
  for (const start of [rss, atom, rdf, old, prefixed]) expect(isFeed(start)).toBe(true);
  expect(['<html><rss>', '<urlset>', 'rss', '{"feed":1}'].map(isFeed)).toEqual([false, false, false, false]);
});

test('whatever the text, a feed is read without an exception', () => {
  const piece = fc.constantFrom(
    '<rss>',
    '<item>',
    '</item>',
    '<title>',
    '</title>',
    '<link href="a"/>',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '<entry>',
    '<description>',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (parts) => {
      readFeed(parts.join(''), url);
    }),
  );
});
