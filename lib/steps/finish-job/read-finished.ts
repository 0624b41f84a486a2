import type { ExtractionCursor } from '../../store/frontier/page-extractions.ts';
import { listEndedPages } from '../../store/frontier/list-ended-pages.ts';
import type { Page } from '../../frontier/page.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { Document } from '../../deliver/results/document.ts';
import { readDocuments } from '../read-results/read-documents.ts';
import { settleMs } from '../read-results/read-extract.ts';
import type { StatusDependencies } from '../read-results/read-status.ts';
import { resultEntry, type ResultEntry } from '../../deliver/results/result-index.ts';

/** Documents of a job, in the order in which its pages ended. */
export interface FinishedSlice {
  readonly results: readonly Document[];
  /** Where to continue; the given cursor if nothing is new. */
  readonly cursor: string | null;
  /** The job is over, and these are the last. */
  readonly done: boolean;
  /** Says that only a part of the job was searched. */
  readonly warning?: string;
}

/** Portions of the table, 1 MB each, that one look reads: all buckets of a job of usual size. */
const readsMax = 32;

interface Finished {
  readonly cursor: ExtractionCursor;
  readonly entry: ResultEntry;
}

const isBehind = (a: ExtractionCursor, b: ExtractionCursor): boolean =>
  a.at > b.at || (a.at === b.at && a.hash > b.hash);

const finishedIn = (pages: readonly Page[], after: ExtractionCursor): Finished[] =>
  pages.flatMap((page) => {
    const entry = resultEntry(page);
    const cursor = { at: page.finishedAt ?? 0, hash: page.hash };
    return entry !== null && isBehind(cursor, after) ? [{ cursor, entry }] : [];
  });

const partWarning =
  'Only a part of the pages of this job was searched: it has too many to give its documents as they come. ' +
  'Its status has all of them once it has ended';

/**
 * Reads the documents of a crawl or batch after a cursor. While the job runs, a page is shown a few seconds after it
 * ended. If a job has more than some ten thousand pages, only part of them is searched, and the answer says so; its
 * status has all.
 */
export const readFinished = async (
  dependencies: StatusDependencies & { readonly now: () => number },
  job: Job,
  slice: { readonly after?: ExtractionCursor; readonly count: number },
): Promise<FinishedSlice> => {
  const { after = { at: 0, hash: '' }, count } = slice;
  const given = slice.after === undefined ? null : `${after.at}-${after.hash}`;
  const ended = hasEnded(job);
  const before = ended ? Number.MAX_SAFE_INTEGER : dependencies.now() - settleMs;
  const found: Finished[] = [];
  let reads = 0;
  for await (const listed of listEndedPages(dependencies.table, job.id, {
    states: ['done'],
    within: { from: after.at, to: before - 1 },
  })) {
    reads += 1;
    if (reads > readsMax) break;
    found.push(...finishedIn(listed, after));
  }
  const next = found.sort((a, b) => (isBehind(a.cursor, b.cursor) ? 1 : -1)).slice(0, count);
  const { documents, used } = await readDocuments(
    dependencies.envelopes,
    next.map(({ entry }) => entry),
    { ...job.request.scrape, job: job.id },
    limits.resultsBytesMax,
  );
  const last = next[used - 1]?.cursor;
  return {
    results: documents,
    cursor: last === undefined ? given : `${last.at}-${last.hash}`,
    done: ended && used === found.length,
    ...(reads > readsMax ? { warning: partWarning } : {}),
  };
};
