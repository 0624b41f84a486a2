import { sourcePageHash } from './run-record.ts';
import { isKnown, type SnapshotLine } from './snapshot.ts';

/**
 * Returns the pages that a run of a crawl requests besides those that it finds: each that is known, and the address to
 * which one has moved. No page need name that address: where links go on to name the old one, it would never be found.
 */
export const knownPages = (
  lines: readonly SnapshotLine[],
): readonly { readonly url: string; readonly depth: number }[] => {
  const pages = lines.filter(isKnown).map(({ url, depth }) => ({ url, depth }));
  const hashes = new Set(lines.map(({ hash }) => hash));
  for (const { state, envelope, movedTo, depth } of lines) {
    // An address that led elsewhere from the first visit on was no page.
    if (state !== 'moved' || envelope === undefined || movedTo === undefined) continue;
    const hash = sourcePageHash(movedTo);
    if (hashes.has(hash)) continue;
    hashes.add(hash);
    pages.push({ url: movedTo, depth });
  }
  return pages;
};
