import type { Database } from '../database.ts';
import { encodedName, foldedPath, parentFolders, plainPath } from './key-path.ts';
import type { ObjectFiles } from './object-files.ts';

export interface ObjectPlace {
  /** Below the data directory. */
  readonly file: string;
  /** Null for an encoded file. */
  readonly folded: string | null;
}

const isTaken = (db: Database, bucket: string, folded: string): boolean => {
  const at = (path: string): boolean =>
    db.get('SELECT 1 FROM objects WHERE bucket = ? AND folded = ?', bucket, path) !== undefined;
  const isFolder =
    // '0' follows '/': the range holds every path below.
    db.get(
      'SELECT 1 FROM objects WHERE bucket = ? AND folded >= ? AND folded < ? LIMIT 1',
      bucket,
      `${folded}/`,
      `${folded}0`,
    ) !== undefined;
  return isFolder || at(folded) || parentFolders(folded).some(at);
};

/**
 * Chooses the file of a new object: under its key, or under a hash of the key when the key cannot be a path or its path
 * is taken (by a folder, or by a key that differs only in case). Makes the folders.
 */
export const placeObject = (db: Database, files: ObjectFiles, bucket: string, key: string): ObjectPlace => {
  const path = plainPath(key);
  if (path !== null) {
    const folded = foldedPath(path);
    const file = `s3/${bucket}/${path}`;
    if (!isTaken(db, bucket, folded) && files.makeFolders(file) && !files.isFolder(file))
      return { file, folded };
  }
  const file = `s3-encoded/${bucket}/${encodedName(key)}`;
  files.makeFolders(file);
  return { file, folded: null };
};
