import { findDuplicates } from '../../envelope/duplicates.ts';
import { indexKey } from '../../envelope/envelope-key.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { putObject, type Objects } from '../../store/objects.ts';
import { refusedEntry } from '../../deliver/results/refused-document.ts';
import {
  eachPart,
  errorEntry,
  errorPartKey,
  hasResultIndex,
  refusedPartKey,
  resultEntry,
  resultPartKey,
  type ErrorEntry,
  type RefusedEntry,
  type ResultEntry,
} from '../../deliver/results/result-index.ts';

const linesPerFile = 10_000;
const json = 'application/json';

type FinishingJob = Extract<Job, { status: 'finishing' }>;

/** Results of pages, in their order. */
function* resultsOf(pages: readonly ContentPage[]): Generator<ResultEntry> {
  const duplicates = findDuplicates(pages.filter((page) => resultEntry(page) !== null));
  for (const page of pages) {
    const entry = resultEntry(page);
    if (entry === null) continue;
    const duplicate = duplicates.get(page.hash);
    yield duplicate === undefined ? entry : { ...entry, duplicate };
  }
}

/** Pages that ended without content, in their order. */
function* errorsOf(pages: readonly ContentPage[]): Generator<ErrorEntry> {
  for (const page of pages) {
    const entry = errorEntry(page);
    if (entry !== null) yield entry;
  }
}

/** Pages of a batch that their sites refused, in their order. */
function* refusedOf(pages: readonly ContentPage[]): Generator<RefusedEntry> {
  for (const page of pages) {
    const entry = refusedEntry(page);
    if (entry !== null) yield entry;
  }
}

/**
 * Writes entries into files, one after the other. No more than a file of them is in memory: a job has up to a million
 * pages beside them.
 */
const writeParts = async <Entry>(
  entries: Iterable<Entry>,
  size: number,
  write: (part: Entry[], index: number) => Promise<void>,
): Promise<void> => {
  let index = 0;
  for (const part of eachPart(entries, size)) {
    await write(part, index);
    index += 1;
  }
};

/** Writes where pages of a job are read from. What a scrape got is read from its page; what failed is listed here. */
export const writeResults = async (
  results: Objects,
  job: FinishingJob,
  pages: readonly ContentPage[],
): Promise<void> => {
  const listed = hasResultIndex(job) ? pages : [];
  await writeParts(resultsOf(listed), limits.resultIndexEntries, async (part, index) => {
    await putObject(results, resultPartKey(job.id, index), JSON.stringify(part), json);
  });
  const refused = job.kind === 'batch' ? pages : [];
  await writeParts(refusedOf(refused), limits.resultIndexEntries, async (part, index) => {
    await putObject(results, refusedPartKey(job.id, index), JSON.stringify(part), json);
  });
  await writeParts(errorsOf(pages), limits.resultIndexEntries, async (part, index) => {
    await putObject(results, errorPartKey(job.id, index), JSON.stringify(part), json);
  });
};

/** Lines of what was staged and is not what an earlier job staged. */
function* stagedLines(job: FinishingJob, pages: readonly ContentPage[]): Generator<object> {
  for (const page of pages) {
    if (page.state !== 'done' || page.envelopeKey === undefined || page.changeType === 'unchanged') continue;
    yield {
      manifest_id: job.source ?? job.id,
      url: page.url,
      staged_at: new Date(page.finishedAt ?? job.endedAt).toISOString(),
      path: page.envelopeKey.replace(/^staged\//, ''),
      content_hash: page.contentHash,
      content_changed: true,
    };
  }
}

/** Lines of what could not be staged. */
function* failedLines(job: FinishingJob, pages: readonly ContentPage[]): Generator<object> {
  for (const page of pages) {
    const entry = errorEntry(page);
    if (entry === null) continue;
    yield {
      timestamp: entry.timestamp,
      manifest_id: job.source ?? job.id,
      url: page.url,
      error: `${entry.code}: ${entry.error}`,
      http_status: page.status ?? null,
      retry_count: page.attempts,
      engine: 'gleaner',
      resolved: false,
    };
  }
}

/** Writes the lines from which an ingestion that polls learns what was staged and what could not be. */
export const writeIndex = async (
  envelopes: Objects,
  job: FinishingJob,
  pages: readonly ContentPage[],
): Promise<void> => {
  for (const [kind, lines] of [
    ['_index', stagedLines(job, pages)],
    ['_errors', failedLines(job, pages)],
  ] as const) {
    await writeParts(lines, linesPerFile, async (part, index) => {
      const body = part.map((line) => `${JSON.stringify(line)}\n`).join('');
      await putObject(envelopes, indexKey(kind, job.id, job.endedAt, index), body, 'application/x-ndjson');
    });
  }
};
