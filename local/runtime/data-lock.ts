import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { replaceFile } from '../replace-file.ts';

/** A data directory that only this process uses. */
export interface DataLock {
  release(): void;
}

/**
 * Takes the data directory for this process. The lock is SQLite's own exclusive file lock: the operating system frees
 * it when the process ends, in whatever way, so no start has to judge whether a lock file is stale.
 *
 * @throws {Error} that names the process which has it, when another runtime is using the directory.
 */
export const lockDataDir = (dataDir: string): DataLock => {
  mkdirSync(dataDir, { recursive: true });
  const owner = join(dataDir, 'lock.pid');
  const database = new DatabaseSync(join(dataDir, 'lock'));
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    let pid = 'another process';
    try {
      pid = `process ${readFileSync(owner, 'utf8').trim()}`;
    } catch {
      // It has the lock but has not written its number yet.
    }
    throw new Error(
      `Cannot use ${dataDir}: Gleaner is already running there (${pid}). Stop it, or give another ` +
        `directory with --data.`,
      { cause: error },
    );
  }
  replaceFile(owner, `${process.pid}\n`);
  return { release: () => database.close() };
};
