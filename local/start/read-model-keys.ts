import { readFile } from 'node:fs/promises';
import { parseModelKeys, type ModelKeys } from '../../lib/extract/llm/model-keys.ts';

/**
 * Returns the keys of models: those of a file, in the form of the stack's secret, for the providers that it names;
 * those of the environment for the others.
 *
 * @throws {Error} that names the file if it cannot be read; it shows nothing of its content.
 */
export const readModelKeys = async (
  inEnvironment: ModelKeys,
  file: string | undefined,
): Promise<ModelKeys> => {
  if (file === undefined) return inEnvironment;
  try {
    return { ...inEnvironment, ...parseModelKeys(await readFile(file, 'utf8')) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot read the keys of models from ${file}: ${why}`, { cause: error });
  }
};
