import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import type { JobPage } from '../job/job-status.ts';
import { makePageFile } from './page-file.ts';
import { makePageMarkdown, requestedUrl } from './page-markdown.ts';

/** Writes a page below `directory` and answers the file's path. A file of an earlier crawl is replaced. */
export const writePage = async (directory: string, page: JobPage): Promise<string> => {
  const path = join(directory, makePageFile(requestedUrl(page)));
  const why = makeFolder(dirname(path));
  if (why !== null) throw new Error(`Cannot write to ${dirname(path)}: ${why}`);
  await writeFile(path, makePageMarkdown(page, new Date().toISOString()));
  return path;
};
