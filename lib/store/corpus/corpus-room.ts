import type { DatabaseSync } from 'node:sqlite';
import type { CorpusPage } from '../../ingest/corpus-page.ts';
import { latestFirst } from '../../ingest/newer-version.ts';
import { limits } from '../../limits/limits.ts';
import { addedPassages, type Replacement } from './replace-pages.ts';

/** How many passages a corpus in a file takes, those of replaced versions included. */
export interface CorpusRoom {
  readonly passagesMax: number;
  /** Of these, how many only later versions of pages take that the corpus shows already. */
  readonly passagesReserved: number;
  /** The most passages that a page may have. */
  readonly passagesPerPageMax: number;
}

/** The room of a corpus as it is deployed. */
export const deployedRoom: CorpusRoom = {
  passagesMax: limits.corpusPassagesMax,
  passagesReserved: limits.corpusPassagesReserved,
  passagesPerPageMax: limits.passagesPerPageMax,
};

/**
 * Counts the passages that the corpus holds and has to keep. Those of versions that were replaced too long ago are
 * deleted by the next commit.
 */
const keptPassages = (db: DatabaseSync, now: number): number => {
  const before = now - limits.corpusHistoryMs;
  const row = db
    .prepare(
      'SELECT (SELECT count(*) FROM passages) - (SELECT count(*) FROM passages WHERE until < ?) AS passages',
    )
    .get(before);
  return (row as { passages: number }).passages;
};

/** Says whether a new page may find no room. */
export const isCorpusFull = (db: DatabaseSync, now: number, room: CorpusRoom): boolean =>
  keptPassages(db, now) > room.passagesMax - room.passagesReserved - room.passagesPerPageMax;

/**
 * Chooses the versions of pages for which the corpus has no room. The others all fit. The latest version of each page
 * comes first, and of these the first that were handed in; without its latest version, a page gets no earlier one
 * either. A page that is gone needs no room, nor does one that the corpus has already.
 */
export const pagesWithoutRoom = (
  db: DatabaseSync,
  pages: readonly CorpusPage[],
  replacement: Replacement,
  { now, room }: { readonly now: number; readonly room: CorpusRoom },
): ReadonlySet<CorpusPage> => {
  const { passagesMax, passagesReserved } = room;
  const without = new Set<CorpusPage>();
  const urls = new Set<string>();
  let passages = keptPassages(db, now);
  const offered = pages.reduce((sum, page) => sum + page.passages.length, 0);
  if (passages + offered <= passagesMax - passagesReserved) return without;
  for (const page of latestFirst(pages)) {
    const { isShown, added } = addedPassages(db, page, replacement);
    const most = isShown ? passagesMax : passagesMax - passagesReserved;
    if (urls.has(page.url) || (added > 0 && passages + added > most)) {
      without.add(page);
      urls.add(page.url);
    } else passages += added;
  }
  return without;
};
