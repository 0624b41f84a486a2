import { readFile } from 'node:fs/promises';
import { whyUnreadable } from '../../cli/options/read-file-text.ts';
import { modelKeysFault } from './key-faults.ts';
import { parseModelKeys, type ModelKeys } from '../../lib/extract/llm/model-keys.ts';

/**
 * Returns the keys of models: those of a file, in the form of the stack's secret, for the providers that it names;
 * those of the environment for the others.
 *
 * @throws {Error} that names the file if it cannot be read or a key in it cannot be used; it shows none of its keys.
 */
export const readModelKeys = async (
  inEnvironment: ModelKeys,
  file: string | undefined,
): Promise<ModelKeys> => {
  if (file === undefined) return inEnvironment;
  try {
    const inFile = parseModelKeys(await readFile(file, 'utf8'));
    const fault = modelKeysFault(inFile);
    if (fault !== null) throw new Error(fault);
    return { ...inEnvironment, ...inFile };
  } catch (error) {
    const why = whyUnreadable(error) ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`Cannot read the keys of models from ${file}: ${why}`, { cause: error });
  }
};
