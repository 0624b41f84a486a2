import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const goods = [
  'Oak bucket',
  'Ash ladle',
  'Elm bowl',
  'Lime spoon',
  'Beech board',
  'Yew fork',
  'Pine crate',
  'Larch tub',
];
const listing = (card: (name: string, at: number) => string, after = ''): string =>
  contentAsUsual(
    `<title>Wooden goods</title><main><h1>Wooden goods</h1><ul>${goods
      .map((name, at) => `<li class="product-card">${card(name, at)}</li>`)
      .join('')}</ul>${after}</main>`,
    { url: 'https://a.test/collections/wood' },
  ).markdown;

test('the link that lies over a card is content, and leads to what the card shows', () => {
  const markdown = listing(
    (name, at) =>
      `<a class="product-card__link-overlay" href="/goods/${at}">${name}</a><div>${name} of the ` +
      `mill</div><div>$${20 + at}.00</div>`,
  );
  for (const [at, name] of goods.entries())
    expect(markdown).toContain(`[${name}](https://a.test/goods/${at})`);
});

test('the price before a reduction is no control to compare goods with', () => {
  const markdown = listing(
    (name, at) =>
      `<h3><a href="/goods/${at}">${name}</a></h3><span>$${20 + at}.00</span> <s ` +
      `class="price--compare-at">$${40 + at}.00</s>` +
      '<div class="compare">Tick to compare</div>',
  );
  expect(markdown).toContain('$47.00');
  expect(markdown).not.toContain('Tick to compare');
});

test('quotations in a carousel are content, teasers in one are not', () => {
  const quote =
    '<blockquote><p>The bowls of this mill have served us every day for eleven years, and none of ' +
    'them cracked.</p></blockquote>';
  const card = (name: string, at: number): string =>
    `<h3><a href="/goods/${at}">${name}</a></h3><span>$${20 + at}.00</span>`;
  expect(listing(card, `<div class="carousel">${quote}</div>`)).toContain('none of them cracked');
  expect(
    listing(card, '<div class="carousel"><a href="/sale">See all that is reduced</a></div>'),
  ).not.toContain('reduced');
});
