import { expect, test } from 'vitest';
import { withLines, type RequestLine } from './request-line.ts';

const line = (at: number): RequestLine => ({ at, tier: 'http', bytes: 0, ms: 1, retry: 0 });
const lines = (count: number): RequestLine[] => Array.from({ length: count }, (_, at) => line(at));

test('a trail keeps its beginning and its end, however long it grows', () => {
  expect(withLines(undefined, lines(3))).toEqual(lines(3));
  let trail: RequestLine[] = [];
  for (let at = 0; at < 100; at += 1) trail = withLines(trail, [line(at)]);
  expect(trail.map(({ at }) => at)).toEqual([0, 1, 2, 3, ...Array.from({ length: 20 }, (_, n) => 80 + n)]);
});
