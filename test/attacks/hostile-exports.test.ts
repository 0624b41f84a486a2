import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkExport } from '../../cli/backup/check-export.ts';
import { unzipLines } from '../../cli/backup/files.ts';
import { objectFile } from '../../cli/backup/format.ts';

/** Exports that somebody else made, or altered: nothing is read from outside their folder, nor kept in memory whole. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-export-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, bytes: string | Buffer): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return createHash('sha256').update(bytes).digest('hex');
};
const zero = '0'.repeat(64);
const manifest = (parts: object = {}): void =>
  void put(
    join(folder, 'manifest.json'),
    JSON.stringify({
      format: 'gleaner-export',
      v: 1,
      release: '1.0.0',
      exportedAt: '2026-01-01T00:00:00Z',
      table: { items: 0, files: [] },
      buckets: {},
      ...parts,
    }),
  );

test('an export of nothing is one, so that what is refused below is not refused for nothing', async () => {
  manifest();
  expect((await checkExport(folder)).table.items).toBe(0);
});

test.each([
  '../../etc/passwd',
  '/etc/passwd',
  '00000.jsonl.gz/../../x',
  '00000.jsonl.gz\0',
  '00000.jsonl',
  '',
])('a file of the table named %j is none', async (name) => {
  manifest({ table: { items: 1, files: [{ name, items: 1, sha256: zero }] } });
  await expect(checkExport(folder)).rejects.toThrow('is not a file of an exported table');
});

test.each(['../../etc', '/etc', 'a/../b', 'A', 'a\0b', 'x'.repeat(64), '.', 'constructor/x'])(
  'a bucket named %j is none',
  async (bucket) => {
    manifest({ buckets: { [bucket]: { objects: 0, bytes: 0, sha256: zero } } });
    await expect(checkExport(folder)).rejects.toThrow('cannot be the name of a bucket');
  },
);

test.each([
  ['of a later format', { v: 99 }],
  ['of another format', { format: 'zip' }],
  ['with fewer than no items', { table: { items: -1, files: [] } }],
  ['with a hash that is none', { buckets: { envelopes: { objects: 0, bytes: 0, sha256: '../x' } } }],
  ['with numbers without end', { v: Number.MAX_VALUE }],
])('a manifest %s is refused', async (_name, parts) => {
  manifest(parts);
  await expect(checkExport(folder)).rejects.toThrow();
});

test.each(['../../../etc/cron.d/x', '/etc/passwd', '..\\x', 'a\0b', 'a'.repeat(5_000)])(
  'an object whose key is %.30s lies within the folder all the same',
  (key) => {
    expect(objectFile(folder, 'envelopes', key).startsWith(join(folder, 'objects', 'envelopes'))).toBe(true);
    expect(dirname(objectFile(folder, 'envelopes', key))).not.toContain('..');
  },
);

const withBucket = (lines: Buffer): void => {
  const sha256 = put(join(folder, 'objects', 'envelopes.jsonl.gz'), lines);
  manifest({ buckets: { envelopes: { objects: 1, bytes: 1, sha256 } } });
};

test.each([
  ['that is no archive', Buffer.from('not gzip')],
  ['that is cut off', gzipSync('{"key":"a"}\n'.repeat(1_000)).subarray(0, 30)],
  ['of what is no JSON', gzipSync('<x>\n')],
  ['of 100,000 levels', gzipSync(`${'['.repeat(100_000)}\n`)],
  ['of an object that is not there', gzipSync(`${JSON.stringify({ key: '../x', size: 1, sha256: zero })}\n`)],
  ['of one line without end', gzipSync(Buffer.alloc(16 * 1_048_576, 'a'))],
])('a list of objects %s is refused', async (_name, lines) => {
  withBucket(lines);
  await expect(checkExport(folder)).rejects.toThrow();
});

test('a line without end is given up long before it is whole', async () => {
  const file = join(folder, 'bomb.gz');
  put(file, gzipSync(Buffer.alloc(64 * 1_048_576, 'a')));
  await expect(unzipLines(file).next()).rejects.toThrow('and no export writes such a line');
});
