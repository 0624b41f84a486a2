import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 8, 0, 0);

test.each([
  ['0', 0],
  [' 120 ', 120_000],
  ['1.5', 1_500],
  ['Sat, 21 Nov 2026 08:01:00 GMT', 60_000],
  ['Saturday, 21-Nov-26 08:01:00 GMT', 60_000],
  ['Sat Nov 21 08:01:00 2026', 60_000],
  ['Sat, 21 Nov 2020 08:01:00 GMT', 0],
])('%s is understood', (value, expected) => {
  expect(parseRetryAfter(value, now)).toBe(expected);
});

test.each([undefined, '', '-5', 'soon', '1,5', 'NaN', 'Infinity', '5 minutes', 'Sat, 99 Nov 2026'])(
  '%s is ignored',
  (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  },
);

test('nobody can make us wait longer than the limit, or a negative time', () => {
  expect(parseRetryAfter('99999999999999999999999', now)).toBe(limits.retryAfterMsMax);
  expect(parseRetryAfter('Fri, 31 Dec 9999 23:59:59 GMT', now)).toBe(limits.retryAfterMsMax);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.nat().map(String),
        fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
      ),
      (value) => {
        const ms = parseRetryAfter(value, now);
        return ms === undefined || (ms >= 0 && ms <= limits.retryAfterMsMax);
      },
    ),
  );
});

test('the documents name the longest wait that is heeded', async () => {
  const minutes = limits.retryAfterMsMax / 60_000;
  for (const document of ['politeness.md', 'failures.md']) {
    const text = await readFile(new URL(`../../../docs/${document}`, import.meta.url), 'utf8');
    expect(text.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`ore than ${minutes} minutes counts? as ${minutes}\\b`),
    );
  }
});
