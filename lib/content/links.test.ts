import { expect, test } from 'vitest';
import { readDocumentContent } from './read-content.ts';
import { leastCpuMs } from '../../test/harness/cpu-time.ts';

const read = (html: string) => {
  const found = readDocumentContent(
    { body: Buffer.from(html), contentType: 'text/html; charset=utf-8', baseUrl: 'https://site.test/dir/' },
    {
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: false,
      wantHtml: false,
    },
  );
  if (found.kind !== 'read') throw new Error(found.failure.message);
  return found.content;
};

const shown = (html: string): string[] =>
  read(html)
    .links.filter(({ hidden }) => hidden !== true)
    .map(({ url }) => url.replace('https://site.test/', '/'));

const page = (body: string, head = ''): string =>
  `<!doctype html><html><head><title>Tides</title>${head}</head><body><main><p>High water comes twice a ` +
  `day, and low water in between.</p>${body}</main></body></html>`;

test.each([
  '<a href=/trap hidden>x</a>',
  '<div hidden><p><a href=/trap>x</a></p></div>',
  '<a href=/trap style="display:none">x</a>',
  '<a href=/trap style="color:red; DISPLAY : none !important">x</a>',
  '<span style="visibility:hidden"><a href=/trap>x</a></span>',
  '<a href=/trap style="position:absolute;left:-9999px">x</a>',
  '<a href=/trap style="position:fixed;top:-200em">x</a>',
  '<a href=/trap style="width:0;height:0;overflow:hidden">x</a>',
  '<a href=/trap style="font-size:0px">x</a>',
  '<template><a href=/trap>x</a></template>',
])('a link that no reader comes to see is hidden: %s', (link) => {
  expect(shown(page(link))).toEqual([]);
  expect(read(page(link)).links).toMatchObject([{ url: 'https://site.test/trap', hidden: true }]);
});

test.each([
  ['.trap { display: none }', '<a class="x trap" href=/trap>x</a>'],
  ['a.trap, p.other { position: absolute; left: -5000px }', '<a class=trap href=/trap>x</a>'],
  ['/* .y{} */ #bait{visibility:hidden}', '<div id=bait><a href=/trap>x</a></div>'],
])("a rule of the page's own style hides a link: %s", (style, link) => {
  expect(shown(page(link, `<style>${style}</style>`))).toEqual([]);
});

test.each([
  ['', '<a href=/trap hidden=until-found>x</a>'],
  ['', '<a href=/trap style="text-indent:-9999px">logo</a>'],
  ['', '<a href=/trap style="opacity:0">x</a>'],
  ['', '<nav><ul hidden><li><a href=/trap>x</a><li><a href=/trap?b>y</a></ul></nav>'],
  ['', '<button aria-controls=p>open</button><div id=p hidden><a href=/trap>x</a></div>'],
  ['', '<a href="#two">Two</a><div id=two style="display:none"><a href=/trap>x</a></div>'],
  ['', '<div role=tabpanel hidden><a href=/trap>x</a></div>'],
  ['.menu{display:none} li:hover .menu{display:block}', '<div class=menu><a href=/trap>x</a></div>'],
  ['@media print { .trap { display:none } }', '<a class=trap href=/trap>x</a>'],
  ['.trap { width: 0 }', '<a class=trap href=/trap>x</a>'],
  ['', '<a href=/trap hidden>x</a> <a href=/trap>x</a>'],
])('what a reader may come to see is a link: %s %s', (style, link) => {
  expect(shown(page(link, `<style>${style}</style>`))).toContain('/trap');
});

test('frames of the same host, links of drawings and the next page are links', () => {
  const html = page(
    '<iframe src="inner.html" title="Inner"></iframe><iframe src="https://ads.test/x"></iframe>' +
      '<svg viewBox="0 0 9 9"><a xlink:href="/map/north"><text>North</text></a><a href="/map/south"></a></svg>',
    '<link rel="next" href="?page=2"><link rel="stylesheet" href="a.css"><link rel="next" href="https://else.test/">',
  );
  expect(shown(html).toSorted()).toEqual(['/dir/?page=2', '/dir/inner.html', '/map/north', '/map/south']);
});

test('a frameset page lists its frames', () => {
  const content = read(
    '<html><head><title>Manual</title></head><frameset cols="20%,80%">' +
      '<frame src="toc.html" name="Contents"><frame src="main.html">' +
      '<noframes><body>Your browser has no frames.</body></noframes></frameset></html>',
  );
  expect(content.markdown).toContain(
    '- [Contents](https://site.test/dir/toc.html)\n- [frame](https://site.test/dir/main.html)',
  );
  expect(content.links.map(({ url }) => url)).toEqual([
    'https://site.test/dir/toc.html',
    'https://site.test/dir/main.html',
  ]);
});

test('what stands in a declarative shadow root is read as text of the page', () => {
  const paragraphs = ['first', 'second', 'third'].map(
    (word) => `<p>The ${word} paragraph of a card with its text.</p>`,
  );
  const content = read(
    `<!doctype html><title>Shadow</title><h1>Shadow</h1><my-card>` +
      `<template shadowrootmode="open">${paragraphs.join('')}<a href="/in">in</a></template></my-card>` +
      '<template><p>not shown</p></template>',
  );
  for (const word of ['first', 'second', 'third'])
    expect(content.markdown).toContain(`The ${word} paragraph`);
  expect(content.markdown).not.toContain('not shown');
  expect(content.links).toMatchObject([{ url: 'https://site.test/in' }]);
});

test('many nested and hidden elements and rules cost linear time', () => {
  const deep = '<div hidden>'.repeat(2_000) + '<a href=/x>x</a>'.repeat(2_000);
  const rules = Array.from({ length: 20_000 }, (_, index) => `.c${index}{display:none}`).join('');
  const styles = `<style>${rules}${'/*'.repeat(50_000)}</style><style>${'@media{'.repeat(50_000)}</style>`;
  expect(leastCpuMs(() => read(page(deep, styles)))).toBeLessThan(10_000);
});

test('the number of a visit is no part of a link, and the number of a page is', () => {
  const links = (...hrefs: string[]): string[] =>
    shown(page(hrefs.map((href) => `<a href="${href}">x</a>`).join('')));
  const visit = 'sid=0123456789abcdef0123456789abcdef';
  expect(links(`/a?${visit}`, `/b?x=1&${visit}`, `/c?${visit}&y=2`, '/a')).toEqual([
    '/a',
    '/b?x=1',
    '/c?y=2',
  ]);
  const talks = [1, 2, 3].map((at) => `/talk?session_id=16900000000000${at}abcd`);
  expect(links(...talks)).toEqual(talks);
  expect(links(`/talk?${visit}`)).toEqual([`/talk?${visit}`]);
  expect(links('/room?sid=7', '/room?sid=7&day=2')).toEqual(['/room?sid=7', '/room?sid=7&day=2']);
});

test('a page with more links than are read says so', () => {
  const links = Array.from({ length: 20_001 }, (_, at) => `<a href="/${at}">x</a>`);
  expect(read(page(links.join(''))).warnings.join()).toContain(
    'Only the first 20,000 links of the page were read',
  );
  expect(read(page(links.slice(0, 9).join(''))).warnings.join()).not.toContain('links of the page were read');
});
