import { Outage } from '../../outage.ts';
import type { Objects } from '../objects.ts';
import { openCorpusFile, type CorpusFile } from './corpus-file.ts';
import { leaseCorpus, type LeaseTiming } from './corpus-lease.ts';
import { getCorpus, putCorpus } from './corpus-object.ts';

/** A corpus of which a sandbox holds a copy, so that it is only read again when it has changed. */
export interface HeldCorpus {
  /** The corpus as it is in the bucket now, or was at most `refreshMs` ago; null if there is none yet. */
  read(refreshMs: number): Promise<CorpusFile | null>;
  /**
   * Changes the corpus as one commit: `change` works on a copy, which then replaces the corpus on condition that no
   * other writer did. Writers take turns by a lease. If another one wrote all the same, `change` is called again with
   * the new corpus. A change that returns false changed nothing.
   */
  commit(change: (file: CorpusFile) => boolean): Promise<void>;
  /** Releases the copy. */
  close(): void;
}

interface Copy {
  readonly file: CorpusFile;
  /** Null for a corpus that is not in the bucket yet. */
  readonly etag: string | null;
}

/**
 * Holds a corpus for one sandbox.
 *
 * @param commitTriesMax commits that may find that another writer was first, before this is an outage and the messages
 *   come again.
 */
export const holdCorpus = (
  objects: Objects,
  name: string,
  {
    now,
    commitTriesMax,
    lease,
  }: { readonly now: () => number; readonly commitTriesMax: number; readonly lease: LeaseTiming },
): HeldCorpus => {
  let copy: Copy | null = null;
  let readAt = -Infinity;
  const drop = (): void => {
    copy?.file.close();
    copy = null;
    readAt = -Infinity;
  };
  const refresh = async (): Promise<void> => {
    const found = await getCorpus(objects, name, copy?.etag ?? null);
    if (found.kind === 'none') drop();
    else if (found.kind === 'newer') {
      drop();
      copy = { file: openCorpusFile(found.bytes), etag: found.etag };
    }
    readAt = now();
  };
  const tryCommit = async (change: (file: CorpusFile) => boolean): Promise<boolean> => {
    await refresh();
    copy ??= { file: openCorpusFile(null), etag: null };
    const { file, etag } = copy;
    file.db.exec('BEGIN IMMEDIATE');
    try {
      if (!change(file)) {
        file.db.exec('ROLLBACK');
        if (etag === null) drop();
        return true;
      }
      file.db.exec('COMMIT');
      const written = await putCorpus(objects, name, file.bytes(), etag);
      if (written === null) {
        drop();
        return false;
      }
      copy = { file, etag: written };
      return true;
    } catch (error) {
      // The result of the write is unknown, or the copy is half changed: only the bucket has the true state.
      drop();
      throw error;
    }
  };
  return {
    close: drop,
    read: async (refreshMs) => {
      if (now() - readAt >= refreshMs) await refresh();
      return copy?.file ?? null;
    },
    commit: async (change) => {
      const giveBack = await leaseCorpus(objects, name, lease);
      try {
        for (let tries = 1; !(await tryCommit(change)); tries += 1)
          if (tries === commitTriesMax)
            throw new Outage(`Cannot commit to the corpus ${name}: ${tries} times another writer was first`);
      } finally {
        await giveBack();
      }
    },
  };
};
