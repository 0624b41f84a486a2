import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { askedPauseMs, spentForMs } from './rate-limit-headers.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const pause = (headers: Record<string, string>) => askedPauseMs(new Headers(headers), now);
const spent = (headers: Record<string, string>) => spentForMs(new Headers(headers), now);

test.each([
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': '9' }, 9_000],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:05 GMT' }, 5_000],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '20ms' }, 20],
  [
    {
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-11-21T12:01:00Z',
    },
    60_000,
  ],
  [{}, undefined],
  [{ 'retry-after': 'soon' }, undefined],
])('a provider names its pause in one of several ways: %j', (headers, ms) => {
  expect(pause(headers as Record<string, string>)).toBe(ms);
});

test('of several counts that are used up the last to be filled counts, and one with something left does not', () => {
  const both = {
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '1s',
    'x-ratelimit-remaining-tokens': '0',
    'x-ratelimit-reset-tokens': '1m30s',
  };
  expect(spent(both)).toBe(90_000);
  expect(spent({ ...both, 'x-ratelimit-remaining-tokens': '12' })).toBe(1_000);
});

test('a pause of hours is taken as the longest that anybody waits', () => {
  expect(pause({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '23h' })).toBe(
    limits.retryAfterMsMax,
  );
});
