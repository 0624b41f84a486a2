import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOfUnits, unitNames, wholeUnits, type Units } from './units.ts';

const amounts = fc.dictionary(fc.constantFrom(...unitNames), fc.double({ min: 0, max: 1e9, noNaN: true }));

test('what is taken and what is left are what there was; what is taken has three digits behind the point at most', () => {
  fc.assert(
    fc.property(amounts, (units: Units) => {
      const { whole, rest } = wholeUnits(units);
      for (const name of unitNames) {
        expect((whole[name] ?? 0) + (rest[name] ?? 0)).toBeCloseTo(units[name] ?? 0, 5);
        expect(rest[name] ?? 0).toBeLessThan(0.0011);
        expect(String(whole[name] ?? 0)).toMatch(/^\d+(?:\.\d{1,3})?$/);
      }
    }),
  );
});

test('sums name what is not zero, and nothing else that an item has', () => {
  const items = [{ wru: 1, rru: 0.5, admitted: 7 }, { wru: 2, sqs: undefined }, { puts: 0 }];
  expect(sumOfUnits(items)).toEqual({ wru: 3, rru: 0.5 });
});
