import { sourceLimits } from '../../limits/source-limits.ts';
import { entryMark, type FeedCursor } from '../../source/feed-cursor.ts';
import { sourceChangeSchema, type PageChange } from '../../source/fold-snapshot.ts';
import { isErasedLine, splitLines } from '../../source/audit/line-hashes.ts';
import type { FeedEntry } from '../../source/source-run.ts';
import { getObjectBytes, type Objects } from '../../store/objects.ts';
import { listFeed } from '../../store/sources/change-feed.ts';
import type { SourceStores } from '../sources/load-sources.ts';

/**
 * Reads the changes of an entry, each in its place. The place of an erased one stays, as null: cursors count places, so
 * a reader in the middle of the entry passes over no change because an earlier one was erased. Fewer than the entry
 * counts if its file is gone or was cut off.
 */
const readChanges = async (sources: Objects, key: string): Promise<(PageChange | null)[]> => {
  const bytes = await getObjectBytes(sources, key);
  return (bytes === null ? [] : splitLines(bytes)).map((line) =>
    isErasedLine(line) ? null : sourceChangeSchema.parse(JSON.parse(line)),
  );
};

/** Entries of the feed that are read at once. */
const feedReadMax = 50;

/** A change, and the place in the feed right after it. */
export type FedChange = PageChange & {
  readonly source: string;
  readonly run: string;
  readonly after: FeedCursor;
};

/** Makes what is told of the change at a place of an entry. */
const fed = (entry: FeedEntry, change: PageChange, index: number): FedChange => ({
  ...change,
  source: entry.source,
  run: entry.job,
  after: { seq: entry.seq, line: index + 1, mark: entryMark(entry) },
});

/** Changes of an entry that can no longer be read: how many, and when their run ended. */
export interface LostChanges {
  readonly source: string;
  readonly run: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly changes: number;
}

/** How many changes are wanted, from where on, and which. */
interface ChangesAsked {
  readonly from: FeedCursor;
  readonly count: number;
  readonly isWanted: (entry: FeedEntry, change: PageChange) => boolean;
  /** Whether any changes of an entry are wanted: of lost ones, only their entry is known. */
  readonly isEntryWanted?: (entry: FeedEntry) => boolean;
}

interface ReadChanges<Next> {
  readonly changes: readonly FedChange[];
  /** What cannot be told, by entry. */
  readonly lost: readonly LostChanges[];
  readonly next: Next;
}

/**
 * Returns the changes that an entry counts between two places and its file does not hold; none if it holds them all.
 */
const lostOf = (
  { isEntryWanted = () => true }: ChangesAsked,
  entry: FeedEntry,
  { held, from, to }: { readonly held: number; readonly from: number; readonly to: number },
): LostChanges[] => {
  const changes = Math.min(entry.count, to) - Math.max(held, from);
  if (changes <= 0 || !isEntryWanted(entry)) return [];
  return [{ source: entry.source, run: entry.job, at: entry.at, changes }];
};

/**
 * Reads changes of a team's sources in the order of its feed, from a position on, and the position after them. A reader
 * who continues from there gets each change once: entries are numbered without gaps in the transaction that commits
 * their runs, and never change.
 */
export const readChangeFeed = async (
  { table, sources }: SourceStores,
  team: string,
  asked: ChangesAsked,
): Promise<ReadChanges<FeedCursor>> => {
  const changes: FedChange[] = [];
  const lost: LostChanges[] = [];
  let position = asked.from;
  for (let read = 0; ; read += feedReadMax) {
    const entries = await listFeed(table, team, position.seq, feedReadMax);
    for (const entry of entries) {
      const all = await readChanges(sources, entry.key);
      const skip = entry.seq === position.seq ? position.line : 0;
      const mark = entryMark(entry);
      for (const [index, change] of all.entries()) {
        if (index < skip || change === null) continue;
        if (changes.length >= asked.count) {
          const next = { seq: entry.seq, line: index, mark: index === 0 ? position.mark : mark };
          return { changes, lost, next };
        }
        if (asked.isWanted(entry, change)) changes.push(fed(entry, change, index));
      }
      lost.push(...lostOf(asked, entry, { held: all.length, from: skip, to: entry.count }));
      position = { seq: entry.seq + 1, line: 0, mark };
    }
    if (entries.length < feedReadMax || read >= sourceLimits.feedEntriesMax)
      return { changes, lost, next: position };
  }
};

/**
 * Reads changes backwards, the newest first: the changes before a position, and the position before them; null at the
 * beginning of the feed. Changes that arrive meanwhile come after the reader's starting position, so it does not see
 * them.
 */
export const readNewestChanges = async (
  { table, sources }: SourceStores,
  team: string,
  asked: ChangesAsked,
): Promise<ReadChanges<FeedCursor | null>> => {
  const changes: FedChange[] = [];
  const lost: LostChanges[] = [];
  let { seq } = asked.from;
  for (let read = 0; ; read += feedReadMax) {
    const entries = await listFeed(table, team, seq, feedReadMax, 'newest');
    for (const entry of entries) {
      const all = await readChanges(sources, entry.key);
      const until = entry.seq === asked.from.seq ? asked.from.line : entry.count;
      // Once as many changes are found as are wanted, the next part begins with this entry.
      const told = lostOf(asked, entry, { held: all.length, from: 0, to: until });
      if (changes.length >= asked.count && told.length > 0)
        return { changes, lost, next: { seq: entry.seq, line: until, mark: entryMark(entry) } };
      lost.push(...told);
      for (let index = Math.min(until, all.length) - 1; index >= 0; index -= 1) {
        const change = all[index];
        if (changes.length >= asked.count) {
          const next = { seq: entry.seq, line: index + 1, mark: entryMark(entry) };
          return { changes, lost, next };
        }
        if (change !== undefined && change !== null && asked.isWanted(entry, change))
          changes.push(fed(entry, change, index));
      }
      seq = entry.seq - 1;
    }
    if (entries.length < feedReadMax || seq < 1) return { changes, lost, next: null };
    // Before the entry behind it: the same as after its own last change. That entry was not read, and marks nothing.
    if (read >= sourceLimits.feedEntriesMax) return { changes, lost, next: { seq: seq + 1, line: 0 } };
  }
};
