import { readPageUrl, type Checked } from './arguments.ts';
import { readNamedLines } from './read-lines.ts';

/** Returns the pages that the user named: as operands, of which `-` is stdin, and in files. */
export const readUrls = async (
  operands: readonly string[],
  files: readonly string[],
): Promise<Checked<string[]>> => await readNamedLines(operands, files, readPageUrl, 'URLs');
