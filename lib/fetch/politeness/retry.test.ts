import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failures, type FailureCode } from '../../failure.ts';
import { nextAttempt } from './retry.ts';

const random = () => 0;
const codes = Object.keys(failures) as FailureCode[];

const delaysOf = (code: FailureCode, retriesPay = false): number[] => {
  const delays: number[] = [];
  for (let attempts = 0; attempts < 20; attempts++) {
    const next = nextAttempt({ code, attempts, retriesPay, random });
    if (!next.again) break;
    delays.push(next.delayMs / 1_000);
  }
  return delays;
};

test.each<[FailureCode, number[]]>([
  ['HTTP_TOO_MANY_REQUESTS', [30, 60, 120, 300, 600]],
  ['HTTP_UNAVAILABLE', [10, 30, 60]],
  ['HTTP_SERVER_ERROR', [1, 2, 4]],
  ['CONNECTION_RESET', [1, 2, 4]],
  ['CONNECTION_REFUSED', [1, 2, 4]],
  ['DNS_FAILED', [1, 2, 4]],
  ['PROTOCOL_ERROR', [1, 2, 4]],
  ['TIMEOUT', [15, 15]],
  ['HTTP_FORBIDDEN', []],
  ['HTTP_NOT_FOUND', []],
  ['HTTP_GONE', []],
  ['DNS_NOT_FOUND', []],
  ['ADDRESS_NOT_ALLOWED', []],
  ['CONTENT_EMPTY', []],
])('%s is tried again after %j seconds', (code, expected) => {
  expect(delaysOf(code)).toEqual(expected);
});

test('every failure is final after some attempts, wherever retries bring pages', () => {
  for (const code of codes) {
    expect(delaysOf(code).length).toBeLessThan(10);
    expect(delaysOf(code, true).length).toBeLessThan(12);
  }
});

test('where retries bring pages, a 503 is tried again for ten minutes, and no other failure is tried more often', () => {
  const often = codes.filter((code) => delaysOf(code, true).length !== delaysOf(code).length);
  expect(often).toEqual(['HTTP_UNAVAILABLE']);
  const delays = delaysOf('HTTP_UNAVAILABLE', true);
  expect(delays.slice(0, 4)).toEqual([10, 30, 60, 60]);
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThanOrEqual(600);
});

test('a 429 rests the whole host; a 503 does so only when it says for how long', () => {
  const first = { attempts: 0, random };
  expect(nextAttempt({ ...first, code: 'HTTP_TOO_MANY_REQUESTS' })).toMatchObject({ wholeHost: true });
  expect(nextAttempt({ ...first, code: 'HTTP_UNAVAILABLE' })).toMatchObject({ wholeHost: false });
  expect(nextAttempt({ ...first, code: 'HTTP_UNAVAILABLE', retryAfterMs: 5_000 })).toEqual({
    again: true,
    delayMs: 5_000,
    wholeHost: true,
  });
  expect(nextAttempt({ ...first, code: 'HTTP_SERVER_ERROR', retryAfterMs: 5_000 })).toEqual({
    again: true,
    delayMs: 5_000,
    wholeHost: false,
  });
});

test('a service that asks to come later is asked when it says, and ever later if it says so again', () => {
  const told = (attempts: number, seconds: number) =>
    nextAttempt({ code: 'FETCHER_RATE_LIMITED', attempts, retryAfterMs: seconds * 1_000, random });
  const after = (attempts: number, seconds: number): number | null => {
    const next = told(attempts, seconds);
    return next.again ? next.delayMs / 1_000 : null;
  };
  for (const seconds of [1, 7, 29, 45, 600]) expect(after(0, seconds)).toBe(seconds);
  expect([1, 2, 3, 4, 5].map((attempts) => after(attempts, 7))).toEqual([30, 60, 120, 300, null]);
  expect([1, 2, 3, 4].map((attempts) => after(attempts, 400))).toEqual([400, 400, 400, 400]);
  expect(told(0, 7)).toMatchObject({ wholeHost: false });
  expect(delaysOf('FETCHER_RATE_LIMITED')).toEqual([30, 60, 120, 300]);
});

test('a service that does not answer as it should is asked twice more, and not before its Retry-After', () => {
  const next = (retryAfterMs: number) =>
    nextAttempt({ code: 'FETCHER_UNAVAILABLE', attempts: 0, retryAfterMs, random });
  expect(delaysOf('FETCHER_UNAVAILABLE')).toEqual([10, 60]);
  expect(next(3_000)).toMatchObject({ delayMs: 10_000 });
  expect(next(90_000)).toMatchObject({ delayMs: 90_000 });
});

test('no retry comes before its Retry-After, nor at once, nor much later than planned', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...codes),
      fc.nat(6),
      fc.option(fc.nat(900_000), { nil: undefined }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (code, attempts, retryAfterMs, random) => {
        const next = nextAttempt({
          code,
          attempts,
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
          random: () => random,
        });
        if (!next.again) return true;
        return next.delayMs >= Math.max(1_000, retryAfterMs ?? 0) && next.delayMs <= 990_000;
      },
    ),
  );
});

test('where retries are in vain, one in four failures of a page is tried again, and a host in need as ever', () => {
  const draws = Array.from({ length: 100 }, (_, index) => index / 100);
  const again = (code: FailureCode): number =>
    draws.filter((draw) => nextAttempt({ code, attempts: 0, retriesInVain: true, random: () => draw }).again)
      .length;
  expect([again('CONNECTION_RESET'), again('HTTP_SERVER_ERROR')]).toEqual([25, 25]);
  expect([again('HTTP_UNAVAILABLE'), again('HTTP_TOO_MANY_REQUESTS'), again('TIMEOUT')]).toEqual([
    100, 100, 100,
  ]);
});
