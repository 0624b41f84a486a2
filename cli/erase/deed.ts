import { createHash } from 'node:crypto';

/** What an erasure does with one item or object. */
export interface Deed {
  readonly deed: 'delete' | 'rewrite';
  /** Its store and kind: `table/P`, `envelopes/staged`. */
  readonly what: string;
  /** Entries or lines that are removed from a rewritten object. */
  readonly lines: number;
  readonly place:
    | { readonly kind: 'item'; readonly PK: string; readonly SK: string }
    | { readonly kind: 'object'; readonly role: string; readonly key: string };
}

/** Returns the name of a deed for certificates: a hash, since names hold parts of URLs. */
export const nameDeed = ({ deed, place }: Pick<Deed, 'deed' | 'place'>): string =>
  createHash('sha256')
    .update(JSON.stringify([deed, ...Object.values(place)]))
    .digest('hex');

/**
 * Returns the order of a deed: pictures first, then the objects that name them, and last the items of the table. Equals
 * go in any order.
 */
export const deedOrder = (deed: Deed): number => {
  if (deed.place.kind === 'item') {
    if (deed.what === 'table/L') return 4;
    // What says whose the other items are goes after them.
    const isSaid =
      /^(?:J|W|X)$/.test(deed.what.slice('table/'.length)) && !/^(?:META|HOOK)$/.test(deed.place.SK);
    return isSaid ? 8 : 9;
  }
  const { role, key } = deed.place;
  if (/^captures\/.*\.json$/.test(key)) return 1;
  if (/^(?:captures|reread)\//.test(key)) return 0;
  if (role === 'corpora') return 2;
  if (/^(?:drafts|kept)\/|^staged\/(?!_)/.test(key)) return 3;
  return role === 'sources' ? 6 : 5;
};
