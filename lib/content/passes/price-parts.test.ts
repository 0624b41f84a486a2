import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const story =
  'The mill sells its flour in bags of a pound, on Mondays, to whoever comes with a cart of his own and a horse. ';

const pages: Readonly<Record<string, (price: string) => string>> = {
  'the page of a product': (price) =>
    `<meta property="og:type" content="product"><main><h1>Flour</h1><div class="price">${price}</div>` +
    `<button>Add to cart</button><p>${story.repeat(3)}</p></main>`,
  'a list of products': (price) =>
    `<main><h1>Flour</h1><ul>${['Rye', 'Oats', 'Spelt', 'Barley', 'Wheat']
      .map((name) => `<li><h2><a href="/${name}">${name}</a></h2><div class="price">${price}</div></li>`)
      .join('')}</ul></main>`,
};

const kindsOfPages = Object.entries(pages);
const cases = (prices: readonly (readonly [html: string, text: string])[]) =>
  kindsOfPages.flatMap(([name, write]) => prices.map(([html, text]) => [name, text, write(html)] as const));

const named = [
  ['<bdi><span class="woocommerce-Price-currencySymbol">$</span>3,665.00</bdi>', '$3,665.00'],
  ['<bdi>3.665,00&nbsp;<span class="woocommerce-Price-currencySymbol">€</span></bdi>', '3.665,00 €'],
  ['<span class="currency-symbol">USD</span> <span class="currency-value">14.40</span>', 'USD 14.40'],
  ['<span class="currency">zł</span><span>12,50</span>', 'zł12,50'],
  ['<span class="money currency">£ 12.00</span>', '£ 12.00'],
] as const;

test.each(cases(named))('%s says a price with its currency, whatever its class: %s', (_name, text, html) => {
  expect(contentAsUsual(html).markdown).toContain(text);
});

const choosers = [
  '<div class="currency"><a href="?c=USD">USD</a></div>',
  '<div class="currency-switch"><ul><li>USD</li><li>EUR</li></ul></div>',
  '<div class="currency">USD EUR</div>',
  '<div class="currency-notice">You are now shopping in the currency USD</div>',
  '<span class="currency">USD</span>',
];

test.each(choosers)('what a currency is chosen with is left out: %s', (chooser) => {
  const html = pages['the page of a product']?.(`<b>Price</b>${chooser}<b>Now</b>`) ?? '';
  expect(contentAsUsual(html).markdown).not.toContain('USD');
});

const raised = [
  ['<span><sup>$</sup>1,946<sup>.95</sup></span>', '$1,946.95'],
  ['<span>12<sup>,95</sup> €</span>', '12,95 €'],
  ['<span>€ 12<sup>,-</sup></span>', '€ 12,-'],
  ['<span>49<sub>€</sub></span>', '49€'],
  ['<b><sup>US$</sup></b><b>1,000<sup>6</sup></b>', 'US$1,000<sup>6</sup>'],
] as const;

test.each(raised)('raised parts of a price are written as its text: %s', (html, text) => {
  expect(contentAsUsual(`<h1>Flour</h1><p>${story}</p><p>It costs ${html} a bag.</p>`).markdown).toContain(
    text,
  );
});

test.each([
  '$10<sup>95</sup>',
  'x<sup>.95</sup>',
  'pot<sup>$</sup> of it',
  '10<sup>12</sup> €',
  '5<sup>6</sup>',
])('what would be another number, or is no price, stays raised: %s', (html) => {
  const { markdown } = contentAsUsual(`<h1>Flour</h1><p>${story}</p><p>It is ${html} there.</p>`);
  expect(markdown).toContain(html);
});
