import { expect, test } from 'vitest';
import { makeFields, readFacts } from '../facts.fixture.ts';
import type { Json } from '../schema/json.ts';
import { findCandidates } from './find-candidates.ts';

const types: Readonly<Record<string, Json>> = {
  price: { type: 'number' },
  old_price: { type: 'number' },
  in_stock: { type: 'boolean' },
  rating: { type: 'number' },
  start_date: { type: 'string', format: 'date' },
  ingredients: { type: 'array', items: { type: 'string' } },
};

const answered = (body: string, name: string, data?: object, head = ''): Json | undefined => {
  const script =
    data === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const html = `<html lang="en"><head><title>Anvil</title>${head}${script}</head><body>${body}</body></html>`;
  const facts = { ...readFacts(html), at: '2026-11-22T00:00:00Z' };
  return findCandidates(facts, makeFields({ [name]: types[name] ?? { type: 'string' } }))[name]?.value;
};

const anvil = (more: object): object => ({ '@type': 'Product', name: 'Anvil', ...more });
const offer = (price: number): object =>
  anvil({ offers: { price, priceCurrency: 'EUR', availability: 'InStock' } });
const sheet = '<style>.gone { color: red; text-decoration: line-through }</style>';

test.each([
  ['<p><span style="text-decoration:line-through">€50.00</span> €40.00</p>', ''],
  ['<p><span class="gone">€50.00</span> €40.00</p>', sheet],
  ['<div class="old-price">€50.00</div><div>€40.00</div>', ''],
  ['<div><span class="was">€50.00</span><b>€40.00</b></div>', ''],
  ['<div class="price price--compare">€50.00</div><div class="price">€40.00</div>', ''],
  ['<p>Price: <s>€50.00</s> €40.00</p>', ''],
])('a price that is struck by its style or named as a former one is none: %s', (prices, head) => {
  expect(answered(`<h1>Anvil</h1>${prices}`, 'price', undefined, head)).toBe(40);
  expect(answered(`<h1>Anvil</h1>${prices}`, 'price', offer(50), head)).toBe(40);
});

test.each([
  '<p>Old price: <del>€250.00</del> <ins>€199.00</ins></p>',
  '<dl><dt>Old price</dt><dd><del>€250.00</del> <ins>€199.00</ins></dd><dt>Maker</dt><dd>Reed</dd></dl>',
  '<table><tr><th>Old price</th><td><s>€250.00</s> €199.00</td></tr></table>',
  '<table><tr><th>Old price</th><th>New</th></tr><tr><td><s>€250.00</s></td><td>€199</td></tr></table>',
  '<ul><li><b>Old price:</b> <s>€250.00</s> €199.00</li><li><b>Maker:</b> Reed</li></ul>',
])('what is struck is the value of a label for what held before: %s', (prices) => {
  expect(answered(`<h1>Lamp</h1><p>A lamp for reading.</p>${prices}`, 'old_price')).toBe(250);
});

test('the only price of a page holds, whatever its class is called', () => {
  expect(answered('<h1>Anvil</h1><p class="list-price">€50.00</p>', 'price')).toBe(50);
});

test('a price is the one under the heading, not that of what is delivered, paid off or bought by others', () => {
  const body = '<h1>Anvil</h1><p>€899</p><p>or €37.50 a month</p><h2>Others bought</h2><p>€12.00</p>';
  expect(answered(body, 'price')).toBe(899);
  const delivery = '<h1>Anvil</h1><dl><dt>Price</dt><dd>On request</dd><dt>Delivery</dt><dd>€60</dd></dl>';
  expect(answered(delivery, 'price')).toBeUndefined();
  const cards = '<h1>Anvils</h1><p>€10.00</p><p>€20.00</p>';
  expect(answered(cards, 'price')).toBeUndefined();
});

test('a free thing does not cost what an extra costs', () => {
  const free = anvil({ offers: { price: '0,00', priceCurrency: 'EUR' } });
  const extra = '<p>Season pass</p><p>13,29€</p>';
  expect(answered(`<h1>Anvil</h1><p>Free To Play</p>${extra}`, 'price', free)).toBe(0);
  expect(answered(`<h1>Anvil</h1><p>Free</p>${extra}`, 'price')).toBeUndefined();
  expect(answered(`<h1>Anvil</h1>${extra}`, 'price', free)).toBeUndefined();
  expect(answered(`<h1>Anvil</h1><p>Free</p>${extra}`, 'price', offer(50))).toBeUndefined();
  expect(answered(`<h1>Anvil</h1>${extra}`, 'price')).toBe(13.29);
});

test.each(['Deposit', 'Delivery:', 'Kaution', 'Setup fee'])(
  'an amount under a label of its own is no price: %s',
  (label) => {
    expect(answered(`<h1>Anvil</h1><p>${label}</p><p>$50</p>`, 'price')).toBeUndefined();
    expect(answered(`<h1>Anvil</h1><p>$500</p><p>${label}</p><p>$50</p>`, 'price')).toBe(500);
  },
);

