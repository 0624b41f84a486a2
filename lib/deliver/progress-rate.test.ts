import fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressRate } from './progress-rate.ts';

const looks = fc.record({
  createdAt: fc.nat(1_000_000_000),
  tookMs: fc.integer({ min: 1_000, max: 90_000_000 }),
  ended: fc.integer({ min: 1, max: 100_000 }),
  left: fc.nat(100_000),
});

test('rate, time and what is left are of the whole job, whenever a viewer began to look', () => {
  fc.assert(
    fc.property(looks, ({ createdAt, tookMs, ended, left }) => {
      const { elapsedMs, perSecond, leftMs } = progressRate({
        createdAt,
        at: createdAt + tookMs,
        ended,
        known: ended + left,
      });
      expect(elapsedMs).toBe(tookMs);
      // By their ratio: of ten thousand days in milliseconds a double holds no thousandth.
      expect((perSecond * elapsedMs) / (ended * 1_000)).toBeCloseTo(1, 9);
      if (left === 0) expect(leftMs).toBe(0);
      else expect((leftMs ?? 0) / ((left / ended) * tookMs)).toBeCloseTo(1, 9);
    }),
  );
});

test('before a page has ended nobody can tell what is left', () => {
  expect(progressRate({ createdAt: 0, at: 60_000, ended: 0, known: 9 }).leftMs).toBeNull();
});

test('a clock that is behind the one of the API makes no time negative', () => {
  expect(progressRate({ createdAt: 5_000, at: 1_000, ended: 3, known: 9 })).toEqual({
    elapsedMs: 0,
    perSecond: 0,
    leftMs: null,
  });
});
