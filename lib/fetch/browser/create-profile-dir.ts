import { lstat, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder for everything that one Chromium writes: its temporary files, downloads, cache and settings. A killed
 * Chromium leaves its files behind, wherever its temporary folder is, so it gets a folder that is removed with it.
 */
export interface BrowserHome {
  readonly folder: string;
  /** Notes the profile's folder, which Playwright creates elsewhere, so that it is removed too. */
  readonly note: (profile: string) => Promise<void>;
  /**
   * Removes everything. Call it once no process writes there. Files that cannot be removed are left to
   * `removeAbandonedHomes`.
   */
  readonly remove: () => Promise<void>;
}

const prefix = 'gleaner-chromium-home-';
const profileLink = 'profile';

/** Whole names, as `mkdtemp` makes them: a folder whose name only begins alike is somebody's own. */
const nameOfHome = new RegExp(`^${prefix}[A-Za-z\\d]{6}$`);

/** No function runs this long, so an older folder was left by a process that died before it could clean up. */
const abandonedMs = 20 * 60_000;

const removeHome = async (folder: string): Promise<void> => {
  const options = { recursive: true, force: true, maxRetries: 5 } as const;
  const profile = await readlink(join(folder, profileLink)).catch(() => null);
  try {
    if (profile !== null) await rm(profile, options);
    await rm(folder, options);
  } catch {
    // A full disk, or a file that is being written, is no fault of this page; the next process tries again.
  }
};

/** The profile is noted already. */
const onlyIfNoted = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};

/** Creates the folder of one browser within `temporary`. */
export const makeBrowserHome = async (temporary: string): Promise<BrowserHome> => {
  const folder = await mkdtemp(join(temporary, prefix));
  return {
    folder,
    note: async (profile) => await symlink(profile, join(folder, profileLink)).catch(onlyIfNoted),
    remove: async () => await removeHome(folder),
  };
};

/** Whether this user alone can have written it: another user could name any folder of this one as its profile. */
const isOwn = (found: Stats): boolean => {
  const own = process.getuid?.();
  return found.isDirectory() && (own === undefined || (found.uid === own && (found.mode & 0o077) === 0));
};

/**
 * Removes folders whose process died before it could: a sandbox of Lambda that ran into its time limit keeps its disk
 * for the next one. Other folders in `temporary` are left, whatever they are called.
 *
 * @param now milliseconds since the epoch.
 */
export const removeAbandonedHomes = async (temporary: string, now: number): Promise<void> => {
  for (const name of await readdir(temporary)) {
    if (!nameOfHome.test(name)) continue;
    const folder = join(temporary, name);
    const found = await lstat(folder).catch(() => null);
    if (found !== null && isOwn(found) && now - found.mtimeMs > abandonedMs) await removeHome(folder);
  }
};
