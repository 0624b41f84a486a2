import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Manual } from './manuals.ts';

/**
 * Unpacks a manual's package into the cache and answers the folder of its pages. Nothing is installed: the package
 * is downloaded by apt and unpacked by dpkg. Needs Debian 12, and lists of its packages that are up to date
 * (`apt-get update`).
 */
export const fetchManual = ({ debian, folder }: Manual, cache: string): string => {
  const pages = join(cache, debian, folder);
  if (existsSync(pages)) return pages;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'download-'));
  execFileSync('apt-get', ['-qq', 'download', debian], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
  const [file] = readdirSync(work);
  if (file === undefined) throw new Error(`Cannot get ${debian}: apt-get downloaded nothing`);
  execFileSync('dpkg', ['-x', join(work, file), join(work, 'unpacked')]);
  renameSync(join(work, 'unpacked'), join(cache, debian));
  rmSync(work, { recursive: true });
  if (!existsSync(pages)) throw new Error(`Cannot find the pages of ${debian}: the package has no ${folder}`);
  return pages;
};

const pagesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

/** A page that only sends its reader on. */
const isRedirect = (file: string): boolean =>
  /http-equiv=["']?refresh/i.test(readFileSync(file, 'utf8').slice(0, 2_000));

const rank = (seed: string, page: string): string =>
  createHash('sha256').update(`${seed}:${page}`).digest('hex');

/**
 * A sample of a manual's pages, the same for the same seed. Top folders take turns, or the largest would be the
 * sample: of a manual for Rust, nine tenths are pages of processors' instructions.
 */
export const sampleManual = (root: string, count: number, seed: string): string[] => {
  const folders = new Map<string, string[]>();
  for (const page of pagesIn(root)) {
    const folder = page.includes('/') ? (page.split('/')[0] ?? '') : '';
    folders.set(folder, [...(folders.get(folder) ?? []), page]);
  }
  const queues = [...folders.values()].map((pages) =>
    pages.map((page) => ({ page, rank: rank(seed, page) })).sort((a, b) => (a.rank < b.rank ? 1 : -1)),
  );
  const chosen: string[] = [];
  while (chosen.length < count && queues.some(({ length }) => length > 0)) {
    for (const queue of queues) {
      const next = queue.pop()?.page;
      if (next !== undefined && chosen.length < count && !isRedirect(join(root, next))) chosen.push(next);
    }
  }
  return chosen;
};
