import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../database.ts';

/**
 * The files of objects below the data directory:
 * - `s3/<bucket>/<key>`: an object as a plain file; `s3-encoded/<bucket>/<hash>`: one whose key cannot be a path;
 * - `s3-uploads/<upload>/`: parts; `s3-temp/`: bodies on their way in.
 *
 * The database is the truth. What a transaction wants done to files it notes in `file_work`; the work is done right
 * after the commit, before any other request runs, and noted work is done again at the next start. So whenever we die,
 * an object is its old or its new self. Noted work that is done goes with the next transaction.
 */
export interface ObjectFiles {
  readonly root: string;
  newTempFile(): string;
  /** Makes the folders of a file; false when that cannot be, for example because one of them is a file. */
  makeFolders(file: string): boolean;
  isFolder(file: string): boolean;
  /** Within a transaction: notes that `source` (null: nothing) is to take the place of `target`. */
  note(source: string | null, target: string): void;
  /** After the commit: does what was noted. */
  settle(source: string | null, target: string): void;
  removeBucket(bucket: string): void;
}

const storeFolders = ['s3', 's3-encoded', 's3-temp', 's3-uploads'];

/** Opens the folders, finishes what a killed server had committed, and removes what it had not. */
export const openObjectFiles = (root: string, db: Database): ObjectFiles => {
  for (const folder of storeFolders) mkdirSync(join(root, folder), { recursive: true });
  const made = new Set<string>();
  const at = (file: string): string => join(root, file);

  const makeFolders = (file: string): boolean => {
    const folder = dirname(file);
    if (made.has(folder)) return true;
    try {
      mkdirSync(at(folder), { recursive: true });
    } catch (error) {
      if (
        ['ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')
      )
        return false;
      throw error;
    }
    made.add(folder);
    return true;
  };

  /** Removes the folders above a removed file that are empty now, up to the bucket's. */
  const prune = (file: string): void => {
    for (let folder = dirname(file); folder.split('/').length > 2; folder = dirname(folder)) {
      try {
        rmdirSync(at(folder));
        made.delete(folder);
      } catch {
        return;
      }
    }
  };

  const settle = (source: string | null, target: string): void => {
    if (source === null) {
      rmSync(at(target), { force: true });
      prune(target);
      return;
    }
    try {
      renameSync(at(source), at(target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Somebody removed the folder by hand.
      made.clear();
      makeFolders(target);
      renameSync(at(source), at(target));
    }
  };

  const recover = (): void => {
    const work = db.all<{ source: string | null; target: string }>(
      'SELECT source, target FROM file_work ORDER BY id',
    );
    for (const { source, target } of work) {
      if (source === null) settle(null, target);
      else if (existsSync(at(source)) && makeFolders(target)) settle(source, target);
    }
    db.run('DELETE FROM file_work');
    for (const name of readdirSync(at('s3-temp'))) rmSync(at(`s3-temp/${name}`), { force: true });
    const kept = new Set(db.all<{ file: string }>('SELECT file FROM parts').map(({ file }) => file));
    const uploads = new Set(db.all<{ id: string }>('SELECT id FROM uploads').map(({ id }) => id));
    for (const upload of readdirSync(at('s3-uploads'))) {
      if (!uploads.has(upload)) rmSync(at(`s3-uploads/${upload}`), { recursive: true, force: true });
      else {
        for (const name of readdirSync(at(`s3-uploads/${upload}`))) {
          const file = `s3-uploads/${upload}/${name}`;
          if (!kept.has(file)) rmSync(at(file), { force: true });
        }
      }
    }
  };
  recover();

  return {
    root,
    newTempFile: () => `s3-temp/${randomUUID()}`,
    makeFolders,
    isFolder: (file) => statSync(at(file), { throwIfNoEntry: false })?.isDirectory() ?? false,
    note: (source, target) => {
      db.run('INSERT INTO file_work (source, target) VALUES (?, ?)', source, target);
    },
    settle,
    removeBucket: (bucket) => {
      made.clear();
      for (const folder of ['s3', 's3-encoded']) {
        try {
          rmdirSync(at(`${folder}/${bucket}`));
        } catch {
          // Not there, or it holds files that are not ours to remove.
        }
      }
    },
  };
};
