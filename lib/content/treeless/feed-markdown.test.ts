import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import type { PageContent } from '../page-content.ts';
import { usualReading } from '../read-as-usual.fixture.ts';
import { readAnyContent } from '../read-content.ts';
import { feedContent } from './treeless-content.ts';

const contentOf = (items: readonly string[], url = 'https://example.com/feed.xml'): PageContent => {
  const xml = `<rss><channel><title>News</title>${items.map((one) => `<item>${one}</item>`).join('')}</channel></rss>`;
  const content = feedContent(xml, url);
  if (content === null) throw new Error('not read');
  return content;
};

const cdata = (html: string): string => `<description><![CDATA[${html}]]></description>`;

test('an item is a section, and its HTML is written as that of a page', () => {
  const { markdown, links, images } = contentOf([
    '<title>One *two*</title><link>/1</link><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>' +
      cdata(
        '<h1>Part</h1><p>See <a href="/in">the &amp;amp; list</a>:</p><ul><li>one</li><li>two</li></ul>' +
          '<h2>Code</h2><pre>code here\nline2</pre><script>x</script><img src="a.png" alt="A">',
      ),
    '<title>Second ~~old~~</title>',
  ]);
  expect(markdown).toBe(
    [
      '# News',
      '## [One \\*two\\*](https://example.com/1)',
      'Mon, 01 Jan 2024 00:00:00 GMT',
      '### Part',
      'See [the \\&amp; list](https://example.com/in):',
      '- one\n- two',
      '#### Code',
      '```\ncode here\nline2\n```',
      '![A](https://example.com/a.png)',
      '## Second \\~\\~old\\~\\~',
    ].join('\n\n'),
  );
  expect(links.map(({ url, text }) => [url, text])).toEqual([
    ['https://example.com/1', 'One *two*'],
    ['https://example.com/in', 'the &amp; list'],
  ]);
  expect(images).toEqual(['https://example.com/a.png']);
});

test.each([
  [
    'relative' as const,
    ['## [One](1)', 'See [in](../in?a#b), [out](https://other.example/) and [here](#top).', '## [Two](1)'],
  ],
  [
    'reference' as const,
    [
      '## [One][1]',
      'See [in][2], [out][3] and [here][4].',
      '## [Two][1]',
      '[1]: https://example.com/feeds/1\n[2]: https://example.com/in?a#b\n[3]: https://other.example/\n' +
        '[4]: https://example.com/feeds/all.xml#top',
    ],
  ],
])('links of items and within them are written in the style asked for: %s', (linkStyle, lines) => {
  const html =
    'See <a href="/in?a#b">in</a>, <a href="https://other.example/">out</a> and <a href="#top">here</a>.';
  const xml =
    `<rss><channel><title>[1] News</title><item><title>One</title><link>1</link>${cdata(`<p>${html}</p>`)}</item>` +
    '<item><title>Two</title><link>/feeds/1</link></item></channel></rss>';
  const read = (style?: typeof linkStyle) => feedContent(xml, 'https://example.com/feeds/all.xml', style);
  const title = linkStyle === 'reference' ? '# \\[1\\] News' : '# [1] News';
  expect(read(linkStyle)?.markdown).toBe([title, ...lines].join('\n\n'));
  expect(read(linkStyle)?.links).toEqual(read()?.links);
});

test('files of an item stand behind its text, each once: pictures as such, others as links', () => {
  const { markdown, links, images } = contentOf([
    '<title>One</title><enclosure url="/a%20b.mp3" type="audio/mpeg"/><enclosure url="/in.mp3" type="audio/mpeg"/>' +
      '<media:content url="/a.jpg" medium="image"/><media:content url="/b.jpg" medium="image"/>' +
      '<enclosure url="/a%20b.mp3"/>' +
      cdata('<a href="/in.mp3">Listen</a> <img src="/b.jpg">'),
  ]);
  expect(markdown.split('\n\n').slice(2)).toEqual([
    '[Listen](https://example.com/in.mp3) ![](https://example.com/b.jpg)',
    '[a b.mp3](https://example.com/a%20b.mp3)',
    '![](https://example.com/a.jpg)',
  ]);
  expect(links.map(({ url, text }) => [url, text])).toEqual([
    ['https://example.com/in.mp3', 'Listen'],
    ['https://example.com/a%20b.mp3', 'a b.mp3'],
  ]);
  expect(images).toEqual(['https://example.com/b.jpg', 'https://example.com/a.jpg']);
});

