import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { nextTryAt } from './webhook-retry.ts';

const minute = 60_000;

test('pauses are 1, 5, 15 and 60 minutes, then hours, and the eighth try is the last', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map(
    (attempts) => (nextTryAt({ attempts, since: 0 }, 0, () => 0) ?? 0) / minute,
  );
  expect(pauses).toEqual([1, 5, 15, 60, 180, 360, 720]);
  expect(nextTryAt({ attempts: 8, since: 0 }, 0, () => 0)).toBeNull();
});

test('an event that waited behind others is tried, but not beyond its day', () => {
  expect(nextTryAt({ attempts: 1, since: 0 }, limits.webhookTryMs, () => 0)).toBeNull();
  expect(nextTryAt({ attempts: 1, since: 0 }, limits.webhookTryMs - 2 * minute, () => 0)).not.toBeNull();
});

test('tries never go back in time, and end within a day', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(1e12), (dice, since) => {
      let now = since;
      let attempts = 0;
      for (;;) {
        attempts += 1;
        const next = nextTryAt({ attempts, since }, now, () => dice);
        if (next === null) break;
        expect(next).toBeGreaterThan(now);
        now = next;
      }
      expect(attempts).toBe(8);
      expect(now - since).toBeLessThanOrEqual(limits.webhookTryMs);
      expect(now - since).toBeGreaterThan(limits.webhookTryMs * 0.8);
    }),
  );
});
