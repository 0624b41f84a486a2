import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelKeysIn } from '../install-model-keys.ts';
import { readModelKeys } from './read-model-keys.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-keys-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test('keys stand in the environment, several with commas, and in a file, which goes first', async () => {
  const environment = modelKeysIn({ OPENAI_API_KEY: 'a, b', GEMINI_API_KEY: 'g', HOME: '/root' });
  expect(environment).toEqual({ openai: ['a', 'b'], google: ['g'] });
  const file = join(folder, 'keys.json');
  await writeFile(file, '{"openai": "c", "own": ["d"]}');
  expect(await readModelKeys(environment, file)).toEqual({ openai: ['c'], google: ['g'], own: ['d'] });
  expect(await readModelKeys(environment, undefined)).toEqual(environment);
});

test('a file that cannot be read is named, and nothing in it shown', async () => {
  const file = join(folder, 'broken.json');
  await writeFile(file, 'sk-secret');
  await expect(readModelKeys({}, file)).rejects.toThrow(/broken\.json.*no JSON object/);
  await expect(readModelKeys({}, file)).rejects.not.toThrow(/sk-secret/);
  await expect(readModelKeys({}, join(folder, 'none.json'))).rejects.toThrow(/none\.json/);
});

test('a key in a file that no header can carry is named by its provider, and not shown', async () => {
  const file = join(folder, 'unusable.json');
  await writeFile(file, '{"google": ["good"], "openai": ["good", "sk-secr€t"]}');
  await expect(readModelKeys({}, file)).rejects.toThrow(/unusable\.json: openai: .*no HTTP header can carry/);
  await expect(readModelKeys({}, file)).rejects.not.toThrow(/sk-secr/);
});
