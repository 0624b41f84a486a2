import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { compareContent, comparisonText } from './compare-content.ts';
import { cpuMs } from '../../test/harness/cpu-time.ts';

test('a line that only all of the page has is left out, and one that only main content has is its own', () => {
  const comparison = compareContent('# Mill\n\nIt grinds.', 'Menu\n\n## Mill\n\nIt grinds.\n\nImprint');
  expect(comparison).toMatchObject({ leftOut: 3, mainAlone: 1 });
  expect(comparisonText(comparison, 1, false)).toContain('- Menu');
  expect(comparisonText(comparison, 1, false)).toContain('> # Mill');
  expect(comparisonText(comparison, 1, false)).toContain('\n  It grinds.');
});

test('colour adds nothing but escape sequences, and equal pages have none', () => {
  const comparison = compareContent('a\nb', 'a\nc');
  expect(comparisonText(comparison, 0.5, true)).toContain('\u001B[31m- c\u001B[39m');
  expect(stripVTControlCharacters(comparisonText(comparison, 0.5, true))).toBe(
    comparisonText(comparison, 0.5, false),
  );
  expect(comparisonText(compareContent('a', 'a'), 1, true)).not.toContain('\u001B');
});

test('two pages of ten thousand lines that have nothing in common are shown one after the other', () => {
  const lines = (word: string): string =>
    Array.from({ length: 10_000 }, (_, at) => `${word} ${at}`).join('\n');
  const before = cpuMs();
  expect(compareContent(lines('a'), lines('b'))).toMatchObject({ leftOut: 10_000, mainAlone: 10_000 });
  expect(cpuMs() - before).toBeLessThan(30_000);
});
