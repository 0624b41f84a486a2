import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHostsFile } from './read-hosts-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-hosts-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const fileOf = async (text: string): Promise<string> => {
  const path = join(folder, 'hosts.json');
  await writeFile(path, text);
  return path;
};

test('a file of hosts is read as a deployment reads them', async () => {
  const path = await fileOf('{"groups":{"a":{"hosts":["x.test"],"delay":1}}}');
  expect(await readHostsFile(path)).toEqual({
    groups: { a: { hosts: ['x.test'], weight: 1, delay: 1 } },
    hosts: {},
    mediawiki: {},
  });
});

test.each([
  ['{', /hosts\.json: .*JSON/],
  ['{"groups":{"a":{"hosts":["x.test"],"weight":7}}}', /hosts\.json: groups\.a\.weight: .*found 7/],
])('%s is refused, and the message names the file', async (text, message) => {
  await expect(readHostsFile(await fileOf(text))).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  await expect(readHostsFile(join(folder, 'none.json'))).rejects.toThrow(
    /^Cannot read the hosts from \S+none\.json: there is no such file$/,
  );
});
