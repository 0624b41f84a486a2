import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** Most bytes of a file name, and of the path below the bucket's folder, that every usual file system accepts. */
const nameBytesMax = 255;
const pathBytesMax = 900;

/**
 * Returns the path of a key below its bucket's folder, so that people can find and open the object as a file. Returns
 * null if the key cannot be a path on every file system, or would lead out of the folder.
 */
export const plainPath = (key: string): string | null => {
  if (Buffer.byteLength(key) > pathBytesMax) return null;
  const fits = key
    .split('/')
    .every(
      (it) =>
        it !== '' &&
        it !== '.' &&
        it !== '..' &&
        Buffer.byteLength(it) <= nameBytesMax &&
        !/[\0\\]|\p{Surrogate}/u.test(it),
    );
  return fits ? key : null;
};

/**
 * Returns a form that is equal for two keys which would be one file if the file system ignores case or normalises
 * (macOS).
 */
export const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase();

/** Returns the folders above a path, nearest first. */
export const parentFolders = (path: string): string[] => {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.push(folder);
  return folders;
};

/** Returns a file name for a key that cannot be a path. */
export const encodedName = (key: string): string => createHash('sha256').update(key).digest('hex');
