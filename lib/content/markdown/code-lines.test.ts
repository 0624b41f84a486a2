import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose =
  'The keeper counted ships, gulls and storms, and wrote each of them down in the book of his tower. ';
/** The text of the only block of code of a page. */
const codeOf = (pre: string): string => {
  const page =
    `<!doctype html><title>Code</title><main><h1>Code</h1><p>${prose.repeat(5)}</p>${pre}` +
    `<p>${prose.repeat(5)}</p></main>`;
  return /```[^\n]*\n([^]*?)\n```/.exec(contentAsUsual(page).markdown)?.[1] ?? '';
};
const two = 'npm create vite\n  cd site';

test.each([
  [
    'elements called line',
    '<pre><code><span class="line">npm create vite</span><span class="line">  cd site</span></code></pre>',
  ],
  [
    'elements called line within others',
    '<pre><code><span class="highlight-line"><span class="highlight-line-content">npm create vite</span></span><span class="highlight-line"><span class="highlight-line-content">  cd site</span></span></code></pre>',
  ],
  [
    'elements called line by a style module',
    '<pre><span class="Code_line__x1Y">npm create vite</span><span class="Code_line__x1Y Code_on__a">  cd site</span></pre>',
  ],
  [
    'blocks',
    '<pre><code><div class="ec-line"><div class="code">npm create vite</div></div><div class="ec-line"><div class="code">  cd site</div></div></code></pre>',
  ],
  [
    'blocks that end with a break',
    '<pre><code><div>npm create vite<br></div><div>  cd site<br></div></code></pre>',
  ],
  ['blocks with line feeds between them', '<pre><div>npm create vite</div>\n<div>  cd site</div>\n</pre>'],
  ['blocks that hold their line feeds', '<pre><div>npm create vite\n</div><div>  cd site\n</div></pre>'],
  ['items of a list', '<pre><ol><li>npm create vite</li><li>  cd site</li></ol></pre>'],
  [
    'elements called line and line feeds',
    '<pre><code><span class="line">npm create vite</span>\n<span class="line">  cd site</span></code></pre>',
  ],
])('lines of code that are %s stay lines', (_, pre) => {
  expect(codeOf(pre)).toBe(two);
});

test('an empty line between elements called line stays', () => {
  const line = (text: string): string => `<span class="line">${text}</span>`;
  expect(codeOf(`<pre><code>${line('a = 1')}${line('')}${line('b = 2')}</code></pre>`)).toBe(
    'a = 1\n\nb = 2',
  );
});

test.each([
  ['inline', '<pre><code><span class="inline">a</span><span class="inline">(b)</span></code></pre>', 'a(b)'],
  [
    'underlined',
    '<pre><code><span class="underline">a</span><span class="underline">b</span></code></pre>',
    'ab',
  ],
  [
    'of several kinds',
    '<pre><code><span class="line-a">a</span><span class="key">b</span></code></pre>',
    'ab',
  ],
  [
    'followed by bare text',
    '<pre><code><span class="line">a</span> + <span class="line">b</span></code></pre>',
    'a + b',
  ],
])('parts of one line stay in it: %s', (_, pre, wanted) => {
  expect(codeOf(pre)).toBe(wanted);
});
