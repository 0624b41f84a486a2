import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSourcesFile } from './read-sources-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-sources-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const fileOf = async (text: string): Promise<string> => {
  const path = join(folder, 'sources.json');
  await writeFile(path, text);
  return path;
};

test('a file of sources is read as a deployment reads them', async () => {
  const path = await fileOf('{"groups":{"a":{"hosts":["x.test"],"delay":1}}}');
  expect(await readSourcesFile(path)).toEqual({
    groups: { a: { hosts: ['x.test'], weight: 1, delay: 1 } },
    hosts: {},
    mediawiki: {},
  });
});

test.each([
  ['{', /sources\.json: .*JSON/],
  ['{"groups":{"a":{"hosts":["x.test"],"weight":7}}}', /sources\.json: groups\.a\.weight: .*found 7/],
])('%s is refused, and the message names the file', async (text, message) => {
  await expect(readSourcesFile(await fileOf(text))).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  await expect(readSourcesFile(join(folder, 'none.json'))).rejects.toThrow(/none\.json/);
});
