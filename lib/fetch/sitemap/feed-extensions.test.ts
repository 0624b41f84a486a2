import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import type { FeedItem } from './feed-builder.ts';
import { readFeed } from './feed.ts';

const url = 'https://example.com/feed.xml';

const declared =
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/" ' +
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"';

const itemsIn = (xml: string): readonly FeedItem[] => readFeed(xml, url)?.items ?? [];
const rssItem = (inner: string, names = declared): FeedItem | undefined =>
  itemsIn(`<rss ${names}><channel><title>F</title><item>${inner}</item></channel></rss>`)[0];

test('what extensions say of an item takes the place of nothing that it says itself', () => {
  const longer = 'A longer text that describes the picture beside the item, and not the item';
  const inner =
    `<media:title>A picture</media:title><itunes:title>T</itunes:title><title>Own</title>` +
    `<description>Short &lt;a href="/x"&gt;x&lt;/a&gt;.</description><itunes:summary>${longer}</itunes:summary>` +
    `<media:description>${longer}</media:description><media:content url="https://example.com/a.jpg" ` +
    `medium="image"><media:title>Alt</media:title><media:description>${longer}</media:description>` +
    '</media:content><podcast:title>Another</podcast:title><itunes:author>Show</itunes:author>' +
    '<dc:creator>Ada Quill</dc:creator>';
  for (const names of [declared, ''])
    expect(rssItem(inner, names)).toMatchObject({
      title: 'Own',
      html: 'Short <a href="/x">x</a>.',
      author: 'Ada Quill',
    });
});

test('what extensions say is read where an item does not say it itself, also of a group of films', () => {
  expect(
    rssItem(
      '<description> </description><itunes:title>One</itunes:title><itunes:subtitle>Short</itunes:subtitle>' +
        '<itunes:summary>The whole summary</itunes:summary><itunes:author>Ada Quill</itunes:author>',
    ),
  ).toMatchObject({ title: 'One', html: 'The whole summary', author: 'Ada Quill' });
  const film =
    '<entry><title>Film</title><media:group><media:title>Other</media:title>' +
    '<media:description>First &lt;b&gt;.\n\nSecond\nline.</media:description></media:group></entry>';
  expect(itemsIn(`<feed ${declared}><title>F</title>${film}</feed>`)[0]).toMatchObject({
    title: 'Film',
    html: '<p>First &lt;b&gt;.</p><p>Second<br>line.</p>',
  });
});

test('prefixes mean what the feed declares them to mean', () => {
  const names = 'xmlns:media="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss/"';
  expect(rssItem('<m:title>No</m:title><media:title>Own</media:title>', names)?.title).toBe('Own');
  const prefixed =
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>One &lt;i&gt;</a:title></a:entry></a:feed>';
  expect(itemsIn(prefixed)[0]?.title).toBe('One <i>');
});

test('files of an item are told: enclosures, films and pictures, of a group one', () => {
  const group =
    '<media:group><media:content url="/low.mp4" type="video/mp4"/>' +
    '<media:content url="/high.mp4" type="video/mp4" isDefault="true"/></media:group>';
  expect(
    rssItem(
      `<enclosure url="https://cdn.test/1.mp3" length="1" type="audio/mpeg"/>${group}` +
        '<media:content url="/a.jpg" medium="image"/><media:content url="/b.swf" type="x/flash"/>' +
        '<enclosure length="1"/>',
    )?.enclosures,
  ).toEqual([
    { url: 'https://cdn.test/1.mp3', title: null, isImage: false },
    { url: '/high.mp4', title: null, isImage: false },
    { url: '/a.jpg', title: null, isImage: true },
  ]);
  const atom =
    '<feed xml:base="/f/"><entry><title>a</title><link rel="enclosure" title="Part 1" type="audio/ogg" href="1.ogg"/>' +
    '<link href="a"/></entry></feed>';
  expect(itemsIn(atom)[0]).toMatchObject({
    url: 'https://example.com/f/a',
    enclosures: [{ url: 'https://example.com/f/1.ogg', title: 'Part 1', isImage: false }],
  });
  const many = Array.from({ length: 100 }, (_, at) => `<enclosure url="/${at}"/>`).join('');
  expect(rssItem(many)?.enclosures).toHaveLength(limits.feedEnclosuresMax);
});

test('a text of Atom is markup only if its type says so', () => {
  const [plain, typed, html, escaped, picture] = itemsIn(
    '<feed><title>F</title>' +
      '<entry><title>List&lt;String&gt; &amp;amp;</title><summary>a &lt;b or\n\nb &lt;c&gt; d</summary></entry>' +
      '<entry><title type="text">A &lt;br&gt;</title><content type="text/plain">x &lt;i&gt;</content></entry>' +
      '<entry><title type="html">A &lt;i&gt;b&lt;/i&gt;</title><content type="html">&lt;p&gt;x</content></entry>' +
      '<entry><title type="text/html" mode="escaped">A &lt;i&gt;b</title></entry>' +
      '<entry><title>P</title><content type="image/png">iVBORw0KGgo</content></entry></feed>',
  );
  expect(plain).toMatchObject({
    title: 'List<String> &amp;',
    html: '<p>a &lt;b or</p><p>b &lt;c&gt; d</p>',
  });
  expect(typed).toMatchObject({ title: 'A <br>', html: '<p>x &lt;i&gt;</p>' });
  expect(html).toMatchObject({ title: 'A b', html: '<p>x' });
  expect([escaped?.title, picture?.html]).toEqual(['A b', null]);
});
