import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const root = join(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;

const unpinned = (dependencies: Readonly<Record<string, string>>): string[] =>
  Object.entries(dependencies).flatMap(([name, range]) =>
    /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range) ? [] : [`${name}: ${range}`],
  );

test('every dependency is pinned to one version: a new one is read before it is run', () => {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    expect(unpinned(manifest[kind] ?? {})).toEqual([]);
  expect(unpinned({ a: '^1.0.0', b: '*', c: 'latest', d: '1.0.0' })).toHaveLength(3);
});

test('every package that is installed was checked against its hash', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly integrity?: string; readonly link?: boolean; readonly inBundle?: boolean }>
    >;
  };
  const unchecked = Object.entries(packages).filter(
    // What a package carries within itself is covered by that package's hash.
    ([path, { integrity, link, inBundle }]) =>
      path !== '' && link !== true && inBundle !== true && integrity === undefined,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

/** What the registry said, on the day that it was asked (`npm run dependency-times`). */
const times = z
  .object({
    asked: z.iso.date(),
    packages: z.record(z.string(), z.object({ version: z.string(), lastPublished: z.iso.date() })),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'dependency-times.json'), 'utf8')));

const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1_000;

/** Dependencies of which nothing was published for two years before the list was made. */
const unmaintained = ({ asked, packages }: typeof times): string[] =>
  Object.entries(packages).flatMap(([name, { lastPublished }]) =>
    Date.parse(asked) - Date.parse(lastPublished) > twoYearsMs ? [`${name}: ${lastPublished}`] : [],
  );

test('every dependency that is deployed is maintained: something of it was published within two years', () => {
  const listed = Object.fromEntries(
    Object.entries(times.packages).map(([name, { version }]) => [name, version]),
  );
  // Whoever adds or changes one asks the registry anew.
  expect(listed).toEqual(manifest['dependencies']);
  expect(unmaintained(times)).toEqual([]);
  const old = { version: '1.0.0', lastPublished: '2020-01-01' };
  expect(unmaintained({ asked: '2022-01-10', packages: { old } })).toEqual(['old: 2020-01-01']);
});
