import { openJobsIndex, sealKeysKey } from '../../lib/keys/table-keys.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { restoreObject } from '../../lib/store/backup/copy-object.ts';
import { putItems } from '../../lib/store/backup/put-items.ts';
import { batchItemsMax } from '../../lib/store/write-batch.ts';
import { isTableEmpty, type StoredItem } from '../../lib/store/backup/scan-items.ts';
import { readItems, readObjectLines } from './check-export.ts';
import { objectFile, type ExportManifest, type ObjectLine } from './format.ts';

/** What an import has written. */
export interface Imported {
  readonly table: {
    readonly items: number;
    /** Items of the secret of the stack that was exported, which no other stack can use. */
    readonly leftOut: number;
  };
  readonly buckets: Readonly<Record<string, { readonly objects: number; readonly bytes: number }>>;
}

/** Batches and objects that are written at the same time. */
const atOnce = 8;

/** Runs up to eight writes at a time; the first that fails ends the import. */
const inParallel = () => {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const check = (): void => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    begin: async (write: Promise<void>): Promise<void> => {
      const tracked: Promise<void> = write
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(tracked));
      running.add(tracked);
      if (running.size >= atOnce) await Promise.race(running);
      check();
    },
    end: async (): Promise<void> => {
      await Promise.all(running);
      check();
    },
  };
};

const importBucket = async (
  stores: BackupStores,
  { folder, role, bucket }: { readonly folder: string; readonly role: string; readonly bucket: string },
): Promise<Imported['buckets'][string]> => {
  const writes = inParallel();
  const written = { objects: 0, bytes: 0 };
  const restore = async (line: ObjectLine): Promise<void> => {
    await restoreObject(stores, { bucket, key: line.key }, objectFile(folder, role, line.key), {
      size: line.size,
      contentType: line.contentType,
    });
    written.objects += 1;
    written.bytes += line.size;
  };
  for await (const line of readObjectLines(folder, role)) await writes.begin(restore(line));
  await writes.end();
  return written;
};

/** Says whether an item belongs to the secret beside which it was made: a stack seals headers for its own secret. */
const isOfSecret = (item: StoredItem): boolean => item['PK']?.S === sealKeysKey().PK;

/** Says whether the heartbeat finds an item by the index: an open job, a webhook with events, a source that is due. */
const isLookedAfter = (item: StoredItem): boolean => item[openJobsIndex.partition] !== undefined;

/**
 * Writes the items of the table, those that the heartbeat looks after last: a stack in an account runs meanwhile. It
 * would end a job whose pages are not written yet, and give up a source whose manifest is not. So the files are read
 * twice. If the import dies, nothing is taken up of which a part is missing.
 */
const importTable = async (
  stores: BackupStores,
  folder: string,
  table: ExportManifest['table'],
): Promise<Imported['table']> => {
  const written = { items: 0, leftOut: 0 };
  const put = async (batch: readonly StoredItem[]): Promise<void> => {
    await putItems(stores, batch);
    written.items += batch.length;
  };
  for (const isLast of [false, true]) {
    const writes = inParallel();
    let batch: StoredItem[] = [];
    for await (const item of readItems(folder, table)) {
      if (isLookedAfter(item) !== isLast) continue;
      if (isOfSecret(item)) {
        written.leftOut += 1;
        continue;
      }
      batch.push(item);
      if (batch.length < batchItemsMax) continue;
      await writes.begin(put(batch));
      batch = [];
    }
    if (batch.length > 0) await writes.begin(put(batch));
    await writes.end();
  }
  return written;
};

/** A store into which another number of things was written than the manifest says. */
export interface Difference {
  readonly kind: 'differs';
  /** `the table`, or a bucket. */
  readonly store: string;
  readonly what: 'items' | 'objects' | 'bytes';
  readonly expected: number;
  readonly found: number;
}

/** Finds the first store of which another number was written than its export promises; null if there is none. */
const differenceOf = ({ table, buckets }: ExportManifest, imported: Imported): Difference | null => {
  const found = imported.table.items + imported.table.leftOut;
  if (found !== table.items)
    return { kind: 'differs', store: 'the table', what: 'items', expected: table.items, found };
  for (const [role, written] of Object.entries(imported.buckets)) {
    for (const what of ['objects', 'bytes'] as const) {
      const expected = buckets[role]?.[what] ?? 0;
      if (written[what] === expected) continue;
      return { kind: 'differs', store: `the bucket ${role}`, what, expected, found: written[what] };
    }
  }
  return null;
};

/** Reasons not to import. */
export type ImportRefusal =
  | { readonly kind: 'not-empty' }
  /** The deployment has no bucket for objects in the export, such as `corpora` if it has no corpus. */
  | { readonly kind: 'no-bucket'; readonly buckets: readonly string[] };

/** How an import ended. */
export type ImportOutcome =
  | { readonly ok: true; readonly imported: Imported }
  | ({ readonly ok: false } & ImportRefusal)
  | ({ readonly ok: false; readonly imported: Imported } & Difference);

/**
 * Writes all of an export that was checked. Objects come before the items that name them. After an interruption it may
 * be run again, with `over`. The answer counts what was written: the files of the export may have changed since they
 * were checked.
 *
 * @param manifest - what `checkExport` returned.
 * @param begin - runs once nothing is refused, before anything is written.
 * @param over - writes into a table that holds items: those of the export replace those with the same key.
 */
export const importStores = async (
  stores: BackupStores,
  folder: string,
  manifest: ExportManifest,
  {
    over,
    tell,
    begin,
  }: {
    readonly over: boolean;
    readonly tell: (what: string) => void;
    readonly begin?: () => Promise<void>;
  },
): Promise<ImportOutcome> => {
  const homeless = Object.entries(manifest.buckets)
    .filter(([role, { objects }]) => objects > 0 && stores.buckets[role] === undefined)
    .map(([role]) => role);
  if (homeless.length > 0) return { ok: false, kind: 'no-bucket', buckets: homeless };
  if (!over && !(await isTableEmpty(stores))) return { ok: false, kind: 'not-empty' };
  await begin?.();
  const buckets: Record<string, Imported['buckets'][string]> = {};
  for (const role of Object.keys(manifest.buckets)) {
    const bucket = stores.buckets[role];
    if (bucket === undefined) continue;
    const written = await importBucket(stores, { folder, role, bucket });
    buckets[role] = written;
    tell(`${written.objects} objects of ${role}`);
  }
  const table = await importTable(stores, folder, manifest.table);
  tell(`${table.items} items`);
  const imported = { table, buckets };
  const difference = differenceOf(manifest, imported);
  return difference === null ? { ok: true, imported } : { ok: false, imported, ...difference };
};
