import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeLineStart, escapeText } from './escape-text.ts';

const escaped = (text: string): string => escapeLineStart(escapeText(text));

test.each([
  'a_file_name.txt',
  '3 * 4',
  '-q',
  '--quiet',
  '+44 1632',
  '#tag',
  '2026.5',
  'see [1] there',
  '1 < 2 & 3 > 2',
  'C:\\dir',
  'AT&T',
  'größe_der_mühle',
])('what no reader takes for markup stays as it is: %s', (text) => {
  expect(escaped(text)).toBe(text);
});

test.each([
  ['*bold*', '\\*bold\\*'],
  ['_it_', '\\_it\\_'],
  ['`x`', '\\`x\\`'],
  ['- item', '\\- item'],
  ['---', '\\---'],
  ['===', '\\==='],
  ['# head', '\\# head'],
  ['> quote', '\\> quote'],
  ['12. item', '12\\. item'],
  ['[a](b)', '\\[a\\](b)'],
  ['[a', '\\[a'],
  ['a] [', 'a\\] \\['],
  ['<b>', '\\<b>'],
  ['&copy;', '\\&copy;'],
  ['~~x~~', '\\~\\~x\\~\\~'],
  ['\\*', '\\\\\\*'],
])('what a reader would take for markup is escaped: %s', (text, markdown) => {
  expect(escaped(text)).toBe(markdown);
});

test('taking the backslashes away again gives the text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab1 \\*_`~[]()<>&;#-+=.!'.split('')) });
  fc.assert(
    fc.property(text, (text) => {
      expect(escaped(text).replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(text);
    }),
  );
});

test.each(['*', '_', '[', ']', '`', '\\', '-', '~', '<', '&', '#', '1', '* _ ['])(
  'a text of 300,000 times %s takes no more than a second',
  (text) => {
    const start = performance.now();
    escaped(text.repeat(300_000));
    expect(performance.now() - start).toBeLessThan(1_000);
  },
);