test.each([
  ['R$ 1.234,56', 1234.56],
  ['1 234,56 zł', 1234.56],
  ['1 299 Kč', 1299],
  ['HK$1,234', 1234],
  ['￥12,345（税込）', 12_345],
  ['１２，３４５円', 12_345],
  ['12,000원', 12_000],
  ['1 299 kr', 1299],
  ['kr. 1.299,00', 1299],
  ['12 345 руб.', 12_345],
  ['12 345 рублей', 12_345],
  ['1.234,56 TL', 1234.56],
  ['NT$1,234', 1234],
  ['S$ 1,234.50', 1234.5],
  ['Rp 1.250.000', 1_250_000],
  ['RM 1,299.00', 1299],
  ['199,00 lei', 199],
  ['1.299,- €', 1299],
  ['CHF 12.–', 12],
  ['Rs. 1,23,456/-', 123_456],
  ['₱1,299.00', 1299],
  ['١٬٢٣٤٫٥٠ ر.س', 1234.5],
  ['१,२३,४५६ ₹', 123_456],
  ['1.234,56 €', 1234.56],
  ['¥12,345', 12_345],
  ['₹1,23,456.00', 123_456],
  ['12 345 ₽', 12_345],
  ["CHF 1'234.50", 1234.5],
])('a price on a line of its own is one in the writing of any country: %s', (shown, price) => {
  expect(answered(`<h1>Anvil</h1><p>${shown}</p><p>It is made of iron.</p>`, 'price')).toBe(price);
});

test.each(['2 TL Zucker', '12 TL', 'RS 5', '911 RS', '1990 lei andò via', '12 ft', 'plus 5', '1.299,-'])(
  'an amount without a currency is no price: %s',
  (shown) => {
    expect(answered(`<h1>Anvil</h1><p>${shown}</p><p>It is made of iron.</p>`, 'price')).toBeUndefined();
  },
);

test.each([
  ['<button>Add to cart</button>', true],
  ['<form><button type="submit">In den Warenkorb</button></form>', true],
  ['<button disabled>Sold out</button>', false],
  ['<button disabled>Add to cart</button>', undefined],
  ['<button disabled>Add to cart</button><span class="badge">Out of stock</span>', false],
  ['<p>12 vorrätig</p>', true],
  ['<p>Dieser Artikel ist derzeit nicht verfügbar.</p>', false],
  ['<div><button>Add to cart</button></div><div><button>Add to cart</button></div>', undefined],
])('a button or a badge says whether there is stock: %s', (stock, truth) => {
  expect(answered(`<h1>Anvil</h1><p>€40.00</p>${stock}`, 'in_stock')).toBe(truth);
});

test('an address of mail or a number that people are shown goes before the one that data keep', () => {
  const firm = {
    '@type': 'Organization',
    name: 'Firm',
    email: 'old@firm.example',
    telephone: '+49 40 999 888',
  };
  const mail = '<h1>Contact</h1><p><a href="mailto:new@firm.example">Write to us</a></p>';
  expect(answered(mail, 'email', firm)).toBe('new@firm.example');
  const dial = '<h1>Contact</h1><p><a href="tel:+4940111222">+49 40 111 222</a></p>';
  expect(answered(dial, 'phone', firm)).toBe('+49 40 111 222');
  expect(answered('<h1>Contact</h1>', 'phone', { ...firm, telephone: 'tel:+4940999888' })).toBe(
    '+4940999888',
  );
});

test('a name of another thing than the heading names is none, also where the title says neither', () => {
  const body = '<h1>Blue shirt</h1><p>€20.00</p>';
  expect(answered(body, 'name', { ...offer(20), name: 'Red trousers' })).toBeUndefined();
});

test.each([
  ['price', '<p>Price: €500 plus shipping (€39)</p>', 500],
  ['price', '<p>Price: Free</p>', 0],
  ['price', '<p>Price: 7.8万円</p>', 78_000],
  ['rating', '<p>Rating: 6.4/10</p>', 6.4],
  ['rating', '<p>Rating: 4.5 out of 5</p>', 4.5],
  ['start_date', '<p>Start date: Donnerstag, 3. Dezember 2026</p>', '2026-12-03'],
  ['start_date', '<p>Start date: 3 May 2027, Town Hall</p>', '2027-05-03'],
  ['start_date', '<p>Start date: 3 May 2027 or 4 others</p>', undefined],
  ['instructor', '<p>Instructor: Dr. Ana Petrov</p>', 'Dr. Ana Petrov'],
  ['phone', '<p>Tel.: 030 555 66 77</p>', '030 555 66 77'],
  ['phone', '<p>Helpline: Phone: 0800 555 111</p>', '0800 555 111'],
  ['ingredients', '<h2>Ingredients</h2><ul><li>1 egg</li><li>2 pears</li></ul>', ['1 egg', '2 pears']],
])('%s of %s', (name, body, truth) => {
  expect(answered(`<h1>Anvil</h1>${body}`, name)).toEqual(truth);
});
