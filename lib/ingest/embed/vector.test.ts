import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/seeded-random.ts';
import { likenessTo, packVector, unpackVector } from './vector.ts';

const dimensions = 384;

/** Vectors in loose groups, as those of texts are. */
const vectors = (count: number, random: () => number): number[][] => {
  const normal = (): number => random() + random() + random() - 1.5;
  const centres = Array.from({ length: 20 }, () => Array.from({ length: dimensions }, normal));
  return Array.from({ length: count }, (_, at) =>
    (centres[at % centres.length] ?? []).map((number) => number + 0.9 * normal()),
  );
};

const cosine = (a: readonly number[], b: readonly number[]): number => {
  let [dot, aa, bb] = [0, 0, 0];
  for (const [at, x] of a.entries()) {
    const y = b[at] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot / Math.sqrt(aa * bb);
};

describe('a stored vector', () => {
  const random = seededRandom(7);
  const all = vectors(1_000, random);
  const packed = all.map((vector) => packVector(vector));

  test('is as like to another as the numbers were, to a hundredth', () => {
    for (let at = 1; at < all.length; at += 1) {
      const found = likenessTo(packed[0] ?? new Uint8Array())(packed[at] ?? new Uint8Array());
      expect(found).toBeCloseTo(cosine(all[0] ?? [], all[at] ?? []), 2);
    }
  });

  test('finds nineteen of twenty of the ten that are nearest among a thousand', () => {
    let agreed = 0;
    for (let query = 0; query < 20; query += 1) {
      const nearest = (score: (at: number) => number): number[] => {
        const scores = all.map((_, at) => score(at));
        return [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, 10);
      };
      const exact = nearest((at) => cosine(all[query] ?? [], all[at] ?? []));
      const like = likenessTo(packed[query] ?? new Uint8Array());
      const stored = new Set(nearest((at) => like(packed[at] ?? new Uint8Array())));
      agreed += exact.filter((at) => stored.has(at)).length;
    }
    expect(agreed / 200).toBeGreaterThan(0.95);
  });

  test('has length one, whatever length it had; of nothing it is nothing', () => {
    const [vector = []] = all;
    const long = unpackVector(packVector(vector.map((number) => number * 1_000)));
    expect(Math.hypot(...long)).toBeCloseTo(1, 2);
    expect(long).toEqual(unpackVector(packVector(vector)));
    expect(unpackVector(packVector([0, 0, 0]))).toEqual([0, 0, 0]);
    expect(likenessTo(packVector([0, 0]))(packVector([1, 0]))).toBe(0);
  });
});
