import { readFile } from 'node:fs/promises';
import { hostsFrom } from '../../infra/options.ts';
import type { HostsDocument } from '../../lib/fetch/politeness/host-policies.ts';

/**
 * Reads what is said of hosts from a file, as a deployment would be given them.
 *
 * @throws {Error} that names the file, and for each place that cannot be what was wanted and what was found.
 */
export const readHostsFile = async (path: string): Promise<HostsDocument> => {
  try {
    return hostsFrom(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Error(`Cannot read the hosts from ${path}: ${(error as Error).message}`, { cause: error });
  }
};
