/** An item in both rankings of one search. */
export interface Ranked<Item> {
  readonly item: Item;
  readonly lexical: number | null;
  readonly vector: number | null;
  /** The score that orders them. */
  readonly score: number;
}

/**
 * Reduces how much the first ranks count. Sixty, as in the paper of reciprocal rank fusion (Cormack, Clarke and
 * Büttcher, 2009), makes ranks nearly alike, which suits rankings that are equally good. Words rank well, and a small
 * number keeps their order.
 */
const softening = 3;

/**
 * Merges two rankings by the ranks of items in them. A rank among the vectors counts `weight` of one among the words,
 * and less the further an item's likeness is below the best: rankings by meaning have no end, and most of their items
 * have nothing to do with the query.
 */
export const fuseRanks = <Item extends { readonly id: string; readonly score: number }>(
  lexical: readonly Item[],
  vector: readonly Item[],
  weight: number,
): Ranked<Item>[] => {
  const fused = new Map<
    string,
    { item: Item; lexical: number | null; vector: number | null; score: number }
  >();
  for (const [at, item] of lexical.entries())
    fused.set(item.id, { item, lexical: item.score, vector: null, score: 1 / (softening + at + 1) });
  const best = vector[0]?.score ?? 0;
  for (const [at, item] of vector.entries()) {
    const share = best <= 0 ? 0 : Math.max(0, item.score / best);
    const part = (weight * share ** 2) / (softening + at + 1);
    const known = fused.get(item.id);
    if (known === undefined) fused.set(item.id, { item, lexical: null, vector: item.score, score: part });
    else {
      known.vector = item.score;
      known.score += part;
    }
  }
  return [...fused.values()].toSorted((a, b) => b.score - a.score);
};
