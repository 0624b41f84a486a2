import { expect, test } from 'vitest';
import { makeFields, readFacts } from '../facts.fixture.ts';
import type { Json } from '../schema/json.ts';
import { makeGroundIndex } from './ground-index.ts';
import { groundedValue } from './grounded-value.ts';

/** Says how a model's value stands in a page. */
const grounded = (body: string, name: string, value: Json, language = 'en'): string => {
  const facts = readFacts(
    `<html lang="${language}"><head><title>T</title></head><body><main><h1>Thing</h1>${body}</main></body></html>`,
  );
  const [field] = makeFields({ [name]: { type: typeof value === 'number' ? 'number' : 'string' } });
  if (field === undefined) throw new Error('No field');
  return groundedValue(makeGroundIndex(facts), field, value, false).candidate?.grounded ?? 'none';
};

const lane = '<p>12 Mill Lane<br>Bristol BS1 4QA</p>';
const hours = '<table><tr><td>Mon</td><td>9–17</td></tr><tr><td>Tue</td><td>10–17</td></tr></table>';

test.each<readonly [body: string, name: string, is: Json, isNot: Json]>([
  [lane, 'address', '12 Mill Lane, Bristol BS1 4QA', '12 Mill Lane, Bath BS1 4QA'],
  [lane, 'address', '12 Mill Lane; Bristol', 'Bristol, 12 Mill Lane'],
  ['<div>Gasse 5</div><div>3000 Bern</div>', 'address', 'Gasse 5, 3000 Bern', 'Gasse 5, 3000 Bern, CH'],
  [
    '<address>1 Main St<br>Suite 200<br>Springfield, IL 62701</address>',
    'address',
    '1 Main St, Suite 200, Springfield, IL 62701',
    '1 Main St, Springfield, IL 62701',
  ],
  ['<ul><li>red</li><li>blue</li></ul>', 'colours', 'red, blue', 'red, green'],
  [hours, 'opening_hours', 'Mon: 9-17, Tue: 10-17', 'Mon: 10-17, Tue: 9-17'],
  ['<p>12 Mill Lane Bristol</p>', 'address', '12 Mill Lane Bristol', '12 Mill Lane, Bristol'],
  ['<p>one<br>Two</p>', 'note', 'one, two', 'one. Two'],
  ['<p>Doors open at 7pm</p>', 'doors', '19:00', '07:00'],
  ['<p>Doors open at 19:00</p>', 'doors', '7 PM', '7 AM'],
  ['<p>Einlass um 19.30 Uhr</p>', 'doors', '19:30', '19:00'],
  ['<p>Noon is 12 p.m. here</p>', 'noon', '12:00', '00:00'],
  ['<p>By Dr. Mia Holm</p>', 'author', 'Dr Mia Holm', 'Prof Mia Holm'],
  ['<p>By Dr Mia Holm</p>', 'author', 'Dr. Mia Holm', 'Dr. Mia Holt'],
  ['<p>Smith &amp; Sons</p>', 'company', 'Smith and Sons', 'Smith or Sons'],
  ['<p>Smith and Sons</p>', 'company', 'Smith & Sons', 'Smith Sons'],
  ['<p>He said that it works</p>', 'quote', 'He said that it works.', 'He said that it works. Not'],
])(
  'a text in other marks, lines or spellings stands in "%s" (%s): %j, and %j does not',
  (body, name, is, isNot) => {
    expect(grounded(body, name, is)).toBe('grounded');
    expect(grounded(body, name, isNot)).toBe('ungrounded');
  },
);

test.each<readonly [body: string, is: readonly string[], isNot: string]>([
  ['<p>4. Juli 2026</p>', ['2026-07-04'], '2026-07-05'],
  ['<p>June 3–5, 2026, Lisbon</p>', ['2026-06-03', '2026-06-05'], '2026-06-04'],
  ['<p>3 – 5 June 2026</p>', ['2026-06-03', '2026-06-05'], '2026-05-03'],
  ['<p>3.–5. Juni 2026</p>', ['2026-06-03', '2026-06-05'], '2026-06-04'],
  ['<p>May 30 to June 2, 2026</p>', ['2026-05-30', '2026-06-02'], '2026-06-30'],
  ['<p>30 May – 2 June 2026</p>', ['2026-05-30', '2026-06-02'], '2026-05-02'],
  ['<p>30 December – 2 January 2027</p>', ['2026-12-30', '2027-01-02'], '2027-12-30'],
  ['<p>Du 3 au 5 juin 2026</p>', ['2026-06-03', '2026-06-05'], '2026-06-04'],
  ['<p>03.06.–05.06.2026</p>', ['2026-06-03', '2026-06-05'], '2026-03-06'],
  ['<p>2026年6月3日〜5日</p>', ['2026-06-03', '2026-06-05'], '2026-06-04'],
  ['<p>March 2026</p>', ['2026-03'], '2026-04'],
])('both ends of a range of days stand in a page: %s: %j, and not %s', (body, is, isNot) => {
  for (const date of is) expect(grounded(body, 'start_date', date)).toBe('grounded');
  expect(grounded(body, 'start_date', isNot)).toBe('ungrounded');
});

