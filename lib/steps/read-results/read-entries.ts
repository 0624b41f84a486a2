import type * as z from 'zod';
import { getObject, type Objects } from '../../store/objects.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import type { Table } from '../../store/table.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import {
  hasResultIndex,
  refusedEntrySchema,
  refusedPartKey,
  resultEntry,
  resultEntrySchema,
  resultPartKey,
  type ResultEntry,
} from '../../deliver/results/result-index.ts';
import type { AnyResultEntry } from './read-documents.ts';

/** Which results a client asks for. */
export interface ResultsSlice {
  readonly skip: number;
  readonly count: number;
}

/** How the files of an index are called, and what one entry is. */
interface IndexKind<Entry> {
  readonly keyOf: (job: string, part: number) => string;
  readonly schema: z.ZodType<Entry>;
}

const delivered: IndexKind<ResultEntry> = { keyOf: resultPartKey, schema: resultEntrySchema };
const refused = { keyOf: refusedPartKey, schema: refusedEntrySchema };

/**
 * Reads a slice of an index of a concluded job. Only the files that hold the slice are read. A file from which pages
 * were erased is shorter than it was: null stands for what it lacks, so that every other entry keeps its place.
 */
const readIndex = async <Entry>(
  results: Objects,
  job: string,
  { keyOf, schema }: IndexKind<Entry>,
  slice: ResultsSlice,
): Promise<(Entry | null)[]> => {
  if (slice.count <= 0) return [];
  const size = limits.resultIndexEntries;
  const firstPart = Math.floor(slice.skip / size);
  const lastPart = Math.floor((slice.skip + slice.count - 1) / size);
  const entries: (Entry | null)[] = [];
  for (let part = firstPart; part <= lastPart; part += 1) {
    const text = await getObject(results, keyOf(job, part));
    if (text === null) break;
    const found = schema.array().parse(JSON.parse(text));
    entries.push(...found, ...Array.from({ length: size - found.length }, () => null));
  }
  const from = slice.skip - firstPart * size;
  return entries.slice(from, from + slice.count);
};

/** Returns how many pages an ended batch has that their sites refused: each is a document. */
export const refusedCount = (job: Job): number => (hasEnded(job) ? (job.refused ?? 0) : 0);

/**
 * Reads entries of a concluded job: the pages with content, and behind them those that their sites refused, as one
 * sequence.
 */
const concludedEntries = async (
  results: Objects,
  job: Job,
  { skip, count }: ResultsSlice,
): Promise<(AnyResultEntry | null)[]> => {
  const withContent = Math.min(count, Math.max(0, job.done - skip));
  const passed = Math.max(0, skip - job.done);
  const behind = Math.min(count - withContent, Math.max(0, refusedCount(job) - passed));
  return [
    ...(await readIndex(results, job.id, delivered, { skip, count: withContent })),
    ...(await readIndex(results, job.id, refused, { skip: passed, count: behind })),
  ];
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

/** Reads a slice of the entries of a job's results; null for those that were erased. */
export const readEntries = async (
  { table, results }: { readonly table: Table; readonly results: Objects },
  job: Job,
  slice: ResultsSlice,
): Promise<(AnyResultEntry | null)[]> => {
  if (slice.count === 0) return [];
  return hasEnded(job) && hasResultIndex(job)
    ? await concludedEntries(results, job, slice)
    : await runningEntries(table, job.id, slice);
};
