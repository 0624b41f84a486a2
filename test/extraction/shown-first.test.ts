import { expect, test } from 'vitest';
import { pageAround } from '../../bench/extract/render.ts';
import { findCandidates } from '../../lib/extract/candidates/find-candidates.ts';
import { makeFields, readFacts } from '../../lib/extract/facts.fixture.ts';
import type { Json } from '../../lib/extract/schema/json.ts';

const product = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Kettle',
  offers: {
    '@type': 'Offer',
    price: '49.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
};

/** What a page answers whose data say that a kettle costs 49 euros and is in stock, and that shows `body`. */
const answered = (body: string, fields: Readonly<Record<string, Json>>, data: object = product) => {
  const head = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const facts = { ...readFacts(pageAround('Kettle', head, body)), at: '2026-11-22T00:00:00Z' };
  return findCandidates(facts, makeFields(fields));
};

const price = { price: { type: 'number' } };

test.each([
  '<p>Was €49.00, now €39.00</p>',
  '<p>RRP €49.00</p><p>Our price €39.00</p>',
  '<p>Statt 49,00 € nur 39,00 €</p>',
  '<p><del>€49.00</del> €39.00</p>',
  '<p>Antes 49,00 €</p><p>Ahora 39,00 €</p>',
])('a price that held before is none, whatever the data say: %s', (body) => {
  const found = answered(body, price)['price'];
  expect([39, undefined]).toContain(found?.value);
  expect(found?.value).not.toBe(49);
});

test('the only price of a page holds, whatever word stands before it', () => {
  expect(answered('<p>RRP €49.00</p>', price)['price']?.value).toBe(49);
});

test.each([
  'Sold out',
  'This item is sold out.',
  'Status: Sold out',
  'Status：Sold out',
  'Availability: Sold out',
  'This product is currently sold out.',
  'Dieser Artikel ist ausverkauft.',
])('"%s" goes before data that say there is stock', (words) => {
  const found = answered(`<p>€49.00</p><p>${words}</p>`, { in_stock: { type: 'boolean' } })['in_stock'];
  expect(found?.value).not.toBe(true);
});

test.each([
  ['99 cents', 0.99],
  ['99 cents each', 0.99],
  ['only 50 cents each', 0.5],
  ['about 99 cents per piece', 0.99],
  ['99 cents (per piece)', 0.99],
  ['80 Cent pro Stück', 0.8],
])('%s are %d', (words, value) => {
  const body = `<table><tr><th>Price</th><td>${words}</td></tr><tr><th>Colour</th><td>Red</td></tr></table>`;
  expect(
    answered(body, price, { '@context': 'https://schema.org', '@type': 'WebPage' })['price']?.value,
  ).toBe(value);
});
