import type { SnapshotLine } from './snapshot.ts';

/** A difference between two snapshots of a source. */
export interface SnapshotDifference {
  readonly kind: 'added' | 'modified' | 'deleted' | 'moved' | 'restored';
  readonly url: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly movedTo?: string;
}

const isGone = ({ state }: SnapshotLine): boolean => state === 'deleted' || state === 'moved';

/**
 * Returns what happened to pages from one snapshot to a later one, in order of URLs. A page that could not be requested
 * counts as unchanged.
 */
export const diffSnapshots = (
  before: readonly SnapshotLine[],
  after: readonly SnapshotLine[],
): SnapshotDifference[] => {
  const old = new Map(before.map((line) => [line.hash, line]));
  return after
    .flatMap((line): SnapshotDifference[] => {
      const was = old.get(line.hash);
      const versions = { url: line.url, before: was?.envelope ?? null, after: line.envelope ?? null };
      if (was === undefined || (isGone(was) && !isGone(line)))
        return isGone(line) ? [] : [{ kind: was === undefined ? 'added' : 'restored', ...versions }];
      if (isGone(line)) {
        if (isGone(was)) return [];
        if (line.state === 'deleted') return [{ kind: 'deleted', ...versions, after: null }];
        return [
          { kind: 'moved', ...versions, ...(line.movedTo === undefined ? {} : { movedTo: line.movedTo }) },
        ];
      }
      return line.lastChanged > was.lastChanged ? [{ kind: 'modified', ...versions }] : [];
    })
    .toSorted((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0));
};
