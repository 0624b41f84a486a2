import { sourceLimits } from '../../limits/source-limits.ts';
import type { SourceName } from '../../keys/table-keys.ts';
import { sourceChangeSchema, type PageChange } from '../../source/fold-snapshot.ts';
import { sourcePageHash } from '../../source/run-record.ts';
import { readJsonLines, readSnapshot, type SnapshotLine } from '../../source/snapshot.ts';
import type { FeedEntry, SeenVersion, SourceRunRecord } from '../../source/source-run.ts';
import { getObjectBytes, type Objects } from '../../store/objects.ts';
import { listFeed } from '../../store/sources/change-feed.ts';
import { listPageVersions } from '../../store/sources/page-versions.ts';
import { listSourceRuns } from '../../store/sources/source-log.ts';
import type { SourceStores } from '../sources/load-sources.ts';

/** Snapshots that a process read last: they never change, and lists of pages are read portion by portion. */
const kept = new Map<string, readonly SnapshotLine[]>();
const keptMax = 4;

export const readLines = async (sources: Objects, key: string): Promise<readonly SnapshotLine[]> => {
  const place = `${sources.bucket} ${key}`;
  const before = kept.get(place);
  if (before !== undefined) return before;
  const bytes = await getObjectBytes(sources, key);
  if (bytes === null) throw new Error(`Cannot read the snapshot ${key}: it is not in its bucket`);
  const lines = readSnapshot(bytes);
  if (kept.size >= keptMax) kept.clear();
  kept.set(place, lines);
  return lines;
};

/** The run whose snapshot held at a moment, or that is named; null where there was none yet. */
export const findRun = async (
  { table }: SourceStores,
  name: SourceName,
  at: { readonly job: string } | { readonly moment: number },
): Promise<SourceRunRecord | null> => {
  let cursor: string | undefined;
  do {
    const until = 'moment' in at ? at.moment : undefined;
    const found = await listSourceRuns(table, name, { count: 100, cursor, until });
    const run = found.runs.find(
      ({ snapshotKey, job }) => snapshotKey !== undefined && (!('job' in at) || job === at.job),
    );
    if (run !== undefined) return run;
    cursor = found.cursor ?? undefined;
  } while (cursor !== undefined);
  return null;
};

/** Where a reader of the feed stands: the entry that comes next, and how many of its changes were read. */
export interface FeedPlace {
  readonly seq: number;
  readonly line: number;
}

export const writeFeedPlace = ({ seq, line }: FeedPlace): string => `${seq}.${line}`;

/** Reads the place out of a cursor; null for what is none. */
export const readFeedPlace = (cursor: string): FeedPlace | null => {
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

/**
 * Changes of a team's sources in the order of its feed, from a place on, and the place after them. Whoever goes on
 * from there gets each change once: entries are numbered without a gap in the step that makes their runs hold, and
 * never change.
 */
export const readChangeFeed = async (
  { table, sources }: SourceStores,
  team: string,
  asked: {
    readonly from: FeedPlace;
    readonly count: number;
    readonly isWanted: (entry: FeedEntry, change: PageChange) => boolean;
  },
): Promise<{ readonly changes: readonly FedChange[]; readonly next: FeedPlace }> => {
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

/** Versions of a URL of a source, the last one first. */
export const readVersions = async (
  { table }: SourceStores,
  name: SourceName,
  url: string,
  asked: { readonly count: number; readonly until?: number },
): Promise<SeenVersion[]> => await listPageVersions(table, name, sourcePageHash(url), asked);
