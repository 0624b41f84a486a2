import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import type { PageDocument } from './job-status.ts';
import { pageFileOf } from './page-file.ts';
import { pageMarkdownOf, pageUrlOf } from './page-markdown.ts';

/** Writes a page below `directory` and answers the file's path. A file of an earlier crawl is replaced. */
export const writePage = async (directory: string, page: PageDocument): Promise<string> => {
  const path = join(directory, pageFileOf(pageUrlOf(page)));
  const why = makeFolder(dirname(path));
  if (why !== null) throw new Error(`Cannot write to ${dirname(path)}: ${why}`);
  await writeFile(path, pageMarkdownOf(page, new Date().toISOString()));
  return path;
};
