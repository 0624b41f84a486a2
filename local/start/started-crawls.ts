import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../replace-file.ts';

const crawlSchema = z.object({
  url: z.string(),
  /** Private addresses that were open for it. */
  allow: z.array(z.string()),
  /** Port that the sample site had, where the crawl is of the sample site. */
  samplePort: z.number().optional(),
});

/**
 * A crawl that a start began and that no start has seen the end of. It is kept in the data directory because the crawl
 * goes on at the next start, which must open the same addresses and serve the same sample site again.
 */
export type StartedCrawl = z.infer<typeof crawlSchema>;

const path = (dataDir: string): string => join(dataDir, 'started-crawls.json');

/** The crawls that may go on. A file that is missing or damaged holds none. */
export const readStartedCrawls = (dataDir: string): StartedCrawl[] => {
  try {
    return z.array(crawlSchema).parse(JSON.parse(readFileSync(path(dataDir), 'utf8')));
  } catch {
    return [];
  }
};

/** Notes that a crawl begins; one of the same URL is replaced. */
export const noteStarted = (dataDir: string, crawl: StartedCrawl): void => {
  const others = readStartedCrawls(dataDir).filter((it) => it.url !== crawl.url);
  replaceFile(path(dataDir), `${JSON.stringify([...others, crawl], null, 2)}\n`);
};

/** Forgets every crawl that is not among the unfinished ones. */
export const keepStarted = (dataDir: string, unfinishedUrls: readonly string[]): void => {
  const left = readStartedCrawls(dataDir).filter((it) => unfinishedUrls.includes(it.url));
  replaceFile(path(dataDir), `${JSON.stringify(left, null, 2)}\n`);
};
