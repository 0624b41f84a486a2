import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page } from '../../frontier/page.ts';
import { inPageOrder, splitIndex } from './result-index.ts';

const page = (hash: string, depth: number, position: number, parent?: string): Page => ({
  job: 'job',
  hash: hash.padStart(32, '0'),
  url: `https://example.com/${hash}`,
  state: 'done',
  depth,
  position,
  ...(parent === undefined ? {} : { parent: parent.padStart(32, '0') }),
  attempts: 0,
  admittedAt: 0,
  touchedAt: 0,
});

const site = [
  page('a', 0, 0),
  page('b', 1, 0, 'a'),
  page('c', 1, 3, 'a'),
  page('d', 2, 0, 'b'),
  page('e', 2, 1, 'b'),
  page('f', 2, 0, 'c'),
  page('0', 3, 0, 'f'),
];

test('results stand in page order, however pages were stored', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(site, { minLength: site.length }), (shuffled) => {
      expect(inPageOrder(shuffled).map(({ url }) => url.at(-1))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', '0']);
    }),
  );
});

test('a page whose parent is not in the job is not lost', () => {
  expect(
    inPageOrder([page('9', 1, 0, 'gone'), page('a', 0, 0), page('b', 1, 5, 'a')]).map(({ url }) =>
      url.at(-1),
    ),
  ).toEqual(['a', 'b', '9']);
});

test('parts hold every entry once, in order', () => {
  const entries = Array.from({ length: 25 }, (_, index) => index);
  expect(splitIndex(entries, 10).map((part) => part.length)).toEqual([10, 10, 5]);
  expect(splitIndex(entries, 10).flat()).toEqual(entries);
});
