import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '../database.ts';
import { commitObject, removeObject } from './commit-object.ts';
import type { S3 } from './context.ts';
import { openObjectFiles } from './object-files.ts';

let root: string;
let db: Database;
let s3: S3;

const open = (): S3 => ({ db, now: () => 0, files: openObjectFiles(root, db), wakeQueue: () => {} });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gleaner-commit-'));
  db = openDatabase(join(root, 'cloud.sqlite'));
  db.run("INSERT INTO buckets VALUES ('b', '[]', 0)");
  s3 = open();
});

afterEach(() => {
  db.close();
  rmSync(root, { recursive: true });
});

const at = (file: string): string => join(root, file);

const read = (file: string): string => readFileSync(at(file), 'utf8');

const put = (key: string, content: string, more: { on?: S3; ifNoneMatch?: string } = {}): string => {
  const temp = s3.files.newTempFile();
  writeFileSync(at(temp), content);
  commitObject(more.on ?? s3, {
    bucket: 'b',
    key,
    temp,
    size: content.length,
    etag: content,
    headers: {},
    checksum: null,
    event: 'ObjectCreated:Put',
    ifMatch: undefined,
    ifNoneMatch: more.ifNoneMatch,
  });
  return temp;
};

const fileOf = (key: string): string =>
  db.get<{ file: string }>('SELECT file FROM objects WHERE key = ?', key)?.file ?? '';

/** Commits, and then cannot do what it noted for the files. */
const unsettled = (): S3 => ({
  ...s3,
  files: {
    ...s3.files,
    settle: () => {
      throw new Error('the disk said no');
    },
  },
});

test('a rename that failed after its commit is done at the next start, whatever was committed meanwhile', () => {
  put('key', 'old');
  expect(() => put('key', 'new', { on: unsettled() })).toThrow('the disk said no');
  put('other', 'x');
  put('other', 'y');
  s3 = open();
  expect(read('s3/b/key')).toBe('new');
});

test('a rename that failed is not made up for over what came later', () => {
  expect(() => put('key', 'old', { on: unsettled() })).toThrow('the disk said no');
  put('key', 'new');
  s3 = open();
  expect(read('s3/b/key')).toBe('new');
  expect(() => put('key', 'newer', { on: unsettled() })).toThrow('the disk said no');
  removeObject(s3, 'b', 'key');
  s3 = open();
  expect(existsSync(at('s3/b/key'))).toBe(false);
});

test('a put that is refused leaves no temporary file', () => {
  put('key', 'old');
  expect(() => put('key', 'new', { ifNoneMatch: '*' })).toThrow('pre-conditions');
  expect(existsSync(at('s3-temp')) && db.all('SELECT * FROM file_work')).toHaveLength(1);
  expect(read('s3/b/key')).toBe('old');
});

test('an object whose place was taken by hand gets another, and leaves nothing at the old one', () => {
  put('key', 'old');
  expect(() => put('key', 'lost', { on: unsettled() })).toThrow('the disk said no');
  rmSync(at('s3/b/key'));
  mkdirSync(at('s3/b/key'));
  put('key', 'new');
  expect(fileOf('key')).toMatch(/^s3-encoded\//);
  rmdirSync(at('s3/b/key'));
  s3 = open();
  expect(existsSync(at('s3/b/key'))).toBe(false);
  expect(read(fileOf('key'))).toBe('new');
});

test('an object whose file became a folder by hand can be deleted; the folder stays, and the next start succeeds', () => {
  put('key', 'x');
  rmSync(at('s3/b/key'));
  mkdirSync(at('s3/b/key'));
  writeFileSync(at('s3/b/key/mine'), 'by hand');
  removeObject(s3, 'b', 'key');
  s3 = open();
  expect(fileOf('key')).toBe('');
  expect(read('s3/b/key/mine')).toBe('by hand');
});

test('overwriting an object touches no other row', () => {
  put('a/Key', 'one');
  put('a/key', 'two');
  put('a/Key', 'three');
  put('a/key', 'four');
  expect(['a/Key', 'a/key'].map((key) => read(fileOf(key)))).toEqual(['three', 'four']);
});
