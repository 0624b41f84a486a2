import { expect, test } from 'vitest';
import { parseNextPath } from './next-path.ts';

test.each([
  ['https://host/v2/crawl/1?skip=100', '/v2/crawl/1?skip=100'],
  ['https://host/prod/v2/crawl/1?skip=100', '/v2/crawl/1?skip=100'],
  ['/prod/v2/crawl/1?skip=100', '/v2/crawl/1?skip=100'],
  ['//elsewhere.example/v2/crawl/1', '/v2/crawl/1'],
  ['?skip=100', undefined],
  ['https://elsewhere.example/steal', undefined],
])('of %s only the part that belongs to the API is followed', (next, path) => {
  expect(parseNextPath(next)).toBe(path);
});
