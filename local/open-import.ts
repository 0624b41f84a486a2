import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** A file that stands in a data directory while an export is imported into it, and after an import that was cut off. */
const fileIn = (dataDir: string): string => join(dataDir, 'import-open');

/** Notes that the export in `folder` is imported from now on. */
export const beginImport = async (dataDir: string, folder: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  replaceFile(fileIn(dataDir), `${folder}\n`);
};

/** Notes that the import is over, and the data directory is whole. */
export const endImport = async (dataDir: string): Promise<void> => {
  await rm(fileIn(dataDir), { force: true });
};

/**
 * Says that an import into a data directory was not finished, and how to finish it; null if none is open. What an
 * import has written until then looks like a whole deployment: jobs and pages that are missing are missed by nobody.
 */
export const tellOpenImport = async (dataDir: string): Promise<string | null> => {
  if (!existsSync(fileIn(dataDir))) return null;
  const folder = (await readFile(fileIn(dataDir), 'utf8')).trim();
  return (
    `An import into ${dataDir} was not finished, so a part of its data is missing. ` +
    `To finish it: npx gleaner import ${folder} --over --data ${dataDir}`
  );
};
