import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeText } from './escape.ts';
import { leastCpuMs } from '../../../test/harness/cpu-time.ts';

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
  'a <b without an end',
  'C:\\dir',
  'AT&T',
  'größe_der_mühle',
  '_private',
  '*args, **kwargs',
  'a ` tick',
  '~/folder',
  '[a',
  'a] [',
  '===',
])('what no reader takes for markup stays as it is: %s', (text) => {
  expect(escapeText(text)).toBe(text);
});

test.each([
  ['*bold*', '\\*bold\\*'],
  ['_it_', '\\_it\\_'],
  ['`x`', '\\`x\\`'],
  ['- item', '\\- item'],
  ['---', '\\---'],
  ['# head', '\\# head'],
  ['> quote', '\\> quote'],
  ['12. item', '12\\. item'],
  ['[a](b)', '[a\\](b)'],
  ['[a]: b', '\\[a]: b'],
  ['[^1]', '\\[^1]'],
  ['<b>', '\\<b>'],
  ['<div and', '\\<div and'],
  ['&copy;', '\\&copy;'],
  ['~~x~~', '\\~\\~x\\~\\~'],
  ['~x~', '\\~x\\~'],
  ['\\*', '\\\\*'],
  ['see http://a.test/__x__.', 'see <http://a.test/__x__>.'],
])('what a reader would take for markup is escaped: %s', (text, markdown) => {
  expect(escapeText(text)).toBe(markdown);
});

test('taking the backslashes away again gives the text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab1 \\*_`~[]()<>&;#-+=.!'.split('')) });
  fc.assert(
    fc.property(text, (text) => {
      expect(escapeText(text).replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(text);
    }),
  );
});

test.each(['*', '_', '[', ']', '`', '\\', '-', '~', '<', '&', '#', '1', '* _ [', 'http://a.b/_ ', '!['])(
  'a text of 300,000 times %s takes bounded work',
  (text) => {
    const long = text.repeat(300_000);
    expect(leastCpuMs(() => escapeText(long))).toBeLessThan(4_000);
  },
);
