import { readFile } from 'node:fs/promises';
import { hostsFrom } from '../../infra/options.ts';
import type { HostsDocument } from '../../lib/fetch/politeness/host-policies.ts';

/**
 * Reads settings of hosts from a file, as a deployment would get them.
 *
 * @throws {Error} that names the file, and for each faulty place the expected and the actual value.
 */
export const readHostsFile = async (path: string): Promise<HostsDocument> => {
  try {
    return hostsFrom(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Error(`Cannot read the hosts from ${path}: ${(error as Error).message}`, { cause: error });
  }
};
