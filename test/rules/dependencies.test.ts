import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
