import { readFile } from 'node:fs/promises';
import { whyUnreadable } from '../../cli/options/read-file-text.ts';
import { parseSettings, type Settings } from '../../infra/options.ts';

/**
 * Reads jobs that run on a schedule from a file, as a deployment would get them.
 *
 * @throws {Error} that names the file, and for each faulty place what was expected.
 */
export const readSchedulesFile = async (
  path: string,
  allowScripts: boolean,
): Promise<NonNullable<Settings['schedules']>> => {
  const cannot = `Cannot read the schedules from ${path}: `;
  let schedules: unknown;
  try {
    schedules = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(cannot + (whyUnreadable(error) ?? (error as Error).message), { cause: error });
  }
  const read = parseSettings({ schedules, allowScripts });
  if (!read.ok) throw new Error(cannot + read.problems.join('; '));
  return read.settings.schedules ?? [];
};
