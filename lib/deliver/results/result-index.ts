import * as z from 'zod';
import { deadLetterSchema } from '../../frontier/dead-letter.ts';
import { isContentPage, trackedSchema, type Page, type ContentPage } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';

/**
 * The results of a finished job, as files in the results bucket: its pages in page order, a thousand to a file, so that
 * any page of results takes one read. Page order is depth first, then the order of discovery: parents in page order,
 * and each parent's links in theirs. It does not depend on the order in which pages finished.
 */
export const resultEntrySchema = z.object({
  url: z.string(),
  key: z.string(),
  bytes: z.number(),
  /** What this job found; the envelope may be from an earlier one. */
  change: z.enum(['new', 'modified', 'unchanged']).optional(),
  captures: z.string().optional(),
  tracked: trackedSchema.optional(),
  /** An earlier page of the job with the same content, or nearly the same words. */
  duplicate: z.object({ of: z.string(), kind: z.enum(['exact', 'near']) }).optional(),
});
export type ResultEntry = z.infer<typeof resultEntrySchema>;

export const errorEntrySchema = z.object({
  id: z.string(),
  timestamp: z.string().nullable(),
  url: z.string(),
  code: z.string(),
  error: z.string(),
  state: z.enum(['failed', 'blocked', 'skipped']),
  /**
   * Links between the seed and the page. Indexes of older versions do not have it; 1 is no seed, whose redirects move
   * the scope.
   */
  depth: z.number().int().min(0).default(1),
  /** The last HTTP status, and the number of failed requests; indexes of older versions do not have them. */
  status: z.number().optional(),
  attempts: z.number().int().optional(),
  deadLetter: deadLetterSchema.optional(),
  tracked: trackedSchema.optional(),
});
export type ErrorEntry = z.infer<typeof errorEntrySchema>;

/** A page of a batch that its site refused with a status. Its document is made of this alone. */
export const refusedEntrySchema = z.object({
  url: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
});
export type RefusedEntry = z.infer<typeof refusedEntrySchema>;

export const resultPartKey = (job: string, part: number): string =>
  `results/${job}/pages-${String(part).padStart(4, '0')}.json`;
export const errorPartKey = (job: string, part: number): string =>
  `results/${job}/errors-${String(part).padStart(4, '0')}.json`;
export const refusedPartKey = (job: string, part: number): string =>
  `results/${job}/refused-${String(part).padStart(4, '0')}.json`;

/** Returns the positions from the seed to a page of its depth, through the sitemaps that named it. */
const positionsOf = (page: Page, byHash: ReadonlyMap<string, Page>): number[] => {
  const positions = [page.position];
  // More steps than sitemaps are nested, so that a circle ends.
  for (let at = byHash.get(page.parent ?? ''); at !== undefined && positions.length < 10;) {
    positions.unshift(at.position);
    at = byHash.get(at.parent ?? '');
  }
  return positions;
};

const comparePositions = (a: readonly number[], b: readonly number[]): number => {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

/** Returns pages without a link before them: seeds first, then the pages of sitemaps, file by file. */
const firstLevel = (pages: readonly Page[]): Page[] => {
  const byHash = new Map(pages.map((page) => [page.hash, page]));
  const placed = pages.map((page) => ({ page, positions: positionsOf(page, byHash) }));
  return placed
    .sort((a, b) => comparePositions(a.positions, b.positions) || (a.page.hash < b.page.hash ? -1 : 1))
    .map(({ page }) => page);
};

/**
 * Sorts pages into page order, and leaves out sitemaps. A page whose parent is unknown comes after those of its depth
 * that have one.
 */
export const inPageOrder = (pages: readonly Page[]): ContentPage[] => {
  const rank = new Map<string, number>();
  const byDepth = Map.groupBy(pages, (page) => page.depth);
  const ordered: ContentPage[] = [];
  for (const depth of [...byDepth.keys()].sort((a, b) => a - b)) {
    const unsorted = byDepth.get(depth) ?? [];
    const level =
      depth === 0
        ? firstLevel(unsorted)
        : unsorted.toSorted((a, b) => {
            const byParent =
              (rank.get(a.parent ?? '') ?? Number.MAX_SAFE_INTEGER) -
              (rank.get(b.parent ?? '') ?? Number.MAX_SAFE_INTEGER);
            return byParent || a.position - b.position || (a.hash < b.hash ? -1 : 1);
          });
    for (const page of level) {
      rank.set(page.hash, rank.size);
      if (isContentPage(page)) ordered.push(page);
    }
  }
  return ordered;
};

/** Hands out entries in parts of the size that one file holds, each made when it is asked for. */
export function* eachPart<Entry>(
  entries: Iterable<Entry>,
  size: number = limits.resultIndexEntries,
): Generator<Entry[]> {
  let part: Entry[] = [];
  for (const entry of entries) {
    part.push(entry);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Splits a list into parts of the size that one file holds. */
export const splitIndex = <Entry>(
  entries: readonly Entry[],
  size: number = limits.resultIndexEntries,
): Entry[][] => [...eachPart(entries, size)];

/** Says whether a job's results are listed: a scrape that is no run of a source is answered from its page. */
export const hasResultIndex = ({ kind, source }: Pick<Job, 'kind' | 'source'>): boolean =>
  kind !== 'scrape' || source !== undefined;

/** Returns a finished page as an entry of the results; null for a page without content. */
export const resultEntry = (page: Page): ResultEntry | null =>
  isContentPage(page) && page.state === 'done' && page.envelopeKey !== undefined
    ? {
        url: page.url,
        key: page.envelopeKey,
        bytes: page.envelopeBytes ?? page.contentBytes ?? 0,
        ...(page.changeType === undefined ? {} : { change: page.changeType }),
        ...(page.capturesKey === undefined ? {} : { captures: page.capturesKey }),
        ...(page.tracked === undefined ? {} : { tracked: page.tracked }),
      }
    : null;

/**
 * Returns a page that ended without content as an entry of the errors. A sitemap that could not be read is no page, and
 * has no entry.
 */
export const errorEntry = (page: Page): ErrorEntry | null =>
  isContentPage(page) && (page.state === 'failed' || page.state === 'blocked' || page.state === 'skipped')
    ? {
        id: page.hash,
        timestamp: page.finishedAt === undefined ? null : new Date(page.finishedAt).toISOString(),
        url: page.url,
        code: page.code ?? 'INTERNAL',
        error: page.message ?? 'No reason was recorded',
        state: page.state,
        depth: page.depth,
        ...(page.status === undefined ? {} : { status: page.status }),
        attempts: page.attempts,
        ...(page.deadLetter === undefined ? {} : { deadLetter: page.deadLetter }),
        ...(page.tracked === undefined ? {} : { tracked: page.tracked }),
      }
    : null;
