import type { JobSpec, ScrapeOptions } from '../request/job-spec.ts';

/**
 * Returns scrape options as an answer may show them, under the names of the API: without the caller's headers, sealed
 * or not, and without what a job notes of them.
 */
const tellScrapeOptions = ({
  headers: _headers,
  headerNames: _names,
  sealedHeaders: _sealed,
  headersFor: _origins,
  headersToFound: _bound,
  timeoutMs: timeout,
  ...options
}: ScrapeOptions): object => ({ ...options, ...(timeout === undefined ? {} : { timeout }) });

/**
 * Returns the options of an accepted crawl as answers show them, with every default filled in. Every answer that shows
 * a job's request is made of this.
 */
export const tellCrawlOptions = ({ crawl, scrape, delaySeconds, maxConcurrency }: JobSpec): object => ({
  ...crawl,
  ...(delaySeconds === undefined ? {} : { delay: delaySeconds }),
  ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
  scrapeOptions: tellScrapeOptions(scrape),
});
