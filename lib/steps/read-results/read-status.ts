import { sitemapsMax } from '../../store/frontier/quota-in.ts';
import { getObject, type Objects } from '../../store/objects.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import type { Table } from '../../store/table.ts';
import { hasEnded, isOver, type Job } from '../../job/job.ts';
import { triesMax } from '../../frontier/reserve.ts';
import { limits } from '../../limits/limits.ts';
import type { Cost } from '../../job/cost.ts';
import type { Document } from '../../deliver/results/document.ts';
import { jobCost } from './job-cost.ts';
import { readDocuments } from './read-documents.ts';
import { isRefusedBySite, refusedDocument } from '../../deliver/results/refused-document.ts';
import { warnUnreadSitemaps } from '../../deliver/results/unread-sitemaps.ts';
import { readEndMessage } from './read-end-message.ts';
import { readErrorPart } from './read-error-part.ts';
import {
  resultEntry,
  resultEntrySchema,
  hasResultIndex,
  resultPartKey,
  type ResultEntry,
} from '../../deliver/results/result-index.ts';

/** What a status answer is read from. */
export interface StatusDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
}

/** Exact counts of a job, under the protocol's own names. */
export interface JobCounts {
  readonly admitted: number;
  readonly open: number;
  readonly finished: number;
  readonly done: number;
  readonly failed: number;
  readonly blocked: number;
  readonly skipped: number;
  readonly abandoned: number;
  readonly unchanged: number;
}

/** Links of a crawl that were in its scope and were not followed. */
export interface LinksNotFollowed {
  readonly hidden: number;
  readonly sameContent: number;
  readonly traps: number;
}

export interface JobStatusResponse {
  readonly success: true;
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  readonly completed: number;
  readonly total: number;
  readonly creditsUsed: number;
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly completedAt?: string;
  readonly error?: string;
  readonly warning?: string;
  readonly counts: JobCounts;
  /** Links that were not followed, by reason; absent if all were followed. */
  readonly linksNotFollowed?: LinksNotFollowed;
  /** Cost until now, by service, and the units from which it is computed. */
  readonly cost: Cost;
  /** The job whose pages this one fetches again. */
  readonly redriveOf?: string;
  readonly data: readonly Document[];
  /** How many results come before the next slice; null in the last one. */
  readonly nextSkip: number | null;
}

/** Which results a client asks for. */
export interface ResultsSlice {
  readonly skip: number;
  readonly count: number;
}

export const jobCounts = (job: Job): JobCounts => {
  const abandoned = isOver(job) ? job.abandoned : 0;
  return {
    admitted: job.admitted,
    open: isOver(job) ? 0 : job.open - (job.sitemapsOpen ?? 0),
    finished: job.finished,
    done: job.done,
    failed: job.failed,
    blocked: job.blocked,
    skipped: job.skipped + abandoned,
    abandoned,
    unchanged: job.unchanged,
  };
};

/** Reads entries of a concluded job from its result index. Only the files that hold the slice are read. */
const concludedEntries = async (
  results: Objects,
  job: string,
  slice: ResultsSlice,
): Promise<ResultEntry[]> => {
  const size = limits.resultIndexEntries;
  const firstPart = Math.floor(slice.skip / size);
  const lastPart = Math.floor((slice.skip + slice.count - 1) / size);
  const entries: ResultEntry[] = [];
  for (let part = firstPart; part <= lastPart; part += 1) {
    const text = await getObject(results, resultPartKey(job, part));
    if (text === null) break;
    entries.push(...resultEntrySchema.array().parse(JSON.parse(text)));
  }
  const from = slice.skip - firstPart * size;
  return entries.slice(from, from + slice.count);
};

/** Portions of the table that one poll of a running job reads: a sample needs no more, and polls are many. */
const readsPerPoll = 3;
/** Pages that are read for each wanted one: in a running job, not every page is done. */
const pagesPerEntry = 4;

/**
 * Reads entries of a running job, in the store's order. Finished pages may be anywhere in that order, so there is no
 * next slice.
 */
const runningEntries = async (table: Table, job: string, slice: ResultsSlice): Promise<ResultEntry[]> => {
  const entries: ResultEntry[] = [];
  let reads = 0;
  const readMax = (slice.skip + slice.count) * pagesPerEntry;
  for await (const listed of listPages(table, job, undefined, readMax)) {
    entries.push(...listed.flatMap((page) => resultEntry(page) ?? []));
    reads += 1;
    if (entries.length >= slice.skip + slice.count || reads >= readsPerPoll) break;
  }
  return entries.slice(slice.skip, slice.skip + slice.count);
};

const linksNotFollowedOf = ({
  leftHidden: hidden = 0,
  leftSame: sameContent = 0,
  leftTraps: traps = 0,
}: Job): { linksNotFollowed?: LinksNotFollowed } =>
  hidden + sameContent + traps === 0 ? {} : { linksNotFollowed: { hidden, sameContent, traps } };

