import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '../database.ts';
import { openObjectFiles } from './object-files.ts';

let root: string;
let db: Database;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gleaner-files-'));
  db = openDatabase(join(root, 'cloud.sqlite'));
});

afterEach(() => {
  db.close();
  rmSync(root, { recursive: true });
});

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('a rename that was committed and not done is done at the next start', () => {
  const files = openObjectFiles(root, db);
  files.makeFolders('s3/b/folder/key');
  writeFileSync(join(root, 's3/b/folder/key'), 'old');
  const temp = files.newTempFile();
  writeFileSync(join(root, temp), 'new');
  files.note(temp, 's3/b/folder/key');
  openObjectFiles(root, db);
  expect(read('s3/b/folder/key')).toBe('new');
  expect(existsSync(join(root, temp))).toBe(false);
});

test('a rename that was done is not done again over what came later', () => {
  const files = openObjectFiles(root, db);
  files.makeFolders('s3/b/key');
  writeFileSync(join(root, 's3/b/key'), 'later');
  files.note('s3-temp/gone', 's3/b/key');
  openObjectFiles(root, db);
  expect(read('s3/b/key')).toBe('later');
});

test('a removal that was committed and not done is done at the next start, with the folders it empties', () => {
  const files = openObjectFiles(root, db);
  files.makeFolders('s3/b/folder/key');
  writeFileSync(join(root, 's3/b/folder/key'), 'x');
  files.note(null, 's3/b/folder/key');
  openObjectFiles(root, db);
  expect(existsSync(join(root, 's3/b/folder'))).toBe(false);
  expect(existsSync(join(root, 's3/b'))).toBe(true);
});

test('a temporary file that nothing committed is removed at the next start', () => {
  const temp = openObjectFiles(root, db).newTempFile();
  writeFileSync(join(root, temp), 'half');
  openObjectFiles(root, db);
  expect(existsSync(join(root, temp))).toBe(false);
});

test('a second server cannot open the same data', () => {
  db.run("INSERT INTO buckets VALUES ('b', '[]', 0)");
  expect(() => openDatabase(join(root, 'cloud.sqlite'))).toThrow('locked');
});
