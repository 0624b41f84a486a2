import { expect, test } from 'vitest';
import { readFieldIntent } from './field-intent.ts';
import { isPlausible } from './plausible.ts';
import { concepts } from './vocabulary.ts';
import table from './vocabulary.json' with { type: 'json' };

const may = (name: string, value: string | number): boolean =>
  isPlausible(readFieldIntent({ name, description: '' }), value);

test.each<[string, string | number]>([
  ['email', 'Phone:'],
  ['email', 'not available'],
  ['email', 'jo at firm.example'],
  ['email', 'Hero@2x.png'],
  ['email', 'hero@1.5x.pictures'],
  ['email', 'report@2026.pdf'],
  ['phone', 'ask at desk'],
  ['phone', '9 from your room'],
  ['phone', 'About'],
  ['fax', 'n/a'],
  ['published_date', '0001-01-01'],
  ['start_date', '1726-03-12'],
  ['isbn', '12345'],
  ['duration', 'The Tokio runtime.'],
  ['gtin', '123'],
  ['zip', 'Bern'],
  ['price', 'auf Anfrage'],
  ['city', 'Country:'],
])('%s is not "%s"', (name, value) => {
  expect(may(name, value)).toBe(false);
});

test.each<[string, string | number]>([
  ['email', 'jo@firm.example'],
  ['email', 'jo@2xl.example'],
  ['phone', '+41 31 555 01 02'],
  ['phone', '(555) 010-4477 ext. 12'],
  ['fax', '03-5550-1234'],
  ['published_date', '2026-02-04'],
  ['founding_date', '1726-03-12'],
  ['birth_date', '1841-05-04'],
  ['isbn', '978-3-16-148410-0'],
  ['duration', '90 min'],
  ['duration', 'PT1H'],
  ['duration', 'two weeks'],
  ['duration', 'eine Stunde'],
  ['duration', '三日間'],
  ['gtin', '4006381333931'],
  ['zip', 'BS1 4RW'],
  ['price', 12.5],
  ['mood', 'anything'],
])('%s may be "%s"', (name, value) => {
  expect(may(name, value)).toBe(true);
});

test('every row of the vocabulary has a source, and its first name is the key of one concept alone', () => {
  for (const { source } of table.rows) expect(source).toMatch(/^https:\/\//);
  expect(new Set(concepts.map(({ key }) => key)).size).toBe(concepts.length);
});
