import { readFile } from 'node:fs/promises';
import { whyUnreadable } from '../../cli/options/read-file-text.ts';
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
    const why = whyUnreadable(error) ?? (error as Error).message;
    throw new Error(`Cannot read the hosts from ${path}: ${why}`, { cause: error });
  }
};
