import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableOf } from './table.ts';

const cell = fc.string({ maxLength: 60 });
const rows = fc
  .integer({ min: 1, max: 5 })
  .chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
  );

test('no line is wider than the screen, and there is one for each row', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 120 }), (rows, width) => {
      const lines = tableOf(rows, width).split('\n');
      expect(lines).toHaveLength(rows.length + 1);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    }),
  );
});

test('without a bound nothing is cut', () => {
  const words = fc.stringMatching(/^[a-z]{1,30}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(words, words), { minLength: 1 }), (rows) => {
      const lines = tableOf(rows, Number.POSITIVE_INFINITY).trimEnd().split('\n');
      expect(lines.map((line) => line.split(/ {2,}/))).toEqual(rows);
    }),
  );
});

test('the widest columns give way first', () => {
  const row = [
    'TIMEOUT',
    'https://example.com/a/very/long/path/to/a/page',
    'it took longer than thirty seconds',
  ];
  expect(tableOf([row], 60)).toMatch(/^TIMEOUT {2}https:.{17}… {2}it took.{17}…\n$/);
});
