import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastCpuMs } from '../../test/harness/cpu-time.ts';
import { compilePattern, patternSize } from './path-pattern.ts';

test.each([
  '',
  '^/docs/(en|de)/.*\\.html$',
  '^/blog/[0-9]+/?$',
  '(?:a|b)*?c',
  '(?<year>\\d+)-\\(x',
  '[(*+{2}\\]]+x',
  'a{b}',
  '\\{3\\}',
])('an ordinary pattern, %s, is as large as its source is long', (source) => {
  expect(() => compilePattern(source)).not.toThrow();
  expect(patternSize(source)).toBe(source.length);
});

test.each([
  ['.{0,15}', 30],
  ['a{4}', 8],
  ['a{0,1}', 6],
  ['a{3,}', 8],
  ['[a-z]{0,10}', 60],
  ['x(?:ab){0,10}y', 72],
  ['(?:a{0,4}){0,4}', (4 + 2 * 4 + 1) * 4],
  ['(?:(?:a{2}){2}){3}', (4 + (4 + 4 + 1) * 2 + 1) * 3],
])('%s counts what is repeated as often as it may come: %s', (source, size) => {
  expect(() => compilePattern(source)).not.toThrow();
  expect(patternSize(source)).toBe(size);
});

test('every text has a size, which is at least its length, and is computed in one go', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a \\ [ ] ( ) { } ? : < > * + , 0 1 2 3 | - .'.split(' ')) }),
      (source) => {
        expect(patternSize(source)).toBeGreaterThanOrEqual(source.length);
      },
    ),
    { numRuns: 3_000 },
  );
  for (const part of ['(', '[', '(?<', '{', '\\', 'a{1', '(?', '[\\'])
    expect(leastCpuMs(() => patternSize(part.repeat(5_000)))).toBeLessThan(1_000);
});

test('patterns of one size take about the same time, however they write it', () => {
  const subject = `/${'a'.repeat(1_900)}`;
  const costOf = (source: string): number => {
    const pattern = compilePattern(source);
    return leastCpuMs(() => pattern.test(subject)) / patternSize(source);
  };
  // By its source alone, the counted one would cost some six times as much.
  expect(costOf(`${'.{0,15}'.repeat(69)}b`)).toBeLessThan(4 * costOf(`${'a?'.repeat(240)}b`));
});
