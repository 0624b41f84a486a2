/** Kinds of jobs, in the order in which an id is tried. */
export const cliJobKinds = ['crawl', 'batch', 'extract'] as const;
export type CliJobKind = (typeof cliJobKinds)[number];

/** A job and its kind, which decides its path in the API. */
export interface JobPlace {
  readonly kind: CliJobKind;
  readonly id: string;
}

const bases: Readonly<Record<CliJobKind, string>> = {
  crawl: '/v2/crawl',
  batch: '/v2/batch/scrape',
  extract: '/v2/extract',
};

/** Returns the job's path from `/v2/` on; the id is one segment of it, whatever characters it has. */
export const jobPath = ({ kind, id }: JobPlace): string => `${bases[kind]}/${encodeURIComponent(id)}`;

const nouns: Readonly<Record<CliJobKind, string>> = {
  crawl: 'Crawl',
  batch: 'Batch',
  extract: 'Extraction',
};

/** Names the job for people: `Crawl 019a…`. */
export const jobName = ({ kind, id }: JobPlace): string => `${nouns[kind]} ${id}`;

const doing: Readonly<Record<CliJobKind, string>> = {
  crawl: 'crawling',
  batch: 'fetching',
  extract: 'extracting',
};

const underWay: ReadonlySet<string> = new Set(['scraping', 'processing', 'pending', 'running']);

/** Returns a job's state in words for people; unknown words of the API stay unchanged. */
export const stateWord = (kind: CliJobKind, status: string): string =>
  underWay.has(status) ? doing[kind] : status;
