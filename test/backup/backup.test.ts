import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportStores } from '../../cli/backup/export-stores.ts';
import { checkExport } from '../../cli/backup/check-export.ts';
import { importStores } from '../../cli/backup/import-stores.ts';
import { runCli } from '../../cli/run-cli.ts';
import { openStores } from '../../cli/backup/open-stores.ts';
import { NotWritten } from '../../cli/output/write-page.ts';
import { openJobsIndex, sealKeysKey } from '../../lib/keys/table-keys.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { beginImport, tellOpenImport } from '../../local/open-import.ts';
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
  const told: string[] = [];
  const imported = await importFrom(empty, to, { over: false, tell: (what) => told.push(what) });
  // What was written is counted: without the item that only the secret of the exported stack opens.
  expect(imported).toMatchObject({
    ok: true,
    imported: {
      table: { items: items.length, leftOut: 1 },
      buckets: { envelopes: { objects: objects.size, bytes: 202 } },
    },
  });
  expect(told).toContain(`${items.length} items`);
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

test('an export that has more or less than its manifest says is not imported: store and counts are named', async () => {
  const [to, data] = [join(folder, 'miscounted'), join(folder, 'not-made')];
  const whole = await exportStores(full, to, () => {});
  const { items: count } = whole.table;
  const [file] = whole.table.files;
  const { envelopes } = whole.buckets;
  if (file === undefined || envelopes === undefined) throw new Error('the export has no file');
  const doctored = [
    [{ table: { ...whole.table, items: count + 5 } }, `${count + 5} items of the table,`, count],
    [
      { table: { ...whole.table, files: [{ ...file, items: 7 }] } },
      "7 items of the table's file 00000.jsonl.gz,",
      count,
    ],
    [
      { buckets: { ...whole.buckets, envelopes: { ...envelopes, objects: 9 } } },
      '9 objects of the bucket envelopes,',
      objects.size,
    ],
    [
      { buckets: { ...whole.buckets, envelopes: { ...envelopes, bytes: 1 } } },
      '1 bytes of the bucket envelopes,',
      202,
    ],
  ] as const;
  for (const [parts, expected, found] of doctored) {
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...whole, ...parts }));
    const run = await runCli(['import', to, '--data', data]);
    expect(run).toMatchObject({ exitCode: 3, stdout: '' });
    expect(run.stderr).toContain(
      `expected ${expected} as its manifest says, and found ${found}. Nothing was`,
    );
    expect(existsSync(data)).toBe(false);
  }
});

test('an export that has a key twice is not imported, though its counts and hashes are right', async () => {
  const to = join(folder, 'repeated');
  const whole = await exportStores(full, to, () => {});
  const [file] = whole.table.files;
  const { envelopes } = whole.buckets;
  if (file === undefined || envelopes === undefined) throw new Error('the export has no file');
  const writeManifest = async (parts: object): Promise<void> =>
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...whole, ...parts }));
  /** Writes a file of lines with its first line once more, and returns its hash. */
  const repeat = async (path: string): Promise<{ sha256: string; first: string }> => {
    const lines = gunzipSync(await readFile(path))
      .toString()
      .split('\n')
      .slice(0, -1);
    const [first = ''] = lines;
    const bytes = gzipSync([...lines, first, ''].join('\n'));
    await writeFile(path, bytes);
    return { sha256: createHash('sha256').update(bytes).digest('hex'), first };
  };
  const list = join(to, 'objects', 'envelopes.jsonl.gz');
  const object = await repeat(list);
  const { key, size } = JSON.parse(object.first) as { key: string; size: number };
  const buckets = {
    ...whole.buckets,
    envelopes: {
      objects: envelopes.objects + 1,
      bytes: envelopes.bytes + size,
      sha256: object.sha256,
    },
  };
  await writeManifest({ buckets });
  await expect(checkExport(to)).rejects.toThrow(
    `The export was changed: the bucket envelopes has the object ${key} twice. Nothing was imported`,
  );
  const item = await repeat(join(to, 'table', file.name));
  const count = whole.table.items + 1;
  await writeManifest({
    buckets,
    table: { items: count, files: [{ ...file, items: count, sha256: item.sha256 }] },
  });
  await expect(checkExport(to)).rejects.toThrow(/the table has the item .* twice\. Nothing was imported/);
});

