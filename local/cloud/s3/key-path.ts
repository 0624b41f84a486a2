import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** Bytes of a file name, and of the path below the bucket's folder, that every usual file system takes. */
const nameBytesMax = 255;
const pathBytesMax = 900;

/**
 * Path of a key below its bucket's folder, for people to find and open the object as a file; null when the key cannot
 * be
 * a path on every file system, or would lead out of the folder.
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

/** What two keys have in common that would be one file where the file system ignores case or normalises (macOS). */
export const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase();

/** Folders above a path, nearest first. */
export const parentFolders = (path: string): string[] => {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.push(folder);
  return folders;
};

/** File name for a key that cannot be a path. */
export const encodedName = (key: string): string => createHash('sha256').update(key).digest('hex');
