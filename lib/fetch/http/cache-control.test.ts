import { expect, test } from 'vitest';
import { maxAgeMs } from './cache-control.ts';

test.each([
  ['max-age=60', 60_000],
  ['public, Max-Age="60", must-revalidate', 60_000],
  ['max-age=10, max-age=20', 10_000],
  ['no-cache, max-age=60', 0],
  ['max-age=60, no-store', 0],
  ['s-maxage=60', undefined],
  ['max-age=-1', undefined],
  ['max-age=soon', undefined],
  ['max-age=99999999999999', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s: %s ms', (header, ms) => {
  expect(maxAgeMs(header)).toBe(ms);
});
