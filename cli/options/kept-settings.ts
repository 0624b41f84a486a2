import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** The file in which a deployment's settings are kept: `cdk deploy` reads it from the folder where it runs. */
export const keptSettingsFile = 'cdk.context.json';

/**
 * Reads the settings that are kept in the present folder; none where there is no such file.
 *
 * @throws {Error} that names the file, if it is no JSON object.
 */
export const readKeptSettings = (): Readonly<Record<string, unknown>> => {
  let text: string;
  try {
    text = readFileSync(keptSettingsFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new Error(`${keptSettingsFile}: expected a JSON object from settings to their values`);
  }
};
