import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportStores } from '../../cli/backup/export-stores.ts';
import { checkExport } from '../../cli/backup/check-export.ts';
import { importStores } from '../../cli/backup/import-stores.ts';
import { runCli } from '../../cli/run-cli.ts';
import { openStores } from '../../cli/backup/open-stores.ts';
import { sealKeysKey } from '../../lib/keys/table-keys.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { putItems } from '../../lib/store/backup/put-items.ts';
import { scanItems, type StoredItem } from '../../lib/store/backup/scan-items.ts';

let folder: string;
let full: BackupStores;
let empty: BackupStores;
const closings: (() => Promise<void>)[] = [];

const open = async (name: string): Promise<BackupStores> => {
  const opened = await openStores({ data: join(folder, name) }, true);
  if (!opened.ok) throw new Error(opened.ending.message);
  closings.push(opened.close);
  return opened.stores;
};

const allItems = async (stores: BackupStores): Promise<StoredItem[]> => {
  const all: StoredItem[] = [];
  for await (const items of scanItems(stores)) all.push(...items);
  return all.toSorted((a, b) => (a['PK']?.S ?? '').localeCompare(b['PK']?.S ?? ''));
};

/** Every type of attribute, and numbers and texts that a careless copy changes. */
const oddItem = (at: number): StoredItem => ({
  PK: { S: `P#${at}` },
  SK: { S: 'a\u2028b "quoted" \\ 한' },
  digits: { N: '9007199254740993' },
  bytes: { B: new Uint8Array([0, 255, 10]) },
  set: { SS: ['x', 'y'] },
  numbers: { NS: ['1', '2'] },
  blobs: { BS: [new Uint8Array([1]), new Uint8Array([2])] },
  nothing: { NULL: true },
  flag: { BOOL: false },
  list: { L: [{ S: 'one' }, { M: { B: { B: new Uint8Array([7]) } } }] },
  map: { M: { S: { S: 'named as a type' }, empty: { M: {} } } },
});

const items = Array.from({ length: 120 }, (_, at) => oddItem(at));
const sealKeys: StoredItem = { PK: { S: sealKeysKey().PK }, SK: { S: sealKeysKey().SK }, keys: { S: 'own' } };
const objects = new Map([
  ['staged/../up/página 1?.json', randomBytes(200)],
  [`long/${'k'.repeat(900)}`, Buffer.from('{}')],
  ['empty', Buffer.alloc(0)],
]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-backup-'));
  [full, empty] = await Promise.all([open('full'), open('empty')]);
  for (let at = 0; at < items.length; at += 25) await putItems(full, items.slice(at, at + 25));
  await putItems(full, [sealKeys]);
  for (const [Key, Body] of objects)
    await full.objects.send(
      new PutObjectCommand({ Bucket: full.buckets['envelopes'], Key, Body, ContentType: 'text/x-odd' }),
    );
});
afterAll(async () => {
  await Promise.all(closings.map((close) => close()));
  await rm(folder, { recursive: true, force: true });
});

const quiet = { over: false, tell: () => {} };

const importFrom = async (
  ...[into, from, options]: [BackupStores, string, Parameters<typeof importStores>[3]]
) => await importStores(into, from, await checkExport(from), options);

test('what is exported and imported is the same, whatever items and keys look like', async () => {
  const to = join(folder, 'export');
  const manifest = await exportStores(full, to, () => {});
  expect(manifest.table.items).toBe(items.length + 1);
  expect(manifest.buckets['envelopes']).toMatchObject({ objects: objects.size, bytes: 202 });
  expect(await importFrom(empty, to, quiet)).toMatchObject({ ok: true });
  const wanted = (await allItems(full)).filter(({ PK }) => PK?.S !== sealKeysKey().PK);
  expect(await allItems(empty)).toEqual(wanted);
  for (const [Key, body] of objects) {
    const input = { Bucket: empty.buckets['envelopes'], Key };
    const answer = await empty.objects.send(new GetObjectCommand(input));
    expect(Buffer.from((await answer.Body?.transformToByteArray()) ?? [])).toEqual(body);
    expect(answer.ContentType).toBe('text/x-odd');
  }
});

test('nothing is exported into a folder that holds something, nor imported into a table that does', async () => {
  await expect(exportStores(full, join(folder, 'export'), () => {})).rejects.toThrow(
    /it holds manifest\.json/,
  );
  const again = await importFrom(empty, join(folder, 'export'), quiet);
  expect(again).toEqual({ ok: false, kind: 'not-empty' });
  expect(await importFrom(empty, join(folder, 'export'), { ...quiet, over: true })).toMatchObject({
    ok: true,
  });
});

test('of an export that was altered, cut off, or holds what has no place, nothing is imported', async () => {
  const [to, other] = [join(folder, 'broken'), await open('other')];
  await exportStores(full, to, () => {});
  const { corpora: _corpora, envelopes: _envelopes, ...buckets } = other.buckets;
  expect(await importFrom({ ...other, buckets }, to, quiet)).toEqual({
    ok: false,
    kind: 'no-bucket',
    buckets: ['envelopes'],
  });
  const names = await readdir(join(to, 'objects', 'envelopes'), { recursive: true });
  const file = names.find((name) => /[0-9a-f]{64}$/.test(name)) ?? '';
  await appendFile(join(to, 'objects', 'envelopes', file), 'x');
  await expect(importFrom(other, to, quiet)).rejects.toThrow(/changed or is not complete: .*[0-9a-f]{64}/);
  await rm(join(to, 'objects', 'envelopes', file));
  await expect(importFrom(other, to, quiet)).rejects.toThrow(/not complete/);
  await truncate(join(to, 'manifest.json'), 200);
  await expect(importFrom(other, to, quiet)).rejects.toThrow(
    /manifest\.json is not the manifest of an export: .*JSON/,
  );
  await rm(join(to, 'manifest.json'));
  await expect(importFrom(other, to, quiet)).rejects.toThrow(/no manifest\.json/);
  expect(await allItems(other)).toEqual([]);
});

test('of an import that is refused no data directory is left', async () => {
  const data = join(folder, 'never-made');
  const run = await runCli(['import', join(folder, 'nowhere'), '--data', data]);
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain('is not a complete export');
  expect(existsSync(data)).toBe(false);
});
