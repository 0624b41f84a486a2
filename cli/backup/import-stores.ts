import { sealKeysKey } from '../../lib/keys/table-keys.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { restoreObject } from '../../lib/store/backup/copy-object.ts';
import { putItems } from '../../lib/store/backup/put-items.ts';
import { batchItemsMax } from '../../lib/store/write-batch.ts';
import { isTableEmpty, type StoredItem } from '../../lib/store/backup/scan-items.ts';
import { readObjectLines } from './check-export.ts';
import { unzipLines } from './files.ts';
import { objectFile, tableFile, type ExportManifest, type ObjectLine } from './format.ts';
import { itemFromJson } from './item-json.ts';

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
): Promise<void> => {
  const writes = inParallel();
  const restore = async (line: ObjectLine): Promise<void> =>
    await restoreObject(stores, { bucket, key: line.key }, objectFile(folder, role, line.key), {
      size: line.size,
      contentType: line.contentType,
    });
  for await (const line of readObjectLines(folder, role)) await writes.begin(restore(line));
  await writes.end();
};

/** Says whether an item belongs to the secret beside which it was made: a stack seals headers for its own secret. */
const isOfSecret = (item: StoredItem): boolean => item['PK']?.S === sealKeysKey().PK;

const importTable = async (
  stores: BackupStores,
  folder: string,
  { files }: ExportManifest['table'],
): Promise<void> => {
  const writes = inParallel();
  for (const { name } of files) {
    let batch: StoredItem[] = [];
    for await (const line of unzipLines(tableFile(folder, name))) {
      const item = itemFromJson(line);
      if (isOfSecret(item)) continue;
      batch.push(item);
      if (batch.length < batchItemsMax) continue;
      await writes.begin(putItems(stores, batch));
      batch = [];
    }
    if (batch.length > 0) await writes.begin(putItems(stores, batch));
  }
  await writes.end();
};

/** Reasons not to import. */
export type ImportRefusal =
  | { readonly kind: 'not-empty' }
  /** The deployment has no bucket for objects in the export, such as `corpora` if it has no corpus. */
  | { readonly kind: 'no-bucket'; readonly buckets: readonly string[] };

/**
 * Writes all of an export that was checked. Objects come before the items that name them. After an interruption it may
 * be run again, with `over`.
 *
 * @param manifest - what `checkExport` returned.
 * @param over - writes into a table that holds items: those of the export replace those with the same key.
 */
export const importStores = async (
  stores: BackupStores,
  folder: string,
  manifest: ExportManifest,
  { over, tell }: { readonly over: boolean; readonly tell: (what: string) => void },
): Promise<{ readonly ok: true } | ({ readonly ok: false } & ImportRefusal)> => {
  const homeless = Object.entries(manifest.buckets)
    .filter(([role, { objects }]) => objects > 0 && stores.buckets[role] === undefined)
    .map(([role]) => role);
  if (homeless.length > 0) return { ok: false, kind: 'no-bucket', buckets: homeless };
  if (!over && !(await isTableEmpty(stores))) return { ok: false, kind: 'not-empty' };
  for (const [role, { objects }] of Object.entries(manifest.buckets)) {
    const bucket = stores.buckets[role];
    if (bucket === undefined) continue;
    await importBucket(stores, { folder, role, bucket });
    tell(`${objects} objects of ${role}`);
  }
  await importTable(stores, folder, manifest.table);
  tell(`${manifest.table.items} items`);
  return { ok: true };
};
