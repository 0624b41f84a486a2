import {
  chmodSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBrowserHome, removeAbandonedHomes } from './create-profile-dir.ts';

let temporary: string;
const hourAgo = new Date(Date.now() - 3_600_000);

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'gleaner-profiles-'));
});

afterEach(() => rmSync(temporary, { recursive: true, force: true }));

/** A folder with a file in it, last written an hour ago. */
const oldFolder = (name: string): string => {
  const folder = join(temporary, name);
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'kept'), '');
  utimesSync(folder, hourAgo, hourAgo);
  return folder;
};

const abandonedHome = async (profile: string): Promise<string> => {
  const home = await makeBrowserHome(temporary);
  await home.note(profile);
  utimesSync(home.folder, hourAgo, hourAgo);
  return home.folder;
};

test('folders of browsers whose process died before it could remove them go after a while, with their profile', async () => {
  const profile = oldFolder('profile-of-it');
  await abandonedHome(profile);
  const living = await makeBrowserHome(temporary);
  await removeAbandonedHomes(temporary, Date.now());
  expect(readdirSync(temporary).map((name) => join(temporary, name))).toEqual([living.folder]);
});

test.each([
  'gleaner-browser-data',
  'gleaner-chromium-home-',
  'gleaner-chromium-home-of-a-friend',
  'gleaner-data',
])('a folder that is no browser’s is left, whatever it is called: %s', async (name) => {
  const folder = oldFolder(name);
  await removeAbandonedHomes(temporary, Date.now());
  expect(readdirSync(folder)).toEqual(['kept']);
});

test('a folder that others may write is left, with what it names as its profile', async () => {
  const victim = oldFolder('victim');
  const planted = await abandonedHome(victim);
  chmodSync(planted, 0o777);
  await removeAbandonedHomes(temporary, Date.now());
  expect([existsSync(planted), readdirSync(victim)]).toEqual([true, ['kept']]);
});

test('a link that is called as a folder of a browser is left, with what it leads to', async () => {
  const victim = oldFolder('victim');
  symlinkSync(victim, join(victim, 'profile'));
  const link = join(temporary, basename(await abandonedHome(victim)));
  rmSync(link, { recursive: true });
  symlinkSync(victim, link);
  for (const each of [link, victim]) lutimesSync(each, hourAgo, hourAgo);
  await removeAbandonedHomes(temporary, Date.now());
  expect(readdirSync(victim)).toEqual(['kept', 'profile']);
});
