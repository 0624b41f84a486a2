import { sourceLimits } from '../../limits/source-limits.ts';
import { sourceChangeSchema, type PageChange } from '../../source/fold-snapshot.ts';
import { isErasedLine, splitLines } from '../../source/audit/line-hashes.ts';
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

/** Reads the position from a cursor; null if it is not a cursor. */
export const readFeedCursor = (cursor: string): FeedCursor | null => {
  const [, seq, line] = /^(\d{1,12})\.(\d{1,9})$/.exec(cursor) ?? [];
  return seq === undefined ? null : { seq: Number(seq), line: Number(line) };
};

/**
 * Reads the changes of an entry, each in its place. The place of an erased one stays, as null: cursors count places, so
 * a reader in the middle of the entry passes over no change because an earlier one was erased.
 */
const readChanges = async (sources: Objects, key: string): Promise<(PageChange | null)[]> => {
  const bytes = await getObjectBytes(sources, key);
  return (bytes === null ? [] : splitLines(bytes)).map((line) =>
    isErasedLine(line) ? null : sourceChangeSchema.parse(JSON.parse(line)),
  );
};

/** Entries of the feed that are read at once. */
const feedReadMax = 50;

export type FedChange = PageChange & { readonly source: string; readonly run: string };

/** How many changes are wanted, from where on, and which. */
interface ChangesAsked {
  readonly from: FeedCursor;
  readonly count: number;
  readonly isWanted: (entry: FeedEntry, change: PageChange) => boolean;
}

/**
 * Reads changes of a team's sources in the order of its feed, from a position on, and the position after them. A reader
 * who continues from there gets each change once: entries are numbered without gaps in the transaction that commits
 * their runs, and never change.
 */
export const readChangeFeed = async (
  { table, sources }: SourceStores,
  team: string,
  asked: ChangesAsked,
): Promise<{ readonly changes: readonly FedChange[]; readonly next: FeedCursor }> => {
  const changes: FedChange[] = [];
  let position = asked.from;
  for (let read = 0; ; read += feedReadMax) {
    const entries = await listFeed(table, team, position.seq, feedReadMax);
    for (const entry of entries) {
      const all = await readChanges(sources, entry.key);
      const skip = entry.seq === position.seq ? position.line : 0;
      for (const [index, change] of all.entries()) {
        if (index < skip || change === null) continue;
        if (changes.length >= asked.count) return { changes, next: { seq: entry.seq, line: index } };
        if (asked.isWanted(entry, change)) changes.push({ ...change, source: entry.source, run: entry.job });
      }
      position = { seq: entry.seq + 1, line: 0 };
    }
    if (entries.length < feedReadMax || read >= sourceLimits.feedEntriesMax)
      return { changes, next: position };
  }
};

/** The end of any feed: its entries are numbered with as many digits as its keys have. */
export const feedEnd: FeedCursor = { seq: 999_999_999_999, line: 999_999_999 };

/**
 * Reads changes backwards, the newest first: the changes before a position, and the position before them; null at the
 * beginning of the feed. Changes that arrive meanwhile come after the reader's starting position, so it does not see
 * them.
 */
export const readNewestChanges = async (
  { table, sources }: SourceStores,
  team: string,
  asked: ChangesAsked,
): Promise<{ readonly changes: readonly FedChange[]; readonly next: FeedCursor | null }> => {
  const changes: FedChange[] = [];
  let { seq } = asked.from;
  for (let read = 0; ; read += feedReadMax) {
    const entries = await listFeed(table, team, seq, feedReadMax, 'newest');
    for (const entry of entries) {
      const all = await readChanges(sources, entry.key);
      const end = entry.seq === asked.from.seq ? Math.min(asked.from.line, all.length) : all.length;
      for (let index = end - 1; index >= 0; index -= 1) {
        const change = all[index];
        if (changes.length >= asked.count) return { changes, next: { seq: entry.seq, line: index + 1 } };
        if (change !== undefined && change !== null && asked.isWanted(entry, change))
          changes.push({ ...change, source: entry.source, run: entry.job });
      }
      seq = entry.seq - 1;
    }
    if (entries.length < feedReadMax || seq < 1) return { changes, next: null };
    // Before the entry behind it: the same as after its own last change.
    if (read >= sourceLimits.feedEntriesMax) return { changes, next: { seq: seq + 1, line: 0 } };
  }
};
