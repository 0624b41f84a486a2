import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { detectAppShell } from './app-shell.ts';
import { visibleText } from './visible-text.ts';

const words = 'Some words that a reader reads. ';
const page = (body: string): string =>
  `<!doctype html><html><head><title>A title</title></head><body>${body}</body></html>`;

test.each([
  ['a root that scripts fill in', page('<div id="root"></div><script src="/app.js"></script>')],
  [
    'a page that asks for JavaScript',
    page(
      `<noscript>You need to enable JavaScript to run this app.</noscript><p>${words}</p><script src="/a.js"></script>`,
    ),
  ],
  [
    'an empty root below a header',
    page(`<header>${words.repeat(4)}</header><div id="__next"></div><script src="/a.js"></script>`),
  ],
  [
    'a root that asks to wait',
    page(
      '<div id="root"><div class="spinner">Loading, please wait until the products are here</div></div>' +
        '<script src="/app.js"></script>',
    ),
  ],
  [
    'a root that asks to wait between a menu and a footer',
    page(
      '<nav><a href="/a">Mills</a> <a href="/b">Saws</a></nav><div class="x" id=app><div></div><p>Please wait while ' +
        'we load the catalogue for you.</p></div><footer>© 2026 Shop of things</footer><script src="/app.js"></script>',
    ),
  ],
  [
    'a root that asks to wait in another language',
    page(
      '<main id="__next"><span>Загрузка… Пожалуйста, подождите, каталог открывается</span></main>' +
        '<script src="/a.js"></script>',
    ),
  ],
  [
    'a page all of whose text is in scripts',
    page(`<script>const data = ${JSON.stringify(words.repeat(99))};</script>`),
  ],
] as const)('%s is a shell', (_what, html) => {
  expect(detectAppShell(html)?.reason).toBe('script-shell');
});

test('a page without text or script is empty', () => {
  expect(detectAppShell(page('<img src="a.png">'))?.reason).toBe('empty');
  expect(detectAppShell('')?.reason).toBe('empty');
});

test.each([
  ['a short page without scripts', page('<h1>Hi</h1>')],
  [
    'a page with text and scripts',
    page(`<p>${words.repeat(12)}</p><script src="/a.js"></script><noscript>Enable JavaScript</noscript>`),
  ],
  [
    'a short page with a script beside it',
    page(`<p>${words.repeat(3)}</p><script src="/analytics.js"></script>`),
  ],
  [
    'a root with a few words',
    page(`<div id="root"><p>${words.repeat(3)}</p></div><script src="/a.js"></script>`),
  ],
  [
    'a root with more than a notice to wait',
    page(`<div id="root"><p>Loading</p><p>${words.repeat(4)}</p></div><script src="/a.js"></script>`),
  ],
  [
    'a notice to wait outside of the root',
    page(
      `<p>Loading, please wait until all is here</p><div id="root">${words}</div><script src="/a.js"></script>`,
    ),
  ],
  [
    'a root that loads goods',
    page(
      `<div id="root"><p>Loadings of ships at the pier are listed here.</p></div><script src="/a.js"></script>`,
    ),
  ],
] as const)('%s is a page', (_what, html) => {
  expect(detectAppShell(html)).toBeNull();
});

test('visible text is what stands between tags and outside of scripts, styles and comments', () => {
  const html = page(
    '<p>one</p><script>no</script><style>no</style><!-- no <p>no --><svg><text>no</text></svg><p>two&nbsp;three',
  );
  expect(visibleText(html)).toMatchObject({ text: 'one two three', scripts: 1 });
});

test('any text is judged without failing', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '<script',
    '</script>',
    '<!--',
    '-->',
    '<noscript>',
    '"',
    "'",
    ' id="root"',
    'word ',
    '/',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
      const html = parts.join('');
      const { text } = visibleText(html);
      expect(text.length).toBeLessThanOrEqual(html.length);
      detectAppShell(html);
    }),
  );
});

test('a shell of a million open tags is judged in time that grows with its length', () => {
  const started = cpuMs();
  for (const piece of [
    '<div id="root">',
    '<div id="root">Loading',
    '<div id="root"',
    '<noscript>',
    '<script>',
    '<div ',
    '<p class="',
  ])
    detectAppShell(piece.repeat(60_000));
  expect(cpuMs() - started).toBeLessThan(4_000);
});