const office = '<p>Phone: (415) 555-0132</p>';

test.each<readonly [body: string, is: string, isNot: string]>([
  [office, '415-555-0132', '415-555-0133'],
  [office, '+1 415 555 0132', '+44 415 555 0132'],
  [office, '+14155550132', '+14155550131'],
  ['<p>Tel. 030 / 123 45 67</p>', '030 1234567', '040 1234567'],
  ['<p>Tel. 030 / 123 45 67</p>', '0301234567', '+49 30 1234567'],
  ['<p>Fon 030 / 123 45 67, Fax +49 30 123 45 68</p>', '+49 30 1234567', '+41 30 1234567'],
  ['<p>Phone: +49 (0)30 123 456</p>', '+4930123456', '+4931123456'],
  ['<p>Phone: +49 (0)30 123 456</p>', '030 123456', '130 123456'],
])('a telephone number is its digits: %s: %s, and not %s', (body, is, isNot) => {
  expect(grounded(body, 'phone', is)).toBe('grounded');
  expect(grounded(body, 'phone', isNot)).toBe('ungrounded');
});

test('the digits of a number count for a field of telephone numbers alone', () => {
  expect(grounded(office, 'order_id', '415-555-0132')).toBe('ungrounded');
});

test.each<readonly [body: string, is: number, isNot: number]>([
  ['<p>$149<sup>99</sup></p>', 149.99, 149.9],
  ['<p>149<sup>99</sup> €</p>', 149.99, 14_999],
  ['<p>About 10<sup>23</sup> of them</p>', 23, 10.23],
  ['<p>Salary: $80–100k per year</p>', 80_000, 90_000],
  ['<p>We ship 80 to 100 lamps, and 3k shades</p>', 3_000, 80_000],
  ['<p>3½ cups flour</p>', 3.5, 3.25],
  ['<p>1 ½ cups flour</p>', 1.5, 2.5],
  ['<p>1 1/2 cups flour</p>', 1.5, 1.25],
  ['<p>2 2/3 cups flour</p>', 2.67, 2.33],
  ['<p>On 3/4 we met</p>', 3, 0.75],
  ['<p>only 99¢</p>', 0.99, 0.9],
  ['<p>99 percent of them</p>', 99, 0.98],
])('a number in parts stands in "%s": %d, and %d does not', (body, is, isNot) => {
  expect(grounded(body, 'value', is)).toBe('grounded');
  expect(grounded(body, 'value', isNot)).toBe('ungrounded');
});

test.each<readonly [page: string, is: readonly Json[], isNot: readonly Json[]]>([
  [
    '1,500 kg',
    ['1500 kg', '1500kg', '1 500 kg', 1500, '1500'],
    ['1.500 kg', '500 kg', '150 kg', '1.5 kg', '1500 g'],
  ],
  ['1 500 kg', ['1500 kg', '1,500 kg', 1500], ['15 kg', '1.5 kg', '2500 kg']],
  ['1\u2009500\u202fkg', ['1500 kg', '1,500kg', 1500, '1500'], ['150 kg']],
  ['1\u2007500 kg', ['1500 kg', 1500], ['1.5 kg']],
  ["1'500 kg", ['1500 kg', '1,500 kg'], ['500 kg']],
  ['1500 kg', ['1,500 kg', '1 500 kg'], ['1.500 kg', '150 kg', '500 kg']],
  ['1,234,567 m', ['1234567 m', '1 234 567 m', '1.234.567 m'], ['234,567 m', '567 m']],
  ['2.5 kg', ['2,5 kg', '2.5kg'], ['25 kg', '5 kg', '2 kg']],
  ['25\u00a0kg', ['25kg', '25 kg'], ['5 kg', '125 kg', '2.5 kg']],
  ['125 kg', ['125kg'], ['25 kg', '25kg', '12.5 kg']],
  ['$1,500.00', ['$1,500', '1500', 1500], ['$500', '$1.5']],
])('a number in "%s" is found in any grouping, and no part of it is: %j, and not %j', (page, is, isNot) => {
  const judge = (value: Json) => [value, grounded(`<p>It holds ${page} of it</p>`, 'load', value)];
  for (const value of is) expect(judge(value)).toEqual([value, 'grounded']);
  for (const value of isNot) expect(judge(value)).toEqual([value, 'ungrounded']);
});

test('a point groups digits in languages with a decimal comma, and a comma does not', () => {
  const page = (load: string) =>
    `<p>Die Tonne fasst ${load} Sand, und das ist für die meisten Gärten genug.</p>`;
  const judge = (load: string, value: Json) => grounded(page(load), 'load', value, 'de-DE');
  for (const value of ['1500 kg', '1 500 kg', '1,500 kg']) expect(judge('1.500 kg', value)).toBe('grounded');
  expect(judge('1500 kg', '1.500 kg')).toBe('grounded');
  expect(judge('1,5 kg', '1.5 kg')).toBe('grounded');
  expect(judge('1,500 kg', '1500 kg')).toBe('ungrounded');
  expect(judge('1.500 kg', '1.5 kg')).toBe('ungrounded');
});
