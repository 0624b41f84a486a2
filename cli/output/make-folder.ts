import { accessSync, constants, mkdirSync, statSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Free bytes that a folder needs before work in it begins. */
const freeBytesMin = 64 * 1024 * 1024;

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'that file system is read-only',
  ENOSPC: 'no space is left there',
  ENOENT: 'no folder can be created there',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links lead in a circle',
  EEXIST: 'a file with that name exists',
  EISDIR: 'a folder with that name exists',
  EDQUOT: 'your share of the disk is used up',
};

/** Says as the end of a sentence why the system does not write; null for an error that is none of such a refusal. */
export const whyUnwritable = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error
    ? (reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? null)
    : null;

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Returns the missing folders of a path, the outermost first. */
const missingFolders = (path: string): string[] => {
  const missing: string[] = [];
  for (let at = path; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  return missing;
};

/**
 * Makes a folder and those around it. It makes each level by itself, because Node's recursive `mkdir` never returns if
 * a file system such as /proc refuses one.
 *
 * @param mode - who may read a folder that is made; by default whom the user's mask allows.
 * @returns null, or why the folder cannot be used, as the end of a sentence.
 */
export const makeFolder = (folder: string, mode = 0o777): string | null => {
  const path = resolve(folder);
  try {
    for (const level of missingFolders(path)) mkdirSync(level, { mode });
    if (!statSync(path).isDirectory()) return 'a file with that name exists';
    accessSync(path, constants.W_OK);
    const { bavail, bsize } = statfsSync(path);
    const free = bavail * bsize;
    return free >= freeBytesMin
      ? null
      : `only ${Math.floor(free / 1024 / 1024)} MB are free there, of ${freeBytesMin / 1024 / 1024} MB that it needs`;
  } catch (error) {
    return whyUnwritable(error) ?? String(error);
  }
};
