import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../../../limits/limits.ts';
import { listPoints, passagesAt, type FoundPassage, type VectorSearch } from '../search-passages.ts';
import type { NearVector, VectorIndex } from './vector-index.ts';

/** Runs a query on the present file; null if there is none. */
export type ReadFile = <Result>(ask: (db: DatabaseSync) => Result) => Promise<Result | null>;

const best = (
  found: readonly FoundPassage[],
  { count, perPage = Infinity }: VectorSearch,
): FoundPassage[] => {
  const ofPage = new Map<string, number>();
  return found
    .toSorted((a, b) => b.score - a.score || a.url.localeCompare(b.url) || a.place - b.place)
    .filter(({ url }) => {
      const nth = (ofPage.get(url) ?? 0) + 1;
      ofPage.set(url, nth);
      return nth <= perPage;
    })
    .slice(0, count);
};

/**
 * Finds the passages most similar to a vector, with an index: the index finds near vectors, and the file knows which of
 * them are current. If filters leave few passages, each of them is compared. Otherwise it fetches the nearest vectors,
 * and more of them as long as later ones could rank before those found: a page's weight at most halves a score.
 */
export const searchIndex = async (
  read: ReadFile,
  index: VectorIndex,
  search: VectorSearch,
  embedder: string,
): Promise<readonly FoundPassage[]> => {
  const look = async (near: readonly NearVector[]): Promise<FoundPassage[]> =>
    (await read((db) => passagesAt(db, search, embedder, near))) ?? [];
  const isNarrow = search.asOf !== null || Object.values(search.filters).some((value) => value !== undefined);
  const ids = isNarrow
    ? await read((db) => listPoints(db, search, embedder, limits.vectorsAmongMax + 1))
    : null;
  if (ids !== null && ids.length <= limits.vectorsAmongMax)
    return best(await look(await index.among(search.embedder, search.vector, ids)), search);
  for (let count = Math.max(search.count * 2, 100); ; count *= 4) {
    const asked = Math.min(count, index.nearestMax);
    const near = await index.nearest(search.embedder, search.vector, asked);
    const found = best(await look(near), search);
    const rest = near.at(-1)?.likeness ?? 0;
    const isSure = found.length === search.count && (found.at(-1)?.score ?? 0) >= rest;
    if (isSure || near.length < asked || asked === index.nearestMax) return found;
  }
};
