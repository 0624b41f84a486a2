import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { feedMarkdown, isFeed, readFeed } from './feed.ts';

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
  `<content type="xhtml"><div>In <b>markup</b></div></content></entry></feed>`;

test('RSS and Atom are read alike', () => {
  expect(readFeed(rss)).toEqual({
    title: 'News & more',
    description: 'About everything',
    language: 'en-gb',
    items: [
      { title: 'First', url: '/1', date: 'Mon, 01 Jan 2024 00:00:00 GMT', summary: 'The whole text .' },
      { title: 'Second', url: null, date: null, summary: null },
    ],
  });
  expect(readFeed(atom)).toEqual({
    title: 'Log book',
    description: null,
    language: null,
    items: [{ title: 'Entry', url: '/entry', date: '2024-01-01T00:00:00Z', summary: 'In markup' }],
  });
});

test('a feed is markdown with a section for each item', () => {
  const feed = readFeed(rss);
  if (feed === null) throw new Error('not read');
  expect(feedMarkdown(feed, (url) => new URL(url, 'https://example.com').href)).toBe(
    '# News & more\n\nAbout everything\n\n## [First](<https://example.com/1>)\n\nMon, 01 Jan 2024 ' +
      '00:00:00 GMT\n\nThe whole text .\n\n## Second',
  );
});

test('a feed is known by its first element', () => {
  expect(
    [rss, atom, '<?xml version="1.0"?>\n<?xml-stylesheet href="a"?><rdf:RDF xmlns="x">'].map(isFeed),
  ).toEqual([true, true, true]);
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
      readFeed(parts.join(''));
    }),
  );
});
