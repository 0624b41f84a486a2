import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { floorDollars, floorModes } from './floors.ts';

const text = readFileSync(new URL('../../docs/cost.md', import.meta.url), 'utf8');
const section = text.slice(text.indexOf('### The floor of each mode'));

test('the floors in the documentation are those that follow from units and list prices', () => {
  const row = /^\| together \|(.*)\|$/m.exec(section)?.[1] ?? '';
  expect(row.split('|').map((cell) => cell.trim())).toEqual(
    floorModes.map((mode) => floorDollars(mode).toFixed(1)),
  );
});

test('each part of a floor in the documentation adds up to its last row', () => {
  const rows = [...section.slice(0, section.indexOf('| together |')).matchAll(/^\| (?!\|)[^|]+\|(.*)\|$/gm)]
    .map(([, cells = '']) => cells.split('|').map((cell) => Number(cell.trim() || 0)))
    .filter((cells) => cells.length === floorModes.length && cells.every((cell) => !Number.isNaN(cell)));
  expect(rows.length).toBeGreaterThan(8);
  for (const [column, mode] of floorModes.entries()) {
    const sum = rows.reduce((all, cells) => all + (cells[column] ?? 0), 0);
    // Each cell is rounded to a cent.
    expect(Math.abs(sum - floorDollars(mode))).toBeLessThan(0.1);
  }
});
