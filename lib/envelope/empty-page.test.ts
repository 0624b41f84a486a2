import { expect, test } from 'vitest';
import { detectEmptyPage } from './empty-page.ts';
import { readDocumentContent } from '../content/read-content.ts';
import { readPage } from '../content/read-page.ts';
import { usualReading } from '../content/read-as-usual.fixture.ts';

/** Pages that are a template into which nothing was put, and pages that are not although they look it. */
const isEmpty = (body: string, onlyMainContent = true): boolean => {
  const html = `<!doctype html><html><head><title>Shop of things</title></head><body>${body}</body></html>`;
  const options = { ...usualReading, onlyMainContent };
  const page = readPage({ html, url: 'https://a.test/empty/1', options });
  if (page.kind === 'refused') throw new Error(page.failure.message);
  return page.content.isFrameAlone === true;
};

const top =
  '<header><a href="/"><h1>Shop of things</h1></a><nav><a href="/a">Mills</a> <a href="/b">Saws</a></nav></header>';
const end =
  '<footer><p>© 2026 Shop of things Ltd, 12 Long Road, London.</p><a href="/imprint">Imprint</a></footer>';

test.each([
  ['landmarks around an empty main part', `${top}<main></main>${end}`],
  ['landmarks alone', top + end],
  ['a header alone', top],
  ['a footer of small print alone', `<div id="root"></div>${end}`],
  [
    'a footer of links alone',
    '<div id="root"></div><footer><dl><dt><h5>Help</h5><dd>' +
      `${'<a href="/help">Help of the shop</a>, '.repeat(20)}</dl></footer>`,
  ],
  ['a script where the content would be', `${top}<script>var a = "text"</script><noscript></noscript>${end}`],
  ['a hidden template', `${top}<div hidden>Loading</div><main></main>${end}`],
  [
    'divisions that are called so',
    '<div id="header"><a href="/">Shop</a><ul class="menu"><li><a href="/a">A</a></ul></div>' +
      '<div id="content"></div><div id="footer"><p>Imprint</p></div>',
  ],
  ['roles', '<div role="banner">Shop</div><div role="main"></div><div role="contentinfo">Imprint</div>'],
])('a page of header, menu and footer, or of one of them, is empty: %s', (_, body) => {
  expect(isEmpty(body)).toBe(true);
});

test.each([
  ['a line between them', `${top}<main>Closed on Monday</main>${end}`],
  ['a line outside any element', `${top}Closed${end}`],
  ['a picture', `${top}<main><img src="/a.jpg"></main>${end}`],
  ['a field', `${top}<input name="q">${end}`],
  [
    'a header that says what the page is',
    `<header><h1>Ann Reef</h1><p>I paint boats in Leeds.</p></header>${end}`,
  ],
  ['a header with a table', `<header><table><tr><td>Monday<td>8</table></header>${end}`],
  ['a title and nothing else', '<h1>Ann Reef</h1>'],
  [
    'a footer alone with a text to read',
    `<footer><p>${'We mend clocks and sell them. '.repeat(8)}</p><a href="/imprint">Imprint</a></footer>`,
  ],
  ['a footer that is the text', `${top}<footer><article>Call me on Monday.</article></footer>`],
  ['a long footer', `${top}<footer>${'We mend clocks and sell them. '.repeat(40)}</footer>`],
  ['a header of an article', `<article><header><h1>Mills</h1></header>They turn.</article>${end}`],
])('a page with anything else is not: %s', (_, body) => {
  expect(isEmpty(body)).toBe(false);
});

test('where all of a page is wanted, its header is what was wanted', () => {
  expect(isEmpty(top + end, false)).toBe(false);
});

const wanting = (tags: Partial<typeof usualReading> = {}): Parameters<typeof detectEmptyPage>[0] =>
  ({ request: { scrape: { ...usualReading, ...tags } } }) as unknown as Parameters<typeof detectEmptyPage>[0];

/** How a page ends that has a title and this body. */
const emptiness = (body: string, captures?: Parameters<typeof detectEmptyPage>[1]['captures']) => {
  const html = `<!doctype html><title>Job board of the city</title><body>${body}</body>`;
  const url = 'https://jobs.a.test/board';
  const read = readDocumentContent(
    { body: Buffer.from(html), contentType: 'text/html', baseUrl: url },
    usualReading,
  );
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return detectEmptyPage(
    wanting(),
    { url, status: 200, ...(captures === undefined ? {} : { captures }) },
    { ...read, format: 'markdown' },
  );
};

test.each([
  ['a frame of its host', '<iframe src="/fi"></iframe>', 'https://jobs.a.test/fi'],
  ['a frame of its site', '<iframe src="https://apply.a.test/fi"></iframe>', 'https://apply.a.test/fi'],
  [
    'a frame of a service',
    '<iframe src="https://boards.b.test/city"></iframe>',
    'https://boards.b.test/city',
  ],
  ['a frame that loads late', '<iframe src="about:blank" data-src="/fi"></iframe>', 'https://jobs.a.test/fi'],
  ['an object', '<object type="text/html" data="/fi"></object>', 'https://jobs.a.test/fi'],
  [
    'its own frame before one of another site',
    '<iframe src="https://b.test/side"></iframe><iframe src="/fi"></iframe>',
    'https://jobs.a.test/fi and https://b.test/side',
  ],
])('a page whose text is the title that was put before it is empty, and names %s', (_, body, named) => {
  const found = emptiness(body);
  expect(found?.code).toBe('CONTENT_EMPTY');
  expect(found?.message).toContain('it holds no text but its title. Its content stands in ');
  expect(found?.message).toContain(`: ${named}; scrape `);
});

test('a frame that is no content is not named as the place of the content', () => {
  const frames =
    '<iframe src="https://www.googletagmanager.com/ns.html?id=1" height="0" width="0"></iframe>' +
    '<noscript><iframe src="/counter"></iframe></noscript><iframe src="/ads/1"></iframe>' +
    '<iframe src="/fi" style="display: none"></iframe><iframe src="/board"></iframe>';
  expect(emptiness(frames)?.message).toBe(
    'Cannot read https://jobs.a.test/board: it holds no text but its title',
  );
});

test.each([
  ['a line', 'Closed on Monday<iframe src="/fi"></iframe>'],
  ['its own heading', '<h1>Job board of the city</h1><iframe src="/fi"></iframe>'],
  ['a picture', '<img src="/a.jpg" alt=""><iframe src="/fi"></iframe>'],
  ['a film', '<iframe src="https://www.youtube.com/embed/abcdefgh"></iframe>'],
])('a page of a title and something else is none: %s', (_, body) => {
  expect(emptiness(body)).toBeNull();
});

test('a page of a frame is delivered if its picture was asked for', () => {
  expect(emptiness('<iframe src="/fi"></iframe>', {})).toBeNull();
});