const warnBlocked = ({ blocked }: Pick<Job, 'blocked'>): string[] => {
  if (blocked === 0) return [];
  const [pages, whose] =
    blocked === 1 ? ['1 page was', 'its errors say'] : [`${blocked} pages were`, 'their errors say'];
  return [
    `${pages} kept back because robots.txt, the page itself or a rule of this deployment forbids it, or because ` +
      `robots.txt could not be read; ${whose} which`,
  ];
};

/** Warns once as many sitemaps were admitted as may be. Sitemaps beyond that leave no trace. */
const warnSitemaps = ({
  sitemaps = 0,
  cells = 1,
  limit,
}: Pick<Job, 'sitemaps' | 'cells' | 'limit'>): string[] => {
  const most = cells * sitemapsMax({ shards: cells, limit });
  if (sitemaps < most) return [];
  const said = most.toLocaleString('en-US');
  return [
    `The job read ${said} sitemaps and parts of sitemaps, which is as many as it may: others were not read`,
  ];
};

/** Warns once as many bytes of sitemaps were read as may be. */
const warnSitemapBytes = ({ sitemapBytes = 0 }: Pick<Job, 'sitemapBytes'>): string[] =>
  sitemapBytes < limits.sitemapBytesPerJobMax
    ? []
    : [
        `The job read ${limits.sitemapBytesPerJobMax / 2 ** 30} GiB of sitemaps, which is as much as it may: ` +
          'others were not read',
      ];

/** Warns of a crawl of sitemaps alone that has no page but its first. */
const warnNoSitemap = (job: Job): string[] =>
  hasEnded(job) && job.status === 'completed' && job.request.crawl?.sitemap === 'only' && isAlone(job)
    ? [
        'No sitemap of the site was read that names further pages; with "sitemap": "include" links are followed ' +
          'as well',
      ]
    : [];

const isAlone = ({ kind, admitted, limit }: Job): boolean => kind === 'crawl' && admitted <= 1 && limit > 1;

/** Warns of a job that tried as many pages as it may before its limit was delivered. */
const warnTries = (job: Job): string[] => {
  const { limit, admitted, done } = job;
  if (!hasEnded(job) || done >= limit || admitted < triesMax(limit)) return [];
  return [
    `The job tried ${admitted} pages, which is as many as a limit of ${limit} allows, and delivered ${done}: links ` +
      'that were found besides were not followed',
  ];
};

/** Says what the job left out, in sentences; nothing if it left out nothing. */
export const warnOfJob = (job: Job): { warning?: string } => {
  const warnings = [
    ...warnBlocked(job),
    ...warnTries(job),
    ...warnUnreadSitemaps(hasEnded(job) ? job.unreadSitemaps : null),
    ...warnNoSitemap(job),
    ...warnSitemaps(job),
    ...warnSitemapBytes(job),
  ];
  return warnings.length === 0 ? {} : { warning: warnings.join('. ') };
};

/**
 * Reads the pages of an ended batch that their sites refused with a status. The client named them and gets a document
 * for each, after those with content, as in Firecrawl. Only the first thousand; the job's errors list all.
 */
const readRefused = async (results: Objects, job: Job): Promise<Document[]> => {
  if (job.kind !== 'batch' || !hasEnded(job) || job.failed === 0) return [];
  const { formats } = job.request.scrape;
  return (await readErrorPart(results, job.id, 0))
    .filter(isRefusedBySite)
    .map((entry) => refusedDocument({ ...entry, message: entry.error }, formats));
};

/** Reads the status of a job with a slice of its results. */
export const readStatus = async (
  dependencies: StatusDependencies,
  job: Job,
  slice: ResultsSlice,
): Promise<JobStatusResponse> => {
  const ended = hasEnded(job);
  const entries =
    slice.count === 0
      ? []
      : ended && hasResultIndex(job)
        ? await concludedEntries(dependencies.results, job.id, slice)
        : await runningEntries(dependencies.table, job.id, slice);
  const { documents, used } = await readDocuments(dependencies.envelopes, entries, job.request.scrape);
  const nextSkip = slice.skip + used;
  const lost = isOver(job) ? job.abandoned : 0;
  const error = await readEndMessage(dependencies.results, job);
  const refused = await readRefused(dependencies.results, job);
  const goesOn = ended && used > 0 && nextSkip < job.done;
  // A slice past the end has no results.
  const isLast = slice.count > 0 && !goesOn && (slice.skip === 0 || slice.skip < job.done);
  return {
    success: true,
    status: ended ? job.status : 'scraping',
    completed: job.done + refused.length,
    total: job.admitted - job.failed - job.blocked - job.skipped - lost + refused.length,
    creditsUsed: job.done,
    expiresAt: new Date(job.ttl * 1_000).toISOString(),
    createdAt: new Date(job.createdAt).toISOString(),
    ...(ended ? { completedAt: new Date(job.completedAt).toISOString() } : {}),
    ...(error === null ? {} : { error }),
    ...warnOfJob(job),
    counts: jobCounts(job),
    ...linksNotFollowedOf(job),
    cost: jobCost(job),
    ...(job.redrive === undefined ? {} : { redriveOf: job.redrive.of }),
    data: isLast ? [...documents, ...refused] : documents,
    nextSkip: goesOn ? nextSkip : null,
  };
};
