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
const [first, second] = ['npm create vite', '  cd site'];
const two = `${first}\n${second}`;

const span = (name: string, text: string): string => `<span class="${name}">${text}</span>`;
const deep = (text: string): string => span('highlight-line', span('highlight-line-content', text));
const block = (text: string): string => `<div class="ec-line"><div class="code">${text}</div></div>`;

test.each([
  ['elements called line', `<pre><code>${span('line', first)}${span('line', second)}</code></pre>`],
  ['elements called line within others', `<pre><code>${deep(first)}${deep(second)}</code></pre>`],
  [
    'elements called line by a style module',
    `<pre>${span('Code_line__x1Y', first)}${span('Code_line__x1Y Code_on__a', second)}</pre>`,
  ],
  ['blocks', `<pre><code>${block(first)}${block(second)}</code></pre>`],
  ['blocks that end with a break', `<pre><code><div>${first}<br></div><div>${second}<br></div></code></pre>`],
  ['blocks with line feeds between them', `<pre><div>${first}</div>\n<div>${second}</div>\n</pre>`],
  ['blocks that hold their line feeds', `<pre><div>${first}\n</div><div>${second}\n</div></pre>`],
  ['items of a list', `<pre><ol><li>${first}</li><li>${second}</li></ol></pre>`],
  ['elements called line and line feeds', `<pre>${span('line', first)}\n${span('line', second)}</pre>`],
])('lines of code that are %s stay lines', (_, pre) => {
  expect(codeOf(pre)).toBe(two);
});

test('an empty line between elements called line stays', () => {
  const line = (text: string): string => span('line', text);
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

test('a box behind an indentation stays in its line', () => {
  expect(codeOf('<pre><code>for a:\n    <div>b()</div></code></pre>')).toBe('for a:\n    b()');
});
