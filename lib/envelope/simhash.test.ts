import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeSimhash, simhashDistance } from './simhash.ts';

/** FNV-1a and MurmurHash3's mixing, bit by bit as they are written down. */
const plain = (words: readonly string[]): string | null => {
  const hashes = words.map((word) =>
    Array.from(word).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5),
  );
  const count = words.length - 2;
  if (count < 24) return null;
  const half = (seed: number): string => {
    const sums = Array<number>(32).fill(0);
    for (let at = 0; at < count; at += 1) {
      let hash = seed;
      for (const word of hashes.slice(at, at + 3)) {
        hash = Math.imul(hash ^ word, 0xcc9e2d51);
        hash = (hash << 13) | (hash >>> 19);
      }
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
      for (const [bit, sum] of sums.entries()) sums[bit] = sum + ((hash >>> bit) & 1 ? 1 : -1);
    }
    return sums
      .reduceRight((bits, sum) => `${bits}${sum > 0 ? 1 : 0}`, '')
      .replace(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16));
  };
  return half(0x811c9dc5) + half(0x9747b28c);
};

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);

test('a simhash is the majority of the bits of all runs of three words, up to 4,096 of them', () => {
  const texts = fc.oneof(
    fc.array(word, { maxLength: 60 }),
    fc.array(word, { minLength: 250, maxLength: 280 }),
    // Counts of a byte are full.
    fc
      .tuple(word, fc.integer({ min: 500, max: 1_100 }))
      .map(([one, times]) => Array<string>(times).fill(one)),
  );
  fc.assert(
    fc.property(texts, (words) => {
      expect(computeSimhash(words.join(' '))).toBe(plain(words));
    }),
    { numRuns: 300 },
  );
});

test('texts that differ in a word differ in few bits, others in many', () => {
  const words = Array.from({ length: 400 }, (_, at) => `word${(at * 7919) % 1_009}`);
  const [one, near, far] = [words, words.with(200, 'another'), words.map((each) => `${each}x`)].map(
    (each) => computeSimhash(each.join(' ')) ?? '',
  ) as [string, string, string];
  expect(simhashDistance(one, one)).toBe(0);
  expect(simhashDistance(one, near)).toBeLessThan(8);
  expect(simhashDistance(one, far)).toBeGreaterThan(16);
});
