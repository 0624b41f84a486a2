import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose = (word: string): string =>
  `The ${word} keeper counted ships, gulls and storms, and wrote each of them down in the book of his tower. `.repeat(
    4,
  );
const head = '<!doctype html><html lang="en"><head><title>The keepers</title></head><body>';
const markdownOf = (body: string): string => contentAsUsual(`${head}${body}</body></html>`).markdown;
const order = (markdown: string, ...words: string[]): string[] =>
  words
    .filter((word) => markdown.includes(word))
    .toSorted((a, b) => markdown.indexOf(a) - markdown.indexOf(b));

const boundary = (id: number, fallback = 'Loading…'): string =>
  `<!--$?--><template id="B:${id}"></template><p>${fallback}</p><!--/$-->`;
const late = (id: number, html: string): string => `<div hidden id="S:${id}">${html}</div>`;

test('a part that React sent later stands where its boundary is, instead of what was shown meanwhile', () => {
  const markdown = markdownOf(
    `<main><h1>Keepers</h1><p>${prose('first')}</p>${boundary(0)}<p>${prose('third')}</p></main>` +
      `<script>$RC=function(b,a){a=document.getElementById(a)}</script>` +
      `${late(0, `<pre><code>count gulls</code></pre><p>${prose('second')}</p>`)}<script>$RC("B:0","S:0")</script>`,
  );
  expect(order(markdown, 'third keeper', 'second keeper', 'count gulls', 'first keeper')).toEqual([
    'first keeper',
    'count gulls',
    'second keeper',
    'third keeper',
  ]);
  expect(markdown).toContain('```\ncount gulls\n```');
  expect(markdown).not.toContain('Loading');
});

test('a part within a part is put in its place, whichever of the two came first', () => {
  const inner = late(1, `<p>${prose('inner')}</p>`);
  const outer = late(
    0,
    `<p>${prose('outer')}</p><!--$?--><template id="B:1"></template><!--/$--><p>${prose('last')}</p>`,
  );
  const page = (sent: string): string => markdownOf(`<main><h1>Keepers</h1>${boundary(0)}</main>${sent}`);
  const after = page(`${outer}<script>$RC("B:0","S:0")</script>${inner}<script>$RC("B:1","S:1")</script>`);
  const before = page(`${outer}${inner}<script>$RC("B:1","S:1")</script><script>$RC("B:0","S:0")</script>`);
  expect(order(after, 'last keeper', 'inner keeper', 'outer keeper')).toEqual([
    'outer keeper',
    'inner keeper',
    'last keeper',
  ]);
  expect(before).toBe(after);
});

test('boundaries within what was shown meanwhile go with it', () => {
  const markdown = markdownOf(
    `<main><h1>Keepers</h1><!--$?--><template id="B:0"></template><!--$--><p>A skeleton</p><!--/$-->` +
      `<p>Please wait</p><!--/$--><p>${prose('last')}</p></main>` +
      `${late(0, `<p>${prose('first')}</p>`)}<script>$RC("B:0","S:0")</script>`,
  );
  expect(markdown).not.toMatch(/skeleton|wait/);
  expect(order(markdown, 'last keeper', 'first keeper')).toEqual(['first keeper', 'last keeper']);
});

test.each([
  [
    'a boundary with styles',
    late(0, `<p>${prose('late')}</p>`) + '<script>$RR("B:0","S:0",[["a.css","x"]])</script>',
  ],
  [
    'an instruction of the runtime that is a file',
    `${late(0, `<p>${prose('late')}</p>`)}<template data-rci="" data-bid="B:0" data-sid="S:0"></template>`,
  ],
])('%s is heeded', (_, sent) => {
  const markdown = markdownOf(`<main><h1>Keepers</h1><p>${prose('first')}</p>${boundary(0)}</main>${sent}`);
  expect(order(markdown, 'late keeper', 'first keeper')).toEqual(['first keeper', 'late keeper']);
});

test.each([
  ['a script', '<script>$RS("S:2","P:2")</script>'],
  ['an instruction', '<template data-rsi="" data-sid="S:2" data-pid="P:2"></template>'],
])('a segment stands at its place: %s', (_, call) => {
  const markdown = markdownOf(
    `<main><h1>Keepers</h1><p>${prose('first')}</p><template id="P:2"></template><p>${prose('last')}</p></main>` +
      `${late(2, `<p>${prose('late')}</p>`)}${call}`,
  );
  expect(order(markdown, 'last keeper', 'late keeper', 'first keeper')).toEqual([
    'first keeper',
    'late keeper',
    'last keeper',
  ]);
});

test('a part that Solid sent later stands at its place', () => {
  const markdown = markdownOf(
    `<main><h1>Keepers</h1><p>${prose('first')}</p><template id="pl-0-1"></template><p>Loading <!--!$-->…</p>` +
      `<!--pl-0-1--><p>${prose('last')}</p></main><template id="0-1"><p>${prose('late')}</p></template>` +
      `<script>function $df(e,n,o,t){}$df("0-1")</script>`,
  );
  expect(markdown).not.toContain('Loading');
  expect(order(markdown, 'last keeper', 'late keeper', 'first keeper')).toEqual([
    'first keeper',
    'late keeper',
    'last keeper',
  ]);
});

test.each(['$af(0)', '$af("0")', '$af(0,"1")'])(
  'a part that Marko sent later stands at its place: %s',
  (call) => {
    const markdown = markdownOf(
      `<main><h1>Keepers</h1><p>${prose('first')}</p><noscript id="afph0">Loading…</noscript>` +
        `<p>${prose('last')}</p></main><script>function $af(d,a,e){}</script>` +
        `<div id="af0" style="display:none"><p>${prose('late')}</p></div><script>${call}</script>`,
    );
    expect(markdown).not.toContain('Loading');
    expect(order(markdown, 'last keeper', 'late keeper', 'first keeper')).toEqual([
      'first keeper',
      'late keeper',
      'last keeper',
    ]);
  },
);

test.each([
  ['its place is within it', late(0, `<p>${prose('late')}</p>${boundary(0)}`), '$RC("B:0","S:0")'],
  ['it has no place', late(0, `<p>${prose('late')}</p>`), '$RC("B:9","S:0")'],
  ['it is its own place', '<div hidden id="B:0">late keeper</div>', '$RC("B:0","B:0")'],
  [
    'only text says so',
    `${boundary(0)}${late(0, `<p>${prose('late')}</p>`)}`,
    'self.__next_f.push([1,"$RC(\\"B:0\\",\\"S:0\\")"])',
  ],
])('a part stays where it was sent if %s', (_, sent, call) => {
  const markdown = markdownOf(
    `<main><h1>Keepers</h1><p>${prose('first')}</p></main>${sent}<script>${call}</script>`,
  );
  expect(markdown).toContain('first keeper');
  expect(markdown).not.toContain('late keeper');
});

test('what is shown meanwhile stays if the part never comes', () => {
  const markdown = markdownOf(
    `<main><h1>Keepers</h1><p>${prose('first')}</p>${boundary(0)}</main><script>$RC("B:0","S:7")</script>`,
  );
  expect(markdown).toContain('Loading');
});

test('a part takes nothing else away where nothing says what was shown meanwhile', () => {
  const markdown = markdownOf(
    `<main><h1>Keepers</h1><template id="B:0"></template><p>${prose('last')}</p></main>` +
      `${late(0, `<p>${prose('late')}</p>`)}<script>$RC("B:0","S:0")</script>`,
  );
  expect(order(markdown, 'last keeper', 'late keeper')).toEqual(['late keeper', 'last keeper']);
});
