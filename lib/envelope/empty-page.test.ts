import { expect, test } from 'vitest';
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
  ['a script where the content would be', `${top}<script>var a = "text"</script><noscript></noscript>${end}`],
  ['a hidden template', `${top}<div hidden>Loading</div><main></main>${end}`],
  [
    'divisions that are called so',
    '<div id="header"><a href="/">Shop</a><ul class="menu"><li><a href="/a">A</a></ul></div>' +
      '<div id="content"></div><div id="footer"><p>Imprint</p></div>',
  ],
  ['roles', '<div role="banner">Shop</div><div role="main"></div><div role="contentinfo">Imprint</div>'],
])('a page of header, menu and footer is empty: %s', (_, body) => {
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
  ['a footer alone', end],
  ['a footer that is the text', `${top}<footer><article>Call me on Monday.</article></footer>`],
  ['a long footer', `${top}<footer>${'We mend clocks and sell them. '.repeat(40)}</footer>`],
  ['a header of an article', `<article><header><h1>Mills</h1></header>They turn.</article>${end}`],
])('a page with anything else is not: %s', (_, body) => {
  expect(isEmpty(body)).toBe(false);
});

test('where all of a page is wanted, its header is what was wanted', () => {
  expect(isEmpty(top + end, false)).toBe(false);
});
