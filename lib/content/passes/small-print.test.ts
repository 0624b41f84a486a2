import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const goods = (claim: string): string =>
  `<h1>Hand mill</h1><p>$120.00</p><button>Add to cart</button><p>${claim}</p>` +
  '<p>It comes with a bag for the flour, a brush, and a wrench for the stones, and it fits on any table.</p>';
const markdownOf = (claim: string, print: string): string =>
  contentAsUsual(`<title>Hand mill</title><main>${goods(claim)}${print}</main>`, {
    url: 'https://a.test/products/mill',
  }).markdown;

const claim = 'It grinds a pound of rye in a minute<sup>1</sup> and needs no oil for ten years<sup>2</sup>.';
const notes = (first: string): string =>
  `<div>Notes:</div><div>${first} Measured by the mill with dry rye, at sixty turns a minute.</div>` +
  '<div>2. Used once a week, and kept in a dry place without dust.</div>';

test('numbered notes to which the text refers are kept, whatever the box around them is called', () => {
  for (const box of [
    `<div id="section-footer">${notes('1.')}</div>`,
    `<div class="legal-text">${notes('1.')}</div>`,
  ]) {
    const markdown = markdownOf(claim, box);
    expect(markdown).toContain('Measured by the mill');
    expect(markdown).toContain('Used once a week');
  }
});

test('a note with a star is kept if a star stands behind a word of the text', () => {
  const note = '<p class="disclaimer">* Only while the mill has rye of the last harvest.</p>';
  expect(markdownOf('A bag of rye is free with each mill*.', note)).toContain('rye of the last harvest');
  expect(markdownOf('A bag of rye is free with each mill.', note)).not.toContain('rye of the last harvest');
});

test.each([
  '<div class="site-footer"><div>1. About us</div><div>2. The mill shop</div></div>',
  '<div class="footer"><a href="/a">1. Terms of sale</a> <a href="/b">2. Privacy of visitors</a></div>',
  '<div class="footer"><div>1. Terms</div><p>The mill at the weir, open from Monday to Friday, ' +
    'closed in winter, all rights reserved.</p></div>',
])('small print to which nothing refers, and menus with numbers, go: %s', (box) => {
  expect(markdownOf('It grinds rye all day.', box)).not.toMatch(/About us|Privacy of|all rights/);
});
