import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+49 30', `"'+49 30"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['  =HYPERLINK("https://a.example")', `"'  =HYPERLINK(""https://a.example"")"`],
  ['＝1', `"'＝1"`],
  ['https://a.example/?q="x",y', '"https://a.example/?q=""x"",y"'],
  ['https://a.example/', 'https://a.example/'],
])('the cell %j is written as %s', (value, written) => {
  expect(csvCell(value)).toBe(written);
});

test('no text begins a formula, and each comes back whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
      const cell = csvCell(value);
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(read).not.toMatch(/^[\s\0]*[=+\-@\t\r\n]/);
      expect(read.startsWith("'") && !value.startsWith("'") ? read.slice(1) : read).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

test('numbers, also those below zero, are numbers', () => {
  expect([csvCell(-5), csvCell(false), csvCell(null)]).toEqual(['-5', 'false', '']);
});
