import { expect, test } from 'vitest';
import { suggestName } from './suggest-name.ts';

const names = ['crawl', 'scrape', 'status', 'cancel', 'redrive', 'max-concurrency', 'json', 'key', 'url'];

test.each([
  ['craw', 'crawl'],
  ['carwl', 'crawl'],
  ['Crawl', 'crawl'],
  ['statsu', 'status'],
  ['max-concurency', 'max-concurrency'],
  ['max', 'max-concurrency'],
  ['jsno', 'json'],
  ['keys', 'key'],
])('%s is probably %s', (typed, meant) => {
  expect(suggestName(typed, names)).toBe(meant);
});

test.each(['x', 'deploy', 'frobnicate', 'c', ''])('of "%s" nothing is guessed', (typed) => {
  expect(suggestName(typed, names)).toBeUndefined();
});

test('of hundreds of thousands of long names, only as many are compared as take some milliseconds', () => {
  const many = Array.from({ length: 250_000 }, (_, at) => String(at).padStart(80, 'x'));
  const before = process.cpuUsage();
  expect(suggestName('y'.repeat(80), many)).toBeUndefined();
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(10_000);
});
