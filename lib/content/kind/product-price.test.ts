import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const about =
  '<p>The bucket is made of oak from the hills behind the mill, holds nine litres, and stays tight for years if it ' +
  'never dries out. Its hoops are of hazel, and no glue or nail is in it.</p><p>It comes with a lid of ash.</p>';

const shop = (box: string, more = ''): string =>
  contentAsUsual(
    '<title>Oak bucket</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product",' +
      '"name":"Oak bucket","offers":{"@type":"Offer","price":"149.00","priceCurrency":"EUR"}}</script>' +
      `<main><h1>Oak bucket</h1>${box}${about}${more}</main>`,
    { url: 'https://a.test/goods/bucket' },
  ).markdown;

const form = (prices: string): string =>
  `<form id="add-to-cart-or-refresh">${prices}<label>How many</label><button>Add to cart</button></form>`;

test.each([
  ['a form', form('<span class="price">149,00 €</span>'), '149,00 €'],
  [
    'a form, with the one before it was reduced',
    form('<div><span class="price">149,00 €</span><span class="price--old">199,00 €</span></div>'),
    '149,00 € ~~199,00 €~~',
  ],
  [
    'a form, behind the one before it was reduced',
    form('<del><span>199,00 €</span></del> <ins><span>149,00 €</span></ins>'),
    '149,00 € ~~199,00 €~~',
  ],
  ['a button', '<button class="add-to-cart">Add to cart - <span>$<b>29</b>.95</span></button>', '$29.95'],
])('a price that is shown only in %s stands behind the title', (_, box, price) => {
  expect(shop(box)).toContain(`# Oak bucket\n\n${price}\n\nThe bucket`);
  expect(shop(box)).not.toContain('Add to cart');
  expect(shop(box)).not.toContain('How many');
});

test('a price in a box to buy is told once, whether the box stays or goes', () => {
  const box = (more: string): string =>
    shop(`<div class="product-buy-box"><div><span>$29.95</span></div>${more}</div>`);
  expect(box('').match(/29\.95/g)).toHaveLength(1);
  expect(box('<p>Delivered by mail within three days</p>').match(/29\.95/g)).toHaveLength(1);
});

test('a price that the main content shows is told once', () => {
  const markdown = shop(`<p class="price">$149.00</p>${form('<span>$149.00</span>')}`);
  expect(markdown.match(/149/g)).toHaveLength(1);
});

test('prices of other goods are not told as that of the product', () => {
  const others = '<a href="/goods/lid"><span>Lid</span> <span class="price">$8.19</span></a>';
  expect(shop(form(`${others}<span>$8.19</span>`))).not.toContain('8.19');
  expect(shop(form('<b>$8.19</b><b>$9.19</b><b>$10.19</b>'))).not.toMatch(/8\.19|9\.19/);
  expect(shop(form('<span>Cart</span> <span>$0.00</span>'))).not.toContain('0.00');
});

test('a currency stays in its price as the page shows it', () => {
  const price =
    '<p class="price"><bdi><span class="woocommerce-Price-currencySymbol">&euro;</span>99,90</bdi></p>';
  expect(shop(price)).toContain('€99,90');
  expect(shop('<p class="price"><span>$99.90</span> <span class="currency">USD</span></p>')).toContain(
    '$99.90 USD',
  );
  expect(shop('<ul class="currency"><li>EUR</li><li>USD</li></ul>')).not.toMatch(/EUR|USD/);
});
