import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleFolders, bundleFunctions } from '../infra/bundle.ts';
import { functionNames, type StackFunctionName } from '../infra/function-spec.ts';

/** Everything from which bundles are made: sources, the files that the API serves, and the installed packages. */
const inputs = [
  'functions',
  'lib',
  'infra',
  'monitor',
  'packages',
  'docs/openapi.json',
  'package.json',
  'node_modules/.package-lock.json',
];

/** How many states of the sources have their bundles kept; one takes about 120 MB. */
const statesMax = 2;

const filesBelow = async (path: string): Promise<readonly string[]> => {
  if (!(await stat(path)).isDirectory()) return [path];
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && !/(?:^|\/)node_modules(?:\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.test.ts'));
};

/** Returns the SHA-256 of the files at or below `paths` in `root`: of their names and every byte, without tests. */
export const hashSources = async (root: string, paths: readonly string[]): Promise<string> => {
  const files = (await Promise.all(paths.map((path) => filesBelow(join(root, path))))).flat().toSorted();
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const bytes = await readFile(file);
    hash.update(`${file.slice(root.length)}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
};

/**
 * Removes bundles that were not used for the longest time, and unfinished ones of starts that were interrupted an hour
 * ago.
 */
const prune = async (cache: string): Promise<void> => {
  const entries = await Promise.all(
    (await readdir(cache)).map(async (name) => ({ name, usedAt: (await stat(join(cache, name))).mtimeMs })),
  );
  const newestFirst = entries.toSorted((a, b) => b.usedAt - a.usedAt);
  const whole = newestFirst.filter(({ name }) => !name.includes('.'));
  const halfMade = newestFirst.filter(
    ({ name, usedAt }) => name.includes('.') && Date.now() - usedAt > 3_600_000,
  );
  for (const { name } of [...whole.slice(statesMax), ...halfMade])
    await rm(join(cache, name), { recursive: true, force: true });
};

/**
 * Returns the folder of each function's bundle. In a checkout, bundles are kept in `node_modules/.cache` and used again
 * while no byte of their inputs has changed; elsewhere they are made in `outdir`. Several processes may call this at
 * once: each makes its own bundles, and all use those that are ready first.
 */
export const cachedBundles = async (outdir: string): Promise<Record<StackFunctionName, string>> => {
  const root = resolve(import.meta.dirname, '..');
  if (inputs.some((path) => !existsSync(join(root, path))))
    return bundleFolders(await bundleFunctions({ outdir }));
  const cache = join(root, 'node_modules/.cache/gleaner-bundles');
  const kept = join(cache, await hashSources(root, inputs));
  if (existsSync(kept)) {
    const now = new Date();
    await utimes(kept, now, now);
  } else {
    await mkdir(cache, { recursive: true });
    const making = `${kept}.${randomUUID()}`;
    await bundleFunctions({ outdir: making });
    // Fails if another process was first: its bundles are the same.
    await rename(making, kept).catch(async (error: NodeJS.ErrnoException) => {
      await rm(making, { recursive: true, force: true });
      if (!existsSync(kept)) throw error;
    });
    await prune(cache).catch(() => {});
  }
  return Object.fromEntries(functionNames.map((name) => [name, join(kept, name)])) as Record<
    StackFunctionName,
    string
  >;
};
