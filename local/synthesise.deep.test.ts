import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { gleanerApp } from '../infra/app.ts';
import type { Settings } from '../infra/options.ts';
import { cachedBundles } from './bundle-cache.ts';
import { synthesiseStack } from './synthesise.ts';
import { readAssembly } from './template/read-assembly.ts';
import type { Assembly } from './template/template.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-synthesise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};

/** What stands in the stack, whatever its files hash to. */
const withoutHashes = ({ template, assets }: Assembly): unknown =>
  JSON.parse(
    Object.keys(assets).reduce((text, hash) => text.replaceAll(hash, 'hash'), JSON.stringify(template)),
  );

const settingsBeside = (assembly: Assembly, name: string): unknown => {
  const path = Object.values(assembly.assets).find((each) => each.endsWith(`/${name}`));
  return JSON.parse(readFileSync(join(path ?? '', 'settings.json'), 'utf8'));
};

test('a stack that was kept is the one that CDK makes, with the settings of its own start beside the code', async () => {
  const settings: Settings = { delaySeconds: 0.25, corpus: 'kept,all', allow: ['127.0.0.1/32:1001'] };
  const first = await synthesiseStack(dataDir('first'), settings);
  const other = { ...settings, allow: ['127.0.0.1/32:1002'], resolve: ['docs.test=127.0.0.1:1002'] };
  const second = await synthesiseStack(dataDir('second'), other);

  const { folders } = await cachedBundles(dataDir('bundles'));
  const outdir = dataDir('cdk.out');
  gleanerApp({ environment: 'development', ...other, assets: folders, outdir, copyAssets: false }).synth();
  const made = await readAssembly(outdir);
  expect(withoutHashes(second)).toEqual(withoutHashes(made));
  expect(withoutHashes(first)).toEqual(withoutHashes(second));
  expect(second.constructPaths).toEqual(made.constructPaths);
  expect(Object.keys(second.assets)).toHaveLength(Object.keys(made.assets).length);

  for (const path of Object.values(second.assets)) expect(existsSync(join(path, 'index.mjs'))).toBe(true);
  expect(settingsBeside(first, 'fetch-pages')).toEqual({ GLEANER_ALLOW: '127.0.0.1/32:1001' });
  expect(settingsBeside(second, 'fetch-pages')).toEqual(settingsBeside(made, 'fetch-pages'));
  // Nothing of the synthesis stays in the data directory.
  expect(readdirSync(join(folder, 'second'))).toEqual(['functions']);
});

test('other settings make another stack', async () => {
  const [plain, searched] = [
    await synthesiseStack(dataDir('plain'), { delaySeconds: 0.25 }),
    await synthesiseStack(dataDir('searched'), { delaySeconds: 0.25, corpus: 'main' }),
  ];
  expect(withoutHashes(plain)).not.toEqual(withoutHashes(searched));
});
