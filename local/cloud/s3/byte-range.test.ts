import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test('every range that is satisfiable lies within the content', () => {
  const bound = fc.option(fc.nat(50), { nil: '' as const });
  fc.assert(
    fc.property(bound, bound, fc.nat(40), (from, to, size) => {
      const range = parseRange(`bytes=${from}-${to}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.first).toBeGreaterThanOrEqual(0);
      expect(range.last).toBeGreaterThanOrEqual(range.first);
      expect(range.last).toBeLessThan(size);
    }),
  );
});

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=5-', { first: 5, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=0-99', { first: 0, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=3-2', null],
  ['bytes=0-1,3-4', null],
  ['lines=0-1', null],
])('%s of ten bytes is %j', (value, expected) => expect(parseRange(value, 10)).toEqual(expected));
