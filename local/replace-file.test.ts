import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-replace-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('who reads a file while it is replaced reads the old text whole, and afterwards the new one', () => {
  const path = join(folder, 'instance.json');
  replaceFile(path, 'the old text');
  const reader = openSync(path, 'r');
  replaceFile(path, 'new');
  expect(readFileSync(reader, 'utf8')).toBe('the old text');
  closeSync(reader);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['instance.json']);
});

test("a file that everybody could read is its owner's alone once it is replaced", () => {
  const path = join(folder, 'key');
  writeFileSync(path, 'open', { mode: 0o644 });
  replaceFile(path, 'closed');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a file that cannot be replaced stays, and no part of the new one lies beside it', () => {
  const path = join(folder, 'taken');
  mkdirSync(join(path, 'inside'), { recursive: true });
  expect(() => replaceFile(path, 'text')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(folder)).toEqual(['taken']);
});
