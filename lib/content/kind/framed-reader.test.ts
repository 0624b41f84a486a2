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

test('prose beside the main part of a page is kept where it is much of what there is to read', () => {
  const text =
    'Each kiln is built of bricks from the valley, and is fired with wood that has dried for two years. ';
  const { pageKind, markdown } = read(
    `<title>Kilns</title><div id="content">${entries(() => '')}</div>` +
      `<div class="about"><h2>About our kilns</h2><p>${text}</p><p>${text.repeat(2)}</p></div>`,
  );
  expect(pageKind).toBe('listing');
  expect(markdown).toContain('Kiln number 7');
  expect(markdown).toContain('About our kilns');
  expect(markdown).toContain(text.trim());
});

test.each([
  ['a custom element that is called a tooltip', '<tool-tip class="x"><p>A kiln is an oven.</p></tool-tip>'],
  ['a bar of promotions', '<div class="promo-bar"><p>A kiln is an oven.</p></div>'],
  ['a custom element that is called a side bar', '<side-bar class="x"><p>A kiln is an oven.</p></side-bar>'],
])('a page of entries is read without %s', (_title, part) => {
  const { text } = read(`<title>Kilns</title><body>${part}${entries(() => '')}</body>`);
  expect(text).toContain('Kiln number 7');
  expect(text).not.toContain('A kiln is an oven');
});
