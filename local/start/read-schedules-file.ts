import { readFile } from 'node:fs/promises';
import { readSettings, type Settings } from '../../infra/options.ts';

/**
 * Reads jobs that run on a schedule from a file, as a deployment would get them.
 *
 * @throws {Error} that names the file, and for each faulty place what was expected.
 */
export const readSchedulesFile = async (
  path: string,
  allowScripts: boolean,
): Promise<NonNullable<Settings['schedules']>> => {
  try {
    const schedules: unknown = JSON.parse(await readFile(path, 'utf8'));
    return readSettings({ schedules, allowScripts }).schedules ?? [];
  } catch (error) {
    throw new Error(`Cannot read the schedules from ${path}: ${(error as Error).message}`, { cause: error });
  }
};
