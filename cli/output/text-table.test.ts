import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { textTable, type Column } from './text-table.ts';

const columns = ['A', 'B', 'C'].map((heading, at): Column<readonly string[]> => ({
  heading,
  show: (row) => row[at] ?? '',
}));
const rowsOf = (cell: fc.Arbitrary<string>) => fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 });

test('no line is wider than the screen, and there is one for each row', () => {
  const rows = rowsOf(fc.string({ maxLength: 60 }));
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 120 }), (rows, width) => {
      const lines = textTable(columns, rows, width).split('\n');
      expect(lines).toHaveLength(rows.length + 1);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    }),
  );
});

test('without a bound nothing is cut', () => {
  fc.assert(
    fc.property(rowsOf(fc.stringMatching(/^[a-z]{1,30}$/)), (rows) => {
      const [, ...lines] = textTable(columns, rows).split('\n');
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
  const [, line] = textTable(columns, [row], 60).split('\n');
  expect(line).toMatch(/^TIMEOUT {2}https:.{17}… {2}it took.{17}…$/);
});

test('no cell acts on the terminal or breaks its line', () => {
  const line = textTable(columns, [['a\u001B[2Jb', 'c\nd', 'e']]).split('\n')[1];
  expect(line).toBe('a [2Jb  c d  e');
});
