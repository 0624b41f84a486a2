/** Kinds of jobs, in the order in which an id is looked for among them. */
export const cliJobKinds = ['crawl', 'batch', 'extract'] as const;
export type CliJobKind = (typeof cliJobKinds)[number];

/** A job and what kind it is: that decides where the API has it. */
export interface JobPlace {
  readonly kind: CliJobKind;
  readonly id: string;
}

const bases: Readonly<Record<CliJobKind, string>> = {
  crawl: '/v2/crawl',
  batch: '/v2/batch/scrape',
  extract: '/v2/extract',
};

/** The job's path from `/v2/` on; the id is one segment of it, whatever it holds. */
export const jobPath = ({ kind, id }: JobPlace): string => `${bases[kind]}/${encodeURIComponent(id)}`;

const nouns: Readonly<Record<CliJobKind, string>> = {
  crawl: 'Crawl',
  batch: 'Batch',
  extract: 'Extraction',
};

/** How a person is told of the job: `Crawl 019a…`. */
export const jobName = ({ kind, id }: JobPlace): string => `${nouns[kind]} ${id}`;

const doing: Readonly<Record<CliJobKind, string>> = {
  crawl: 'crawling',
  batch: 'fetching',
  extract: 'extracting',
};

const underWay: ReadonlySet<string> = new Set(['scraping', 'processing', 'pending', 'running']);

/** The API's word for a job's state as a person says it; words that are not known stay as they are. */
export const stateWord = (kind: CliJobKind, status: string): string =>
  underWay.has(status) ? doing[kind] : status;
