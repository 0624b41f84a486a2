import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { replaceFile } from '../replace-file.ts';

const example = join(import.meta.dirname, '../../docs/examples/sample.sources.yaml');

/** Writes the manifest of the sample site into the data directory, with the site's address; returns its path. */
export const writeSampleManifest = (dataDir: string, origin: string): string => {
  const path = join(dataDir, 'sample.sources.yaml');
  replaceFile(path, readFileSync(example, 'utf8').replace(/url: \S+/, `url: ${origin}/`));
  return relative(process.cwd(), path);
};
