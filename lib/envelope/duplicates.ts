import type { ContentPage } from '../frontier/page.ts';
import { simhashDistance } from './simhash.ts';

/** Bits in which near duplicates differ at most (Manku, Jain and Das Sarma 2007 found 3 for web pages). */
const nearBits = 3;

/**
 * Where pages whose simhashes agree in one of four quarters are looked for: of 3 different bits, one quarter has none.
 */
const quarters = [0, 4, 8, 12];

/** Pages of one quarter's value that are compared: a site of one template would otherwise be compared with itself. */
const comparedMax = 100;

type Candidate = Pick<ContentPage, 'hash' | 'url' | 'contentHash' | 'simhash'>;

/** The page that another one repeats, and how. */
export interface Duplicate {
  readonly of: string;
  readonly kind: 'exact' | 'near';
}

/**
 * Which pages repeat an earlier one, in the order given: with the same content, or with nearly the same words. By
 * page hash. Nothing is dropped for it: the reader decides.
 */
export const findDuplicates = (pages: readonly Candidate[]): Map<string, Duplicate> => {
  const byContent = new Map<string, Candidate>();
  const byQuarter = new Map<string, Candidate[]>();
  const duplicates = new Map<string, Duplicate>();
  for (const page of pages) {
    if (page.contentHash === undefined) continue;
    const same = byContent.get(page.contentHash);
    if (same !== undefined) {
      duplicates.set(page.hash, { of: same.url, kind: 'exact' });
      continue;
    }
    byContent.set(page.contentHash, page);
    const { simhash } = page;
    if (simhash === undefined) continue;
    const keys = quarters.map((at) => `${at}${simhash.slice(at, at + 4)}`);
    const near = keys
      .flatMap((key) => byQuarter.get(key) ?? [])
      .find((other) => simhashDistance(other.simhash ?? '', simhash) <= nearBits);
    if (near !== undefined) duplicates.set(page.hash, { of: near.url, kind: 'near' });
    for (const key of keys) {
      const known = byQuarter.get(key) ?? [];
      if (known.length < comparedMax) known.push(page);
      byQuarter.set(key, known);
    }
  }
  return duplicates;
};
