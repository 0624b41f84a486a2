import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { listWholeBucket, saveObject } from '../../lib/store/backup/copy-object.ts';
import { scanItems } from '../../lib/store/backup/scan-items.ts';
import { version } from '../../lib/version.ts';
import { makeFolder, whyUnwritable } from '../output/make-folder.ts';
import { NotWritten } from '../output/write-page.ts';
import { measure, openLineFile, type LineFile } from './files.ts';
import { bucketFile, formatVersion, objectFile, tableFile, type ExportManifest } from './format.ts';
import { itemToJson } from './item-json.ts';

/** Items in one file: some 50 MB of JSON. */
const itemsPerFile = 50_000;
/** Objects that are read at the same time. */
const objectsAtOnce = 16;

type TablePart = ExportManifest['table'];

const exportTable = async (
  stores: BackupStores,
  folder: string,
  tell: (what: string) => void,
): Promise<TablePart> => {
  const files: TablePart['files'] = [];
  let open: { readonly name: string; readonly lines: LineFile; items: number } | undefined;
  const finish = async (): Promise<void> => {
    if (open === undefined) return;
    files.push({ name: open.name, items: open.items, sha256: await open.lines.close() });
    open = undefined;
  };
  let items = 0;
  for await (const page of scanItems(stores)) {
    for (const item of page) {
      if (open?.items === itemsPerFile) await finish();
      const name = `${String(files.length).padStart(5, '0')}.jsonl.gz`;
      open ??= { name, lines: openLineFile(tableFile(folder, name)), items: 0 };
      await open.lines.write(itemToJson(item));
      open.items += 1;
      items += 1;
    }
    tell(`${items} items`);
  }
  await finish();
  return { items, files };
};

const exportBucket = async (
  stores: BackupStores,
  [role, bucket]: readonly [string, string],
  folder: string,
  tell: (what: string) => void,
): Promise<ExportManifest['buckets'][string]> => {
  const lines = openLineFile(bucketFile(folder, role));
  const total = { objects: 0, bytes: 0 };
  const save = async (key: string): Promise<void> => {
    const file = objectFile(folder, role, key);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const { through, read } = measure();
    const saved = await saveObject(stores, { bucket, key }, file, through);
    // It expired or was removed after it was listed.
    if (saved === null) return;
    const measured = read();
    await lines.write(JSON.stringify({ key, ...measured, contentType: saved.contentType }));
    total.objects += 1;
    total.bytes += measured.size;
  };
  for await (const keys of listWholeBucket(stores, bucket)) {
    for (let at = 0; at < keys.length; at += objectsAtOnce)
      await Promise.all(keys.slice(at, at + objectsAtOnce).map(save));
    tell(`${total.objects} objects of ${role}`);
  }
  return { ...total, sha256: await lines.close() };
};

const prepareFolder = async (folder: string): Promise<void> => {
  const why = makeFolder(folder, 0o700);
  if (why !== null) throw new NotWritten(`Cannot export into ${folder}: ${why}`);
  const [first] = await readdir(folder);
  if (first !== undefined)
    throw new Error(`Cannot export into ${folder}: it holds ${first}. Give a folder that is empty or new.`);
  await mkdir(join(folder, 'table'), { mode: 0o700 });
  await mkdir(join(folder, 'objects'), { mode: 0o700 });
};

const exportInto = async (
  stores: BackupStores,
  folder: string,
  tell: (what: string) => void,
): Promise<ExportManifest> => {
  await prepareFolder(folder);
  // The table first: objects are written before the items that name them, so every object of these items is still
  // listed after the table.
  const table = await exportTable(stores, folder, tell);
  const buckets: ExportManifest['buckets'] = {};
  for (const bucket of Object.entries(stores.buckets))
    buckets[bucket[0]] = await exportBucket(stores, bucket, folder, tell);
  const manifest: ExportManifest = {
    format: 'gleaner-export',
    v: formatVersion,
    release: version,
    exportedAt: new Date().toISOString(),
    table,
    buckets,
  };
  const draft = join(folder, 'manifest.json.part');
  await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, join(folder, 'manifest.json'));
  return manifest;
};

/**
 * Writes all items of the table and all objects of the buckets into an empty or new folder. The manifest comes last: a
 * folder without one is an unfinished export.
 *
 * @throws {NotWritten} when the folder cannot be used, or the disk is full.
 * @throws {Error} when the folder is in use.
 */
export const exportStores = async (
  ...[stores, folder, tell]: Parameters<typeof exportInto>
): Promise<ExportManifest> => {
  try {
    return await exportInto(stores, folder, tell);
  } catch (error) {
    const why = whyUnwritable(error);
    throw why === null ? error : new NotWritten(`Cannot export into ${folder}: ${why}`);
  }
};
