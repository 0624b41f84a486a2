import { sourceLimits } from '../../limits/source-limits.ts';
import { sourceChangeSchema, type PageChange } from '../../source/fold-snapshot.ts';
import { readJsonLines } from '../../source/snapshot.ts';
import type { FeedEntry } from '../../source/source-run.ts';
import { getObjectBytes, type Objects } from '../../store/objects.ts';
import { listFeed } from '../../store/sources/change-feed.ts';
import type { SourceStores } from '../sources/load-sources.ts';

/** Where a reader of the feed stands: the next entry, and how many of its changes were read. */
export interface FeedCursor {
  readonly seq: number;
  readonly line: number;
}

export const writeFeedCursor = ({ seq, line }: FeedCursor): string => `${seq}.${line}`;

/** Reads the place from a cursor; null if it is not a cursor. */
export const readFeedCursor = (cursor: string): FeedCursor | null => {
  const [, seq, line] = /^(\d{1,12})\.(\d{1,9})$/.exec(cursor) ?? [];
  return seq === undefined ? null : { seq: Number(seq), line: Number(line) };
};

const readChanges = async (sources: Objects, key: string): Promise<PageChange[]> => {
  const bytes = await getObjectBytes(sources, key);
  return bytes === null ? [] : readJsonLines(bytes, sourceChangeSchema);
};

/** Entries of the feed that are read at once. */
const feedPortion = 50;

export type FedChange = PageChange & { readonly source: string; readonly run: string };

/** How many changes are wanted, from where on, and which. */
interface ChangesAsked {
  readonly from: FeedCursor;
  readonly count: number;
  readonly isWanted: (entry: FeedEntry, change: PageChange) => boolean;
}

/**
 * Reads changes of a team's sources in the order of its feed, from a place on, and the place after them. A reader who
 * continues from there gets each change once: entries are numbered without gaps in the transaction that commits their
 * runs, and never change.
 */
export const readChangeFeed = async (
  { table, sources }: SourceStores,
  team: string,
  asked: ChangesAsked,
): Promise<{ readonly changes: readonly FedChange[]; readonly next: FeedCursor }> => {
  const changes: FedChange[] = [];
  let place = asked.from;
  for (let read = 0; ; read += feedPortion) {
    const entries = await listFeed(table, team, place.seq, feedPortion);
    for (const entry of entries) {
      const all = await readChanges(sources, entry.key);
      const skip = entry.seq === place.seq ? place.line : 0;
      for (const [index, change] of all.entries()) {
        if (index < skip) continue;
        if (changes.length >= asked.count) return { changes, next: { seq: entry.seq, line: index } };
        if (asked.isWanted(entry, change)) changes.push({ ...change, source: entry.source, run: entry.job });
      }
      place = { seq: entry.seq + 1, line: 0 };
    }
    if (entries.length < feedPortion || read >= sourceLimits.feedEntriesMax) return { changes, next: place };
  }
};

/** The end of any feed: its entries are numbered with as many digits as its keys have. */
export const feedEnd: FeedCursor = { seq: 999_999_999_999, line: 999_999_999 };

/**
 * Reads changes backwards, the newest first: the changes before a place, and the place before them; null at the
 * beginning of the feed. Changes that arrive meanwhile come after the reader's starting place, so it does not see them.
 */
export const readNewestChanges = async (
  { table, sources }: SourceStores,
  team: string,
  asked: ChangesAsked,
): Promise<{ readonly changes: readonly FedChange[]; readonly next: FeedCursor | null }> => {
  const changes: FedChange[] = [];
  let { seq } = asked.from;
  for (let read = 0; ; read += feedPortion) {
    const entries = await listFeed(table, team, seq, feedPortion, 'newest');
    for (const entry of entries) {
      const all = await readChanges(sources, entry.key);
      const end = entry.seq === asked.from.seq ? Math.min(asked.from.line, all.length) : all.length;
      for (let index = end - 1; index >= 0; index -= 1) {
        const change = all[index];
        if (changes.length >= asked.count) return { changes, next: { seq: entry.seq, line: index + 1 } };
        if (change !== undefined && asked.isWanted(entry, change))
          changes.push({ ...change, source: entry.source, run: entry.job });
      }
      seq = entry.seq - 1;
    }
    if (entries.length < feedPortion || seq < 1) return { changes, next: null };
    if (read >= sourceLimits.feedEntriesMax) return { changes, next: { seq, line: feedEnd.line } };
  }
};