test('an import that wrote something else than the manifest says ends with an error, and claims no more', async () => {
  const [to, into] = [join(folder, 'changing'), await open('changed')];
  const manifest = await exportStores(full, to, () => {});
  const table = { ...manifest.table, items: manifest.table.items + 1 };
  expect(await importStores(into, to, { ...manifest, table }, quiet)).toMatchObject({
    ok: false,
    kind: 'differs',
    store: 'the table',
    what: 'items',
    expected: items.length + 2,
    found: items.length + 1,
    imported: { table: { items: items.length } },
  });
});

test('what the heartbeat looks after is imported after everything else, so a running stack finds it whole', async () => {
  const [from, to, into] = [await open('busy'), join(folder, 'busy-export'), await open('taken-over')];
  const isOpen = { [openJobsIndex.partition]: { S: openJobsIndex.value }, deadline: { N: '1' } };
  const mixed = Array.from({ length: 120 }, (_, at) => ({ ...oddItem(at), ...(at % 2 === 0 ? isOpen : {}) }));
  for (let at = 0; at < mixed.length; at += 25) await putItems(from, mixed.slice(at, at + 25));
  await exportStores(from, to, () => {});
  const order: boolean[] = [];
  const noting = new Proxy(into.items, {
    get: (target, name) =>
      name !== 'send'
        ? (Reflect.get(target, name) as unknown)
        : async (command: BatchWriteItemCommand) => {
            const send = target.send.bind(target) as (command: object) => Promise<unknown>;
            const answer = await send(command);
            if (command instanceof BatchWriteItemCommand)
              for (const { PutRequest: put } of command.input.RequestItems?.[into.table] ?? [])
                order.push(put?.Item?.[openJobsIndex.partition] !== undefined);
            return answer;
          },
  });
  expect(await importFrom({ ...into, items: noting }, to, quiet)).toMatchObject({
    ok: true,
    imported: { table: { items: 120 } },
  });
  expect(order).toEqual([...Array<boolean>(60).fill(false), ...Array<boolean>(60).fill(true)]);
});

test('of an import that is refused no data directory is left', async () => {
  const data = join(folder, 'never-made');
  const run = await runCli(['import', join(folder, 'nowhere'), '--data', data]);
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain('is not a complete export');
  expect(existsSync(data)).toBe(false);
});

test('an import that was cut off is told until it is run again: nothing is exported from its half', async () => {
  const [from, data, again] = ['whole-export', 'half', 'half-export'].map((name) => join(folder, name));
  if (from === undefined || data === undefined || again === undefined) throw new Error('No folders');
  await exportStores(full, from, () => {});
  const opened = await openStores({ data }, true);
  if (!opened.ok) throw new Error(opened.ending.message);
  const begin = async (): Promise<void> => {
    await beginImport(data, from);
    throw new Error('cut off');
  };
  const cut = importStores(opened.stores, from, await checkExport(from), { ...quiet, begin });
  await expect(cut).rejects.toThrow('cut off');
  await putItems(opened.stores, items.slice(0, 25));
  await opened.close();

  const told = `An import into ${data} was not finished, so a part of its data is missing. To finish it: `;
  expect(await tellOpenImport(data)).toBe(`${told}npx gleaner import ${from} --over --data ${data}`);
  const refused = await runCli(['export', again, '--data', data]);
  expect(refused).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(told) as unknown });
  expect(existsSync(again)).toBe(false);
  expect(await runCli(['import', from, '--data', data])).toMatchObject({ exitCode: 3 });
  expect(await tellOpenImport(data)).toContain(told);
  expect(await runCli(['import', from, '--over', '--data', data])).toMatchObject({ exitCode: 0 });
  expect(await tellOpenImport(data)).toBeNull();
  expect(await runCli(['export', again, '--data', data])).toMatchObject({ exitCode: 0 });
});

test('an export or an import into a folder that cannot be used is told in a sentence', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  await expect(exportStores(full, file, () => {})).rejects.toEqual(
    new NotWritten(`Cannot export into ${file}: a file with that name exists`),
  );
  const below = join(file, 'data');
  expect(await openStores({ data: below }, true)).toEqual({
    ok: false,
    ending: {
      exitCode: 7,
      message: `Cannot keep data in ${below}: a part of the path is a file. Choose another folder with --data`,
    },
  });
});
