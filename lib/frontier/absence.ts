/** Why a job holds no page with a URL: the URL itself, the scope of the crawl, or what the job has read until now. */
export const absences = [
  'no-url',
  'follows-no-links',
  'external',
  'above-seed',
  'too-deep',
  'too-costly',
  'excluded',
  'not-included',
  'asset',
  'invalid-url',
  'repeating-path',
  'endless-query',
  'calendar',
  // The job was full before a link to it was read.
  'limit-reached',
  'not-found-yet',
  // The job is over. No page of it links there, or the page was erased: an erasure leaves no trace in the job.
  'never-linked',
] as const;
export type Absence = (typeof absences)[number];

/** The facts about the job that the explanation uses. */
export interface AbsentFrom {
  readonly kind: string;
  readonly url: string;
  readonly limit: number;
}

const sentences: Readonly<Record<Absence, (job: AbsentFrom) => string>> = {
  'no-url': () => 'It is no URL that can be fetched: give one with http:// or https://.',
  'follows-no-links': ({ kind }) =>
    `A ${kind} follows no links, and its request does not name the URL, unless the URL was erased since.`,
  external: ({ url }) => `It lies on another site than ${url}: allowExternalLinks follows such links.`,
  'above-seed': ({ url }) => `It does not lie below ${url}: crawlEntireDomain follows the whole site.`,
  'too-costly': () =>
    'The patterns of the crawl had read as much of its page’s links as they may (patternWorkMax): write ' +
    'fewer or shorter ones.',
  'too-deep': () => 'Its path has more segments than the crawl allows.',
  excluded: () => 'A pattern of excludePaths matches it.',
  'not-included': () => 'No pattern of includePaths matches it.',
  asset: () => 'Its name ends like a file that is no page, such as an image or an archive.',
  'invalid-url': () => 'It is no URL that can be fetched.',
  'repeating-path': () => 'Its path repeats itself, as the links of a trap do.',
  'endless-query': () => 'Its query goes on without end, as the links of a trap do.',
  calendar: () => 'It lies in a calendar of far years.',
  'limit-reached': ({ limit }) =>
    `The job was full with ${limit} pages before a link to it was read, unless the page was erased since.`,
  'not-found-yet': () => 'No page that was read until now links to it; the job still runs.',
  'never-linked': () =>
    'Nothing is known of it. Either the job followed no link to it (one that only scripts make, that is hidden, that ' +
    'stands on a page at maxDiscoveryDepth or behind more links than are read of a page, is none), or another page ' +
    'redirects to it and is listed under its own URL, or it was erased since: an erasure leaves no trace of a page ' +
    'in its jobs.',
};

/** Explains in a sentence why a job holds no page with a URL. */
export const explainAbsence = (why: Absence, job: AbsentFrom): string => sentences[why](job);