test('links within an item start where xml:base says', () => {
  const content = feedContent(
    '<feed xml:base="/fd/"><title>F</title><entry><title>a</title><link href="base"/><content type="xhtml">' +
      '<div><a href="in">In</a></div></content></entry></feed>',
    'https://example.com/fd/atom/feed.xml',
  );
  expect(content?.links.map(({ url }) => url)).toEqual([
    'https://example.com/fd/base',
    'https://example.com/fd/in',
  ]);
  expect(content?.markdown).toContain('[In](https://example.com/fd/in)');
});

test('a long item is read whole', () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `word${at}`).join(' ');
  const { markdown, warnings, keptText } = contentOf([`<title>Long</title>${cdata(`<p>${words}</p>`)}`]);
  expect(markdown.endsWith('word39998 word39999')).toBe(true);
  expect([warnings, keptText.kept]).toEqual([[], 1]);
});

test('a feed of which only the first items are read says so, and how much is missing', () => {
  const items = Array.from({ length: 4_000 }, (_, at) => `<title>Item ${1_000 + at}</title>`);
  const { markdown, warnings, keptText } = contentOf(items);
  expect(markdown.endsWith('## Item 2999')).toBe(true);
  expect(warnings).toEqual(['Only the first 2000 of the 4000 items of the feed were read']);
  expect(keptText.kept).toBeGreaterThan(0.45);
  expect(keptText.kept).toBeLessThan(0.6);
});

test.each([
  ['characters', 'words and '.repeat(limits.domCharactersMax / 20)],
  ['tags', '<i>words</i> and '.repeat(limits.domNodesMax / 3)],
])('texts of too many %s together are cut between words, with a warning', (_what, html) => {
  const { markdown, warnings, keptText } = contentOf(
    ['one', 'two', 'three'].map((title) => `<title>${title}</title>${cdata(html)}`),
  );
  expect(markdown).toContain('## three');
  expect(
    markdown
      .replaceAll(/## \w+/g, '')
      .replaceAll(/\*?\b(?:words|and|News)\b\*?/g, '')
      .trim(),
  ).toBe('#');
  expect(warnings).toEqual([expect.stringContaining("Only the beginning of the feed's texts was read")]);
  expect(keptText).toMatchObject({ dropped: [{ rule: 'texts' }] });
  expect(keptText.kept).toBeLessThan(0.9);
});

test('a JSON Feed is a section for each item, with its author and its date below the title', async () => {
  const json = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'News',
    language: 'de-AT',
    authors: [{ name: 'Ines Calder' }],
    items: [
      {
        id: '1',
        url: 'https://example.com/1',
        title: 'One',
        content_html: '<p>See <a href="/in">in</a>.</p>',
        date_published: '2024-01-01T00:00:00Z',
        authors: [{ name: 'Ada Quill' }],
        attachments: [{ url: 'https://example.com/1.mp3', mime_type: 'audio/mpeg' }, { mime_type: 'x' }],
      },
    ],
  });
  for (const contentType of ['application/feed+json', 'application/json']) {
    const read = await readAnyContent(
      { body: Buffer.from(json), contentType, baseUrl: 'https://example.com/feed.json' },
      usualReading,
    );
    if (read.kind === 'refused') throw new Error(read.failure.message);
    expect(read.content.markdown).toBe(
      '# News\n\n## [One](https://example.com/1)\n\nAda Quill · 2024-01-01T00:00:00Z\n\n' +
        'See [in](https://example.com/in).\n\n[1.mp3](https://example.com/1.mp3)',
    );
    expect([read.content.language, read.content.authors]).toEqual(['de', ['Ines Calder']]);
  }
});
