import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashSources, makeOnce } from './bundle-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'gleaner-sources-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'lib/deep'), { recursive: true });
const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
write('lib/one.ts', '1');
write('lib/deep/two.ts', '2');
write('lock.json', '{}');
const hash = (): Promise<string> => hashSources(root, ['lib', 'lock.json']);

test('bundles are made anew after any change of a source: its bytes, its name, a file more or less', async () => {
  const seen = [await hash()];
  const changes: readonly (() => void)[] = [
    () => write('lib/deep/two.ts', '3'),
    () => renameSync(join(root, 'lib/one.ts'), join(root, 'lib/uno.ts')),
    () => write('lib/three.ts', ''),
    () => rmSync(join(root, 'lib/three.ts')),
    () => write('lock.json', '{"a":1}'),
  ];
  for (const change of changes) {
    change();
    seen.push(await hash());
  }
  // What is as it was before has the hash that it had.
  expect(seen[4]).toBe(seen[2]);
  expect(new Set(seen).size).toBe(5);
});

test('bundles are kept while only a test changes, or a file that is none of their sources', async () => {
  const before = await hash();
  write('lib/one.test.ts', 'test');
  write('notes.md', 'notes');
  expect(await hash()).toBe(before);
});

/** A folder that `makeOnce` is to make, and how often `make` was called. */
const makeTimes = (): {
  readonly kept: string;
  readonly made: string[];
  make: (folder: string) => Promise<void>;
} => {
  const kept = join(mkdtempSync(join(root, 'cache-')), 'bundles');
  const made: string[] = [];
  const make = async (folder: string): Promise<void> => {
    made.push(folder);
    await Promise.resolve();
    mkdirSync(folder);
  };
  return { kept, made, make };
};

test('of several starts at once, one makes the bundles and the others wait for it', async () => {
  const { kept, made, make } = makeTimes();
  await Promise.all(Array.from({ length: 8 }, () => makeOnce(kept, make)));
  expect(made).toHaveLength(1);
  expect(readdirSync(join(kept, '..'))).toEqual(['bundles']);
});

test('bundles whose making failed or was killed are made by the next start', async () => {
  const { kept, made, make } = makeTimes();
  const failing = async (folder: string): Promise<void> => {
    await make(folder);
    throw new Error('no space');
  };
  await expect(makeOnce(kept, failing)).rejects.toThrow('no space');
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(`${kept}.lock`, String(ended));
  await makeOnce(kept, make);
  expect(made).toHaveLength(2);
  expect(existsSync(kept)).toBe(true);
});
