import { expect, test } from 'vitest';
import { acceptedLanguages } from './accepted-languages.ts';

test.each([
  ['de-DE', ['de-DE']],
  ['de-DE, fr;q=0.9', ['de-DE', 'fr']],
  ['fr;q=0.5,de ; q=0.8 , en-GB', ['en-GB', 'de', 'fr']],
  ['en,*;q=0.5', ['en']],
  ['de, de;q=0.2, it;q=0', ['de']],
  ['de_DE, x, -, en"; q=1, de-DE-de-DE-1, nl;q=much', []],
  ['', []],
])('languages are read in the order in which they are wanted, and nothing else: %s', (header, wanted) => {
  expect(acceptedLanguages(header)).toEqual(wanted);
});

test('no more languages are read than a browser may be given', () => {
  expect(acceptedLanguages(Array.from({ length: 50 }, (_, at) => `de-x-a${at}`).join())).toHaveLength(10);
});
