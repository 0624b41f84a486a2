import { expect, test } from 'vitest';
import { tellLastTry } from './last-try.ts';

const now = Date.parse('2026-11-30T12:00:00.000Z');

test.each([
  [{}, null],
  [{ status: 200 }, null],
  [{ code: 'HTTP_SERVER_ERROR', status: 500, message: 'x' }, 'the host answered 500'],
  [
    { code: 'HTTP_SERVER_ERROR', status: 500, notBefore: now + 65_000 },
    'the host answered 500; it is asked again at 12:01:05 UTC',
  ],
  [{ code: 'HTTP_SERVER_ERROR', status: 500, notBefore: now }, 'the host answered 500'],
  // The status is that of an earlier try.
  [
    { code: 'DNS_NOT_FOUND', status: 500, message: 'No such host', notBefore: now + 1_000 },
    'the last try ended with DNS_NOT_FOUND (No such host); it is asked again at 12:00:01 UTC',
  ],
] as const)('of a page with %j it is told that %s', (page, words) => {
  expect(tellLastTry(page, now)).toBe(words);
});

const minute = now + 60_000;

test.each([
  [
    {},
    { until: minute, failures: 9 },
    'its host is left alone until 12:01:00 UTC, after 9 failures in a row',
  ],
  [{}, { until: minute, failures: 0 }, 'its host is left alone until 12:01:00 UTC, as it asked'],
  [{}, { until: now, failures: 9 }, null],
  [
    { code: 'HTTP_SERVER_ERROR', status: 500, notBefore: now + 1_000 },
    { until: minute, failures: 9 },
    'the host answered 500; it is asked again at 12:01:00 UTC',
  ],
  [
    { code: 'HTTP_TOO_MANY_REQUESTS', status: 429 },
    { until: minute, failures: 0 },
    'the host answered 429; it is asked again at 12:01:00 UTC',
  ],
] as const)('of a page with %j whose host rests (%j) it is told that %s', (page, pause, words) => {
  expect(tellLastTry(page, now, pause)).toBe(words);
});
