import type { ContentPage } from '../frontier/page.ts';
import { simhashDistance } from './simhash.ts';

/** Most bits in which near duplicates differ (Manku, Jain and Das Sarma 2007 found 3 for web pages). */
const nearBits = 3;

/**
 * Near duplicates are looked for among pages whose simhashes agree in one of four quarters: 3 different bits leave one
 * quarter equal.
 */
const quarters = [0, 4, 8, 12];

/**
 * Most pages compared for one quarter's value; otherwise every page of a site with one template would be compared with
 * every other.
 */
const comparedMax = 100;

type Candidate = Pick<ContentPage, 'hash' | 'url' | 'contentHash' | 'simhash'>;

/** The page that another one repeats, and how. */
export interface Duplicate {
  readonly of: string;
  readonly kind: 'exact' | 'near';
}

/**
 * Finds the pages that repeat an earlier one, in the given order: with the same content, or with nearly the same words.
 * By page hash. No page is dropped for it; the client decides.
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
