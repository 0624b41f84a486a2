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
