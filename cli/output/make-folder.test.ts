import { existsSync, mkdtempSync, rmSync, writeFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'gleaner-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a folder is made with those around it, and one that is there is taken', () => {
  const deep = join(root, 'a', 'b', 'c');
  expect(makeFolder(deep)).toBeNull();
  expect(existsSync(deep)).toBe(true);
  expect(makeFolder(deep)).toBeNull();
});

test('where a file is in the way, that is said', () => {
  writeFileSync(join(root, 'file'), '');
  expect(makeFolder(join(root, 'file'))).toBe('a file with that name exists');
  symlinkSync(join(root, 'circle'), join(root, 'circle'));
  expect(makeFolder(join(root, 'circle', 'deep'))).toBe('its symbolic links lead in a circle');
  expect(makeFolder(join(root, 'file', 'below'))).toMatch(/a part of the path is a file/);
});

test.runIf(existsSync('/proc'))('a file system that makes no folders is told of at once', () => {
  expect(makeFolder('/proc/gleaner/deep')).toMatch(/no folder can be created there|may not write|ENOENT/);
});
