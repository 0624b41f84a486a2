import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, whyUnwritable } from './make-folder.ts';
import type { JobPage } from '../job/job-status.ts';
import { makePageFile } from './page-file.ts';
import { makePageMarkdown, requestedUrl } from './page-markdown.ts';

/** Why a file could not be written, for people. */
export class NotWritten extends Error {}

/**
 * Writes a file, and makes the folders around it.
 *
 * @param mode - who may read a file that is new; by default whom the user's mask allows.
 * @throws {NotWritten} if its folder cannot be used, or the file cannot be written.
 */
export const writeFileAt = async (path: string, text: string, mode = 0o666): Promise<void> => {
  const why = makeFolder(dirname(path));
  if (why !== null) throw new NotWritten(`Cannot write to ${dirname(path)}: ${why}`);
  try {
    await writeFile(path, text, { mode });
  } catch (error) {
    throw new NotWritten(`Cannot write ${path}: ${whyUnwritable(error) ?? String(error)}`);
  }
};

/** Writes a page below `directory` and returns the file's path. Replaces a file of an earlier crawl. */
export const writePage = async (directory: string, page: JobPage): Promise<string> => {
  const path = join(directory, makePageFile(requestedUrl(page)));
  await writeFileAt(path, makePageMarkdown(page, new Date().toISOString()));
  return path;
};
