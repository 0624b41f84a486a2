import { readFile } from 'node:fs/promises';
import { sourcesFrom } from '../../infra/options.ts';
import type { Sources } from '../../lib/fetch/politeness/host-policies.ts';

/**
 * Reads the sources from a file, as a deployment would be given them.
 *
 * @throws {Error} that names the file, and for each place that cannot be what was wanted and what was found.
 */
export const readSourcesFile = async (path: string): Promise<Sources> => {
  try {
    return sourcesFrom(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Error(`Cannot read the sources from ${path}: ${(error as Error).message}`, { cause: error });
  }
};
