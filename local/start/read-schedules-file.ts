import { readFile } from 'node:fs/promises';
import { readSettings, type Settings } from '../../infra/options.ts';

/**
 * Reads jobs that are submitted by schedule from a file, as a deployment would be given them.
 *
 * @throws {Error} that names the file, and for each place what was wanted there.
 */
export const readSchedulesFile = async (path: string): Promise<NonNullable<Settings['schedules']>> => {
  try {
    const schedules: unknown = JSON.parse(await readFile(path, 'utf8'));
    return readSettings((name) => (name === 'schedules' ? schedules : undefined)).schedules ?? [];
  } catch (error) {
    throw new Error(`Cannot read the schedules from ${path}: ${(error as Error).message}`, { cause: error });
  }
};
