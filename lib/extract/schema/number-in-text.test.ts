import { expect, test } from 'vitest';
import { parseNumber, numbersIn } from './number-in-text.ts';
import { datesIn, toIsoDate, toSeconds } from './date-in-text.ts';
import { nameKey, splitWords } from './words.ts';

const read = (text: string, language: string | null = 'en'): number | null =>
  parseNumber(text, language)?.value ?? null;

test.each([
  ['1299', 1299],
  ['$1,299', 1299],
  ['$1,299.00', 1299],
  ['1.299,00 €', 1299],
  ['1 299,00 €', 1299],
  ["CHF 1'299.50", 1299.5],
  ['₹1,29,900', 129_900],
  ['-4.5', -4.5],
  ['12 %', 12],
  ['4.5 million', 4_500_000],
  ['3,5 Mrd', 3_500_000_000],
  ['٣٤', 34],
  ['0.125', 0.125],
])('%s is %d', (text, value) => {
  expect(read(text)).toBe(value);
});

test.each([
  ['-$1,234.50', -1234.5],
  ['−€1.2 million', -1_200_000],
  ['-US$5', -5],
  ['-EUR 5', -5],
  ['$-5.00', -5],
  ['**-$5**', -5],
  ['-20%', -20],
  ['33.8688° S', -33.8688],
  ['151.2093°W', -151.2093],
  ['W 151.2093°', -151.2093],
  ['33.8688° N', 33.8688],
])('the sign of %s is kept: %d', (text, value) => {
  expect(read(text)).toBe(value);
});

test.each([
  ['($98,000)'],
  ['(98.000 €)'],
  ['$(98,000)'],
  ['(1,234)'],
  ['▲ 5'],
  ['- $500'],
  ['EUR-5'],
  ['33.8688 S'],
  ['7.4474° O'],
  ['minus 5 °C'],
])('a sign that %s leaves open is not read as a plus', (text) => {
  expect(read(text)).toBeNull();
});

test.each([
  ['It was -$5,312.00 in total', [-5312], false],
  ['from $10-$20', [10, 20], false],
  ['from 10€-20€', [10, 20], false],
  ['for 10 -20', [10, 20], true],
  ['Lamp –€20', [20], true],
  ['Lamp – €20', [20], false],
  ['A lamp ($29) and more', [29], true],
  ['COVID-19', [19], false],
  ['100 W', [100], false],
] as const)('a dash is a minus only where it can be one: %s', (text, values, isOpen) => {
  const found = numbersIn(text);
  expect(found.map(({ readings }) => readings[0])).toEqual(values);
  expect(found.some(({ isSignOpen }) => isSignOpen)).toBe(isOpen);
});

test('of two readings the one that the language writes is meant, and money has no three decimals', () => {
  expect(read('1.299', 'en')).toBe(1.299);
  expect(read('1.299', 'de')).toBe(1299);
  expect(read('1,299', 'en')).toBe(1299);
  expect(read('1,299', 'de')).toBeNull();
  expect(read('1.299 €', 'en')).toBe(1299);
});

test('what is no one number is none', () => {
  for (const text of ['', 'n/a', '5 of 10', '1.2.3', '10.0.0.1', '2026-03-04', '9-17'])
    expect(read(text)).toBeNull();
});

test('currencies stand before or behind, as sign or as code; a dollar alone names no country', () => {
  const currency = (text: string): string | null | undefined => numbersIn(text)[0]?.currency;
  expect(currency('5 €')).toBe('EUR');
  expect(currency('GBP 5')).toBe('GBP');
  expect(currency('US$ 5')).toBe('USD');
  expect(currency('5 zł')).toBe('PLN');
  expect(currency('$5')).toBeNull();
  expect(numbersIn('$5')[0]?.isMoney).toBe(true);
  expect(numbersIn('the 5 men')[0]?.isMoney).toBe(false);
});

test.each([
  ['R$ 5', ['BRL']],
  ['NT$1,234', ['TWD']],
  ['plus$5', 'USD CAD AUD NZD HKD SGD MXN TWD ARS CLP COP UYU'.split(' ')],
  ['￥500', ['JPY', 'CNY']],
  ['500원', ['KRW']],
  ['500 kr', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['500 руб.', ['RUB']],
  ['Rs. 500/-', ['INR', 'PKR', 'LKR', 'NPR']],
  ['500 lei', ['RON', 'MDL']],
  ['٥٠٠ ر.س', ['SAR']],
  ['2 TL Zucker', []],
  ['500 krill', []],
])(
  'a sign of several countries names all of them, and a word that is none names nothing: %s',
  (text, currencies) => {
    expect(numbersIn(text)[0]?.currencies).toEqual(currencies);
  },
);

test('a number with its currency is where it stands in the text, in whatever form', () => {
  const parts = (text: string): string[] => numbersIn(text).map(({ span }) => text.slice(...span));
  expect(parts('now R$ 1.234,56 or １２，３４５円, 𝟏 and 5 or Rs. 500/- and 3万円')).toEqual([
    'R$ 1.234,56',
    '１２，３４５円',
    '5',
    'Rs. 500/-',
    '3万円',
  ]);
});

test.each([
  ['2026-03-04', '2026-03-04'],
  ['2026-03-04T10:20:00Z', '2026-03-04T10:20:00Z'],
  ['March 4, 2026', '2026-03-04'],
  ['Wednesday, 4 March 2026', '2026-03-04'],
  ['4th of March 2026', '2026-03-04'],
  ['4. März 2026', '2026-03-04'],
  ['4 de marzo de 2026', '2026-03-04'],
  ['04.03.2026', '2026-03-04'],
  ['31/12/2025', '2025-12-31'],
  ['2026年3月4日', '2026-03-04'],
  ['Mar 2026', '2026-03'],
])('%s is %s', (text, iso) => {
  expect(toIsoDate(text)).toBe(iso);
});

test('a date whose day and month may be swapped is none, and has two readings', () => {
  expect(toIsoDate('03/04/2026')).toBeNull();
  expect(datesIn('on 03/04/2026')[0]?.readings).toEqual(['2026-03-04', '2026-04-03']);
});

test('what is no day is no date', () => {
  for (const text of ['2026-02-30', '31 June 2026', 'maybe', '2026', 'March 4, 2026 to March 5, 2026'])
    expect(toIsoDate(text)).toBeNull();
});

test('durations are read in ISO 8601 and in words', () => {
  expect(['PT1H30M', '1 h 30 min', '90 minutes', '1 hour and 30 minutes'].map(toSeconds)).toEqual(
    Array(4).fill(5_400),
  );
  expect(['', 'soon', 'P', '5 apples'].map(toSeconds)).toEqual(Array(4).fill(null));
});

test('spellings of one name have one key', () => {
  const spellings = [
    'datePublished',
    'date_published',
    'Date Published',
    'DATE-PUBLISHED',
    'dates published',
  ];
  expect(new Set(spellings.map(nameKey))).toEqual(new Set(['date published']));
  expect(splitWords('HTMLTitle2 für Größen')).toEqual(['html', 'title', '2', 'fur', 'großen']);
  expect(nameKey('addresses')).toBe(nameKey('address'));
  expect(nameKey('categories')).toBe(nameKey('category'));
});
