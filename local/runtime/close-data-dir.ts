import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const closeEntry = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch {
    // Another user's file: it cannot be closed here, and nothing of ours is written to it.
  }
};

/**
 * Makes the data directory, with its existing content, accessible to the user alone, so that other accounts on the
 * machine can read neither pages nor keys. Files made from now on, by this process and its children, are the user's
 * alone too.
 */
export const closeDataDir = (dataDir: string): void => {
  if (isMainThread) process.umask(0o077);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeEntry(dataDir);
  for (const name of readdirSync(dataDir)) closeEntry(join(dataDir, name));
};
