import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureFile, unzipLines } from './files.ts';
import {
  bucketFile,
  formatVersion,
  exportSchema,
  objectFile,
  objectLineSchema,
  tableFile,
  type ExportManifest,
  type ObjectLine,
} from './format.ts';
import { itemFromJson } from './item-json.ts';
import type { StoredItem } from '../../lib/store/backup/scan-items.ts';

/** Reads the items of an exported table, file by file. */
export async function* readItems(
  folder: string,
  { files }: ExportManifest['table'],
): AsyncGenerator<StoredItem> {
  for (const { name } of files)
    for await (const line of unzipLines(tableFile(folder, name))) yield itemFromJson(line);
}

/** Reads the objects of a bucket from their list in an export. */
export async function* readObjectLines(folder: string, bucket: string): AsyncGenerator<ObjectLine> {
  for await (const line of unzipLines(bucketFile(folder, bucket)))
    yield objectLineSchema.parse(JSON.parse(line));
}

const readManifest = async (folder: string): Promise<ExportManifest> => {
  let text;
  try {
    text = await readFile(join(folder, 'manifest.json'), 'utf8');
  } catch {
    throw new Error(
      `${folder} is not a complete export: it has no manifest.json, which an export writes last`,
    );
  }
  const notOne = `${folder}/manifest.json is not the manifest of an export`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${notOne}: ${(error as Error).message}. Copy the export again`, { cause: error });
  }
  const parsed = exportSchema.safeParse(value);
  if (!parsed.success) throw new Error(`${notOne}: ${parsed.error.message}`);
  if (parsed.data.v > formatVersion)
    throw new Error(
      `Gleaner ${parsed.data.release} wrote ${folder} in version ${parsed.data.v} of the format, and this version of ` +
        `Gleaner reads up to ${formatVersion}. Update Gleaner`,
    );
  return parsed.data;
};

const checkFile = async (
  file: string,
  wanted: { readonly sha256: string; readonly size?: number },
): Promise<void> => {
  const found = await measureFile(file).catch((error: unknown) => {
    throw new Error(`The export is not complete: ${(error as Error).message}`);
  });
  if (found.sha256 !== wanted.sha256 || (wanted.size !== undefined && wanted.size !== found.size))
    throw new Error(`The export was changed or is not complete: ${file} differs from what was exported`);
};

/** Says that a part of an export has another number of things than its manifest says. */
const checkCount = (store: string, wanted: number, found: number, what: string): void => {
  if (wanted === found) return;
  throw new Error(
    `The export was changed or is not complete: expected ${wanted} ${what} of ${store}, as its manifest says, and ` +
      `found ${found}. Nothing was imported`,
  );
};

/**
 * Keys of a store that are held at the same time, some 100 bytes each: of a larger store, several passes hold a part.
 */
const keysAtOnce = 2_000_000;

/**
 * Refuses an export that has a key of a store twice: one of both would be lost, and no stack exports such a thing.
 *
 * @param count - how many keys there are.
 */
const checkKeys = async (store: string, count: number, keys: () => AsyncIterable<string>): Promise<void> => {
  const passes = Math.max(1, Math.ceil(count / keysAtOnce));
  for (let pass = 0; pass < passes; pass += 1) {
    const seen = new Set<string>();
    for await (const key of keys()) {
      const hash = createHash('sha256').update(key).digest();
      if (hash.readUInt32BE() % passes !== pass) continue;
      const held = hash.toString('base64', 0, 15);
      if (seen.has(held))
        throw new Error(`The export was changed: ${store} has ${key} twice. Nothing was imported`);
      seen.add(held);
    }
  }
};

async function* itemKeys(folder: string, table: ExportManifest['table']): AsyncGenerator<string> {
  for await (const { PK, SK } of readItems(folder, table)) yield `the item ${PK?.S ?? ''} ${SK?.S ?? ''}`;
}

async function* objectKeys(folder: string, bucket: string): AsyncGenerator<string> {
  for await (const { key } of readObjectLines(folder, bucket)) yield `the object ${key}`;
}

const checkTable = async (folder: string, table: ExportManifest['table']): Promise<void> => {
  const { files, items } = table;
  let all = 0;
  for (const { name, sha256, items: wanted } of files) {
    if (!/^\d{5}\.jsonl\.gz$/.test(name)) throw new Error(`"${name}" is not a file of an exported table`);
    await checkFile(tableFile(folder, name), { sha256 });
    let found = 0;
    for await (const _line of unzipLines(tableFile(folder, name))) found += 1;
    checkCount(`the table's file ${name}`, wanted, found, 'items');
    all += found;
  }
  checkCount('the table', items, all, 'items');
  await checkKeys('the table', items, () => itemKeys(folder, table));
};

const checkBucket = async (
  folder: string,
  bucket: string,
  { sha256, objects, bytes }: ExportManifest['buckets'][string],
): Promise<void> => {
  await checkFile(bucketFile(folder, bucket), { sha256 });
  const found = { objects: 0, bytes: 0 };
  for await (const line of readObjectLines(folder, bucket)) {
    await checkFile(objectFile(folder, bucket, line.key), line);
    found.objects += 1;
    found.bytes += line.size;
  }
  checkCount(`the bucket ${bucket}`, objects, found.objects, 'objects');
  checkCount(`the bucket ${bucket}`, bytes, found.bytes, 'bytes');
  await checkKeys(`the bucket ${bucket}`, objects, () => objectKeys(folder, bucket));
};

/**
 * Reads an export's manifest and each of its files, and compares hashes and counts, so that a broken export is not
 * imported.
 *
 * @throws {Error} that names the file which is missing, or is not what was exported, or the part of which there is
 *   more or less than the manifest says, or in which a key stands twice.
 */
export const checkExport = async (folder: string): Promise<ExportManifest> => {
  const manifest = await readManifest(folder);
  await checkTable(folder, manifest.table);
  for (const [bucket, part] of Object.entries(manifest.buckets)) await checkBucket(folder, bucket, part);
  return manifest;
};
