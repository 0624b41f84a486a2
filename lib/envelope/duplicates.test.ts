import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../test/harness/cpu-time.ts';
import { findDuplicates } from './duplicates.ts';
import { simhashDistance, computeSimhash } from './simhash.ts';

const words = Array.from({ length: 600 }, (_, n) => `word${(n * 7_919) % 1_009}`);
const article = words.join(' ');

const page = (n: number, text: string, contentHash = `sha256:${n}`) => {
  const simhash = computeSimhash(text);
  return {
    hash: String(n),
    url: `https://example.com/${n}`,
    contentHash,
    ...(simhash === null ? {} : { simhash }),
  };
};

test('a text that differs in a date is a near duplicate, another text is none', () => {
  const dated = page(2, `${article} as of today`);
  const other = page(3, words.toReversed().join(' '));
  const found = findDuplicates([page(1, article), dated, other]);
  expect([...found]).toEqual([['2', { of: 'https://example.com/1', kind: 'near' }]]);
});

test('the same content is an exact duplicate of the first page that had it', () => {
  const found = findDuplicates([
    page(1, article, 'sha256:x'),
    page(2, article, 'sha256:x'),
    page(3, article, 'sha256:x'),
  ]);
  expect([...found.values()]).toEqual([
    { of: 'https://example.com/1', kind: 'exact' },
    { of: 'https://example.com/1', kind: 'exact' },
  ]);
});

test('a text of a few words is like no other', () => {
  expect(computeSimhash('Nothing here yet')).toBeNull();
  expect(computeSimhash('')).toBeNull();
});

test('scripts without spaces have words as well', () => {
  expect(computeSimhash('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。')).toMatch(
    /^[0-9a-f]{16}$/,
  );
});

test('a distance is symmetric, and 0 from itself', () => {
  const hash = fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: 16, maxLength: 16 })
    .map((all) => all.map((one) => one.toString(16)).join(''));
  fc.assert(
    fc.property(hash, hash, (a, b) => {
      expect(simhashDistance(a, a)).toBe(0);
      expect(simhashDistance(a, b)).toBe(simhashDistance(b, a));
    }),
  );
});

test('simhashes of a large page are made in milliseconds', () => {
  const text = article.repeat(200);
  const started = cpuMs();
  computeSimhash(text);
  expect(cpuMs() - started).toBeLessThan(1_000);
});
