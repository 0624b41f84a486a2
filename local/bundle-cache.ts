import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { functionNames, type StackFunctionName } from '../infra/function-spec.ts';
import { runChildTask } from './child-task/run-child-task.ts';

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

/** How long a process waits for another one that makes the same bundles; on a busy machine that takes a minute. */
const waitMs = 180_000;

/** Whether a process of that id runs on this machine. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, for somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Makes the folder `kept` with `make`, which fills the folder that it is given. Of several processes that call this at
 * once, one makes it and the others wait for it; if it was killed, the next one makes it.
 *
 * @throws {Error} what `make` throws; the others then make it themselves.
 */
export const makeOnce = async (kept: string, make: (folder: string) => Promise<void>): Promise<void> => {
  const lock = `${kept}.lock`;
  const until = Date.now() + waitMs;
  await mkdir(dirname(kept), { recursive: true });
  while (!existsSync(kept)) {
    const isOurs = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return false;
      },
    );
    if (!isOurs && Date.now() < until) {
      const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
      // 0: the lock was taken or removed just now.
      if (owner !== 0 && !isRunning(owner)) await rm(lock, { force: true });
      await setTimeout(100);
      continue;
    }
    const making = `${kept}.${randomUUID()}`;
    try {
      await make(making);
      // Fails if another process was first: it made the same.
      await rename(making, kept).catch(async (error: NodeJS.ErrnoException) => {
        await rm(making, { recursive: true, force: true });
        if (!existsSync(kept)) throw error;
      });
    } finally {
      await rm(lock, { force: true });
    }
  }
};

/** Most starts find their bundles, and load no bundler. */
const bundleInto = async (outdir: string): Promise<Bundles['folders']> =>
  (await runChildTask('bundle-task', { outdir })) as Bundles['folders'];

export interface Bundles {
  /** Folder of each function's bundle. */
  readonly folders: Readonly<Record<StackFunctionName, string>>;
  /** The folder that holds them and whatever else is made of the same sources; null if they are not kept. */
  readonly kept: string | null;
}

/**
 * Returns the bundles of the functions. In a checkout, they are kept in `node_modules/.cache` and used again while no
 * byte of their inputs has changed; elsewhere they are made in `outdir`. Several processes may call this at once: one
 * makes the bundles, and all use them.
 */
export const cachedBundles = async (outdir: string): Promise<Bundles> => {
  const root = resolve(import.meta.dirname, '..');
  if (inputs.some((path) => !existsSync(join(root, path))))
    return { folders: await bundleInto(outdir), kept: null };
  const cache = join(root, 'node_modules/.cache/gleaner-bundles');
  const kept = join(cache, await hashSources(root, inputs));
  if (existsSync(kept)) {
    const now = new Date();
    await utimes(kept, now, now);
  } else {
    await makeOnce(kept, async (folder) => void (await bundleInto(folder)));
    await prune(cache).catch(() => {});
  }
  const folders = Object.fromEntries(functionNames.map((name) => [name, join(kept, name)]));
  return { folders: folders as Record<StackFunctionName, string>, kept };
};
