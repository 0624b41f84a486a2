import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../database.ts';

/**
 * The files of objects below the data directory:
 * - `s3/<bucket>/<key>`: an object as a plain file; `s3-encoded/<bucket>/<hash>`: one whose key cannot be a path;
 * - `s3-uploads/<upload>/`: parts; `s3-temp/`: bodies that are being received.
 *
 * The database is the truth. A transaction notes its work on files in `file_work`. The work is done right after the
 * commit, before any other request runs, and noted work is done again at the next start. So whenever the process dies,
 * an object is its old or its new self. The next transaction removes a note once its work is done, or when a later note
 * has the same target; a note whose work failed stays and is tried at every start.
 */
export interface FileWork {
  readonly id: number;
  /** The file that replaces `target`; null removes it. */
  readonly source: string | null;
  readonly target: string;
}

/** See `FileWork`. */
export interface ObjectFiles {
  readonly root: string;
  newTempFile(): string;
  /** Makes the folders of a file; false if that is impossible, for example because one of them is a file. */
  makeFolders(file: string): boolean;
  isFolder(file: string): boolean;
  /** Within a transaction: notes that `source` (null: nothing) has to replace `target`. */
  note(source: string | null, target: string): FileWork;
  /** After the commit: does the noted work. */
  settle(work: readonly FileWork[]): void;
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

  /** Removes the folders above a removed file that are now empty, up to the bucket's. */
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

  const perform = ({ source, target }: FileWork): void => {
    if (source === null) {
      // A folder in the object's place was made by hand, and is not removed.
      if (lstatSync(at(target), { throwIfNoEntry: false })?.isDirectory() === false) rmSync(at(target));
      prune(target);
      return;
    }
    try {
      renameSync(at(source), at(target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // A person removed the folder by hand.
      made.clear();
      makeFolders(target);
      renameSync(at(source), at(target));
    }
  };

  const recover = (): void => {
    const undone = new Set<string | null>();
    for (const work of db.all<{ id: number; source: string | null; target: string }>(
      'SELECT id, source, target FROM file_work ORDER BY id',
    )) {
      try {
        if (work.source === null || existsSync(at(work.source))) perform(work);
        db.run('DELETE FROM file_work WHERE id = ?', work.id);
      } catch (error) {
        undone.add(work.source);
        process.stderr.write(`Cannot put ${work.target} in place: ${(error as Error).message}\n`);
      }
    }
    for (const name of readdirSync(at('s3-temp'))) {
      if (!undone.has(`s3-temp/${name}`)) rmSync(at(`s3-temp/${name}`), { force: true });
    }
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

  // Numbers are not used twice, because a finished note is deleted by its number, next to new notes.
  let lastId = db.get<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM file_work')?.id ?? 0;
  const done = new Set<number>();

  return {
    root,
    newTempFile: () => `s3-temp/${randomUUID()}`,
    makeFolders,
    isFolder: (file) => statSync(at(file), { throwIfNoEntry: false })?.isDirectory() ?? false,
    note: (source, target) => {
      for (const id of done) db.run('DELETE FROM file_work WHERE id = ?', id);
      db.run('DELETE FROM file_work WHERE target = ?', target);
      const work = { id: (lastId += 1), source, target };
      db.run('INSERT INTO file_work (id, source, target) VALUES (?, ?, ?)', work.id, source, target);
      return work;
    },
    settle: (noted) => {
      // The transaction that noted this work has deleted these.
      done.clear();
      for (const work of noted) {
        perform(work);
        done.add(work.id);
      }
    },
    removeBucket: (bucket) => {
      made.clear();
      for (const folder of ['s3', 's3-encoded']) {
        try {
          rmdirSync(at(`${folder}/${bucket}`));
        } catch {
          // It does not exist, or holds files that are not the emulator's.
        }
      }
    },
  };
};
