import { expect, test } from 'vitest';
import type { PageContent } from '../page-content.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const read = (html: string): PageContent => contentAsUsual(html, { url: 'https://a.test/part/kilns' });

const entries = (footer: (at: number) => string): string =>
  Array.from(
    { length: 8 },
    (_, at) =>
      `<article class="card"><h2><a href="/${at}">Kiln number ${at}</a></h2>` +
      `<p>It fires jugs and bowls.</p>${footer(at)}</article>`,
  ).join('');

test('a page of entries keeps who wrote each and when, which stands in the footer of the entry', () => {
  const { pageKind, text } = read(
    `<title>Kilns</title><main>${entries((at) => `<footer>Ada Potter, ${at + 1} May 2024</footer>`)}</main>` +
      '<footer>Kilns and Sons, 1 River Road</footer>',
  );
  expect(pageKind).toBe('listing');
  for (let day = 1; day <= 8; day += 1) expect(text).toContain(`Ada Potter, ${day} May 2024`);
  expect(text).not.toContain('River Road');
});

const sentence =
  'Each kiln is built of bricks from the valley, and is fired with wood that has dried for two years. ';
const about = `<div class="about"><h2>About our kilns</h2><p>${sentence}</p><p>${sentence.repeat(2)}</p></div>`;
const notice =
  '<div class="notice is-danger">Something went wrong while we asked the server for the kilns. ' +
  'Please try again, or write to us.</div>';

test('prose beside the main part of a page is kept where it is most of what there is to read', () => {
  const { pageKind, markdown } = read(
    `<title>Kilns</title><div id="content">${entries(() => '')}</div>${about}`,
  );
  expect(pageKind).toBe('listing');
  expect(markdown).toContain('Kiln number 7');
  expect(markdown).toContain('About our kilns');
  expect(markdown).toContain(sentence.trim());
});

test('with prose beside the main part, the page is read from the smallest element around both', () => {
  const { pageKind, foundBy, markdown } = read(
    `<title>Kilns</title>${notice}<div class="page"><main>${entries(() => '')}</main>${about}</div>`,
  );
  expect(pageKind).toBe('listing');
  expect(foundBy).toBe('container');
  expect(markdown).toContain(sentence.trim());
  expect(markdown).not.toContain('Something went wrong');
});

test('a notice beside the main part is left out although it is all of the prose of the page', () => {
  const { pageKind, foundBy, text } = read(`<title>Kilns</title>${notice}<main>${entries(() => '')}</main>`);
  expect(pageKind).toBe('listing');
  expect(foundBy).toBe('container');
  expect(text).not.toContain('Something went wrong');
});

test.each([
  ['a custom element that is called a tooltip', '<tool-tip class="x"><p>A kiln is an oven.</p></tool-tip>'],
  ['a bar of notifications', '<div class="notification-bar"><p>A kiln is an oven.</p></div>'],
  ['a custom element that is called a side bar', '<side-bar class="x"><p>A kiln is an oven.</p></side-bar>'],
])('a page of entries is read without %s', (_title, part) => {
  const { text } = read(`<title>Kilns</title><body>${part}${entries(() => '')}</body>`);
  expect(text).toContain('Kiln number 7');
  expect(text).not.toContain('A kiln is an oven');
});

test("a product's page is read without a bar of promotions", () => {
  const { pageKind, text } = read(
    '<title>Kiln</title><body><div class="promotion-bar"><p>Ten percent off all jugs.</p></div><div><h1>Kiln</h1>' +
      '<span class="price">$ 300</span><button>Add to cart</button><p>Built of bricks from here.</p></div></body>',
  );
  expect(pageKind).toBe('product');
  expect(text).toContain('bricks from here');
  expect(text).not.toContain('percent off');
});

const links = Array.from({ length: 6 }, (_, at) => `<li><a href="/h${at}">Other page number ${at}</a></li>`);
const cards = Array.from(
  { length: 6 },
  (_, at) =>
    `<div><h3>Kiln number ${at}</h3><p>It fires jugs and bowls in ${at + 20} hours.</p><p>Ask for it.</p></div>`,
).join('');
const layout = (main: string): string =>
  `<title>Our kilns</title><meta property="og:type" content="article"><header><ul>${links.join('')}</ul></header>` +
  `<section class="col-sm-9 sidebar-first-only"><h2>Our kilns</h2>${main}</section>` +
  `<div class="sidebar"><ul>${links.join('')}</ul></div>` +
  `<footer>${'Kilns and Sons, 1 River Road. '.repeat(60)}</footer>`;

test('a main part that is called after the sidebar beside it is kept, and the sidebar is not', () => {
  const { text } = read(layout(cards));
  for (let at = 0; at < 6; at += 1) expect(text).toContain(`It fires jugs and bowls in ${at + 20} hours.`);
  expect(text).not.toContain('Other page');
  expect(text).not.toContain('River Road');
});

test('a page of many parts that only claims to be an article keeps all of them', () => {
  const page = (claim: string): PageContent =>
    read(
      `<title>Our kilns</title>${claim}<main><h1>Our kilns</h1>${cards}` +
        `${cards}${cards}<div><p>${sentence.repeat(3)}</p></div></main>`,
    );
  const claimed = page('<meta property="og:type" content="article">');
  expect(claimed.pageKind).not.toBe('article');
  expect(claimed.text).toContain('It fires jugs and bowls in 25 hours.');
  expect(claimed.text).toBe(page('').text);
});

const linesOf = (count: number, name: string): string =>
  Array.from(
    { length: count },
    (_, at) => `<tr><td><a href="/${name}/${at}">${name} ${at}</a></td></tr>`,
  ).join('');
const part = (name: string): string => `<div><div><h2>${name}</h2></div><div><p>${sentence}</p></div></div>`;
const inTables = (beside: string): string =>
  `<title>Kilns</title><div><table>${linesOf(20, 'Menu')}</table></div><div class="x"><div>` +
  `${['Bricks', 'Wood', 'Fire', 'Glaze', 'Salt', 'Ash', 'Care'].map(part).join('')}</div></div>${beside}`;

test('links beside the box with the text are left out, where no name says what they are', () => {
  const { pageKind, foundBy, markdown, keptText } = read(
    inTables(`<div><table>${linesOf(20, 'Map')}</table></div>`),
  );
  expect([pageKind, foundBy]).toEqual(['other', 'body']);
  expect(markdown).toContain('## Care');
  expect(markdown).not.toMatch(/Menu 7|Map 7/);
  expect(keptText.dropped.map(({ rule }) => rule)).toContain('outside');
});

test.each([
  [
    'text',
    `<div><p>Write to us at the river, and say which clay.</p><p>We answer on Mondays.</p></div>`,
    'Mondays',
  ],
  [
    'data',
    `<div><table>${linesOf(20, 'Map')}</table></div><div><table><tr><th>Kiln</th><th>Price</th></tr>` +
      '<tr><td>Small</td><td>90</td></tr><tr><td>Large</td><td>120</td></tr></table></div>',
    '120',
  ],
])('%s beside the box with the text stays', (_, beside, kept) => {
  const parts = ['Bricks', 'Wood', 'Fire', 'Glaze', 'Salt', 'Ash'].map(part).join('');
  expect(read(`<title>Kilns</title><div class="x">${parts}</div>${beside}`).markdown).toContain(kept);
});
