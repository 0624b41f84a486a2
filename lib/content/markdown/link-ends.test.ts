import { expect, test } from 'vitest';
import { parseBody } from './round-trip.fixture.ts';
import { readPage } from '../read-page.ts';
import { writeMarkdown } from './markdown.ts';
import { urlsFrom } from '../dom/urls.ts';
import { relativeUrl } from './link-ends.ts';
import { usualReading } from '../read-as-usual.fixture.ts';

const page = 'https://a.test/docs/page.html';

test.each([
  ['https://a.test/docs/page.html#part', '#part'],
  ['https://a.test/docs/other.html?q=1#x', 'other.html?q=1#x'],
  ['https://a.test/docs/', './'],
  ['https://a.test/docs/deep/a.html', 'deep/a.html'],
  ['https://a.test/blog/a.html', '../blog/a.html'],
  ['https://a.test/', '../'],
  ['https://a.test/docs/a:b', './a:b'],
  ['https://b.test/docs/page.html', 'https://b.test/docs/page.html'],
  ['mailto:a@a.test', 'mailto:a@a.test'],
])('%s seen from a page is %s, and leads there again', (url, relative) => {
  expect(relativeUrl(url, page)).toBe(relative);
  expect(URL.parse(relative, page)?.href).toBe(url);
});

test('links by reference are numbered by address, and brackets of the text are no references', () => {
  const html = '<p><a href="/a">one</a>, <a href="/b">two</a> and <a href="/a">one again</a> [1]</p>';
  expect(writeMarkdown(parseBody(html), urlsFrom(page, true), { linkStyle: 'reference' })).toBe(
    '[one][1], [two][2] and [one again][1] \\[1\\]\n\n[1]: https://a.test/a\n[2]: https://a.test/b',
  );
});

test('a page is written with links relative to it where that is asked for', () => {
  const read = readPage({
    html: '<body><main><h1>T</h1><p><a href="#x">here</a> <a href="/docs/b">there</a></p></main></body>',
    url: page,
    options: { ...usualReading, linkStyle: 'relative' },
  });
  expect(read.kind === 'read' ? read.content.markdown : '').toBe('# T\n\n[here](#x) [there](b)');
});
