/**
 * The metric of scrapinghub/article-extraction-benchmark: shingles of four words counted with multiplicity,
 * precision and recall a page, F1 of their means.
 */

const shinglesOf = (text: string): Map<string, number> => {
  const words = text.match(/[\p{L}\p{N}_\p{M}]+/gu) ?? [];
  const size = Math.min(4, words.length);
  const counts = new Map<string, number>();
  if (words.length === 0) return counts;
  for (let at = 0; at + size <= words.length; at += 1) {
    const shingle = words.slice(at, at + size).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
};

interface PageScore {
  readonly precision: number | null;
  readonly recall: number;
}

const pageScore = (expected: string, found: string): PageScore => {
  const [truth, guess] = [shinglesOf(expected), shinglesOf(found)];
  let [hits, extra, missed] = [0, 0, 0];
  for (const [shingle, count] of guess) {
    const known = truth.get(shingle) ?? 0;
    hits += Math.min(known, count);
    extra += Math.max(0, count - known);
  }
  for (const [shingle, count] of truth) missed += Math.max(0, count - (guess.get(shingle) ?? 0));
  return {
    precision: hits + extra === 0 ? null : hits / (hits + extra),
    recall: extra + missed === 0 ? 1 : hits === 0 ? 0 : hits / (hits + missed),
  };
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Scores pairs of true and found text. */
export const scorePage = (pairs: readonly { readonly truth: string; readonly found: string }[]): Score => {
  const pages = pairs.map(({ truth, found }) => pageScore(truth, found));
  const precision = mean(pages.flatMap((page) => (page.precision === null ? [] : [page.precision])));
  const recall = mean(pages.map((page) => page.recall));
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
};
