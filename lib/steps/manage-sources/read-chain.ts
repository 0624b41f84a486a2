import type { SourceName } from '../../keys/table-keys.ts';
import { sourcePageHash } from '../../source/run-record.ts';
import { readSnapshot, type SnapshotLine } from '../../source/snapshot.ts';
import type { SeenVersion, SourceRunRecord } from '../../source/source-run.ts';
import { getObjectBytes, type Objects } from '../../store/objects.ts';
import { listPageVersions } from '../../store/sources/page-versions.ts';
import { listSourceRuns } from '../../store/sources/source-log.ts';
import type { SourceStores } from '../sources/load-sources.ts';

/** The snapshots that this process read last: they never change, and lists of pages are read slice by slice. */
const kept = new Map<string, readonly SnapshotLine[]>();
const keptMax = 4;

export const readLines = async (sources: Objects, key: string): Promise<readonly SnapshotLine[]> => {
  const address = `${sources.bucket} ${key}`;
  const before = kept.get(address);
  if (before !== undefined) return before;
  const bytes = await getObjectBytes(sources, key);
  if (bytes === null) throw new Error(`Cannot read the snapshot ${key}: it is not in its bucket`);
  const lines = readSnapshot(bytes);
  if (kept.size >= keptMax) kept.clear();
  kept.set(address, lines);
  return lines;
};

/** Finds the named run, or the run whose snapshot was valid at a moment; null if there was none yet. */
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

/** Lists versions of a URL of a source, the last one first. */
export const readVersions = async (
  { table }: SourceStores,
  name: SourceName,
  url: string,
  asked: { readonly count: number; readonly until?: number },
): Promise<SeenVersion[]> => await listPageVersions(table, name, sourcePageHash(url), asked);
