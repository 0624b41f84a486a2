import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../replace-file.ts';

const crawlSchema = z.object({
  url: z.string(),
  /** Private addresses that were open for it. */
  allow: z.array(z.string()),
  /** Port of the sample site, if the crawl is of the sample site. */
  samplePort: z.number().optional(),
});

/**
 * A crawl that a start began and whose end no start has seen. It is stored in the data directory because the crawl
 * continues at the next start, which must open the same addresses and serve the same sample site again.
 */
export type StartedCrawl = z.infer<typeof crawlSchema>;

const path = (dataDir: string): string => join(dataDir, 'started-crawls.json');

/** Returns the crawls that may continue. A missing or damaged file holds none. */
export const readStartedCrawls = (dataDir: string): StartedCrawl[] => {
  try {
    return z.array(crawlSchema).parse(JSON.parse(readFileSync(path(dataDir), 'utf8')));
  } catch {
    return [];
  }
};

/** Notes that a crawl begins; replaces one of the same URL. */
export const noteStarted = (dataDir: string, crawl: StartedCrawl): void => {
  const others = readStartedCrawls(dataDir).filter((it) => it.url !== crawl.url);
  replaceFile(path(dataDir), `${JSON.stringify([...others, crawl], null, 2)}\n`);
};

/** Removes the notes of all crawls except the unfinished ones. */
export const keepStarted = (dataDir: string, unfinishedUrls: readonly string[]): void => {
  const left = readStartedCrawls(dataDir).filter((it) => unfinishedUrls.includes(it.url));
  replaceFile(path(dataDir), `${JSON.stringify(left, null, 2)}\n`);
};
