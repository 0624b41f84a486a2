import { expect, test } from 'vitest';
import { formatDuration } from '../../monitor/format.ts';

test.each([
  [740, '740 ms'],
  [12_400, '12.4 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [119_600, '2 min 0 s'],
  [303_000, '5 min 3 s'],
  [3_599_600, '1 h 0 min'],
  [7_199_000, '2 h 0 min'],
  [7_800_000, '2 h 10 min'],
])('%i ms are %s: no part of a duration is a whole unit of the next', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
