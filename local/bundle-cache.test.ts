import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashSources } from './bundle-cache.ts';

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
