import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { NotWritten, writeFileAt } from './write-page.ts';

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

test('a file is written with the folders around it, readable only for those whom its mode allows', async () => {
  const file = join(root, 'new', 'deep', 'plan.json');
  await writeFileAt(file, 'text', 0o600);
  expect(readFileSync(file, 'utf8')).toBe('text');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that cannot be written is told in a sentence, whether its folder or itself is in the way', async () => {
  writeFileSync(join(root, 'taken'), '');
  const into = async (path: string): Promise<unknown> =>
    await writeFileAt(path, 'text').catch((error: unknown) => error);
  expect(await into(root)).toEqual(new NotWritten(`Cannot write ${root}: a folder with that name exists`));
  const inFile = new NotWritten(`Cannot write to ${join(root, 'taken')}: a file with that name exists`);
  expect(await into(join(root, 'taken', 'below'))).toEqual(inFile);
});
