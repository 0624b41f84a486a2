import { findPageExtractions, type ExtractionCursor } from '../../store/frontier/page-extractions.ts';
import { getObject, type Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { microdollarsPerDollar, type PageExtraction } from '../../extract/model/page-extraction.ts';
import {
  extractResponseKey,
  extractResponseSchema,
  makeResult,
  type ExtractResponse,
} from '../../deliver/results/extract-response.ts';
import { fitResponse } from './fit-response.ts';

/** What reading an extraction needs. */
export interface ReadExtractDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
  readonly now: () => number;
}

/** What an extraction took until now, as counted with its pages. */
export interface ExtractCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
  /** Null if a model was asked whose price is not known. */
  readonly dollars: number | null;
  readonly fieldsAsked: number;
  readonly fieldsAnswered: number;
  /** Fields that were answered without tokens. */
  readonly fieldsFree: number;
}

export const extractCost = (job: Job): ExtractCost => ({
  inputTokens: job.inputTokens ?? 0,
  outputTokens: job.outputTokens ?? 0,
  calls: job.modelCalls ?? 0,
  dollars: (job.unpriced ?? 0) > 0 ? null : (job.microdollars ?? 0) / microdollarsPerDollar,
  fieldsAsked: job.fieldsAsked ?? 0,
  fieldsAnswered: job.fieldsAnswered ?? 0,
  fieldsFree: job.fieldsFree ?? 0,
});

/** Reads the answer of a job that has ended; null while it runs, and once its results have expired. */
export const readExtractResponse = async (
  dependencies: ReadExtractDependencies,
  job: Job,
): Promise<ExtractResponse | null> => {
  if (!hasEnded(job)) return null;
  const text = await getObject(dependencies.results, extractResponseKey(job.id));
  return text === null ? null : extractResponseSchema.parse(JSON.parse(text));
};

/**
 * Results younger than this are not shown while their job runs: a worker takes the page's time just before the
 * transaction, and a reader who has passed that moment would never see the page.
 */
export const settleMs = 5_000;

const placePattern = /^(\d{1,15})-([0-9a-f]{32})$/;

/** Reads the place from a client's cursor; null if it is not a cursor. */
export const parseCursor = (cursor: string): ExtractionCursor | null => {
  const [, at, hash] = placePattern.exec(cursor) ?? [];
  return at === undefined || hash === undefined ? null : { at: Number(at), hash };
};

/**
 * A slice of the results in the order in which pages ended. It stays the same while more results are added after it.
 */
export interface ExtractSlice {
  readonly results: readonly (ReturnType<typeof makeResult> & { readonly page: string })[];
  /** Where to continue; the given cursor if nothing is new. */
  readonly cursor: string | null;
  /** No results come after these. */
  readonly done: boolean;
}

/** Reads the results that ended after a cursor: at least one, if there is one, and no more than an answer may carry. */
export const readExtractResults = async (
  dependencies: ReadExtractDependencies,
  job: Job,
  slice: { readonly after?: ExtractionCursor; readonly count: number },
): Promise<ExtractSlice> => {
  const ended = hasEnded(job);
  const before = ended ? Number.MAX_SAFE_INTEGER : dependencies.now() - settleMs;
  const whole = ended && job.status === 'failed' ? await readExtractResponse(dependencies, job) : null;
  const answers = await findPageExtractions(dependencies.table, job.id, { ...slice, before });
  const results: ExtractSlice['results'][number][] = [];
  let bytes = 0;
  let last: PageExtraction | undefined;
  for (const answer of answers) {
    const fit = await fitResponse(dependencies.envelopes, answer);
    const result = { page: answer.page, ...makeResult(fit, whole?.summary.success === 0) };
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(result)));
    if (results.length > 0 && bytes > limits.resultsBytesMax) break;
    results.push(result);
    last = answer;
  }
  const given = slice.after === undefined ? null : `${slice.after.at}-${slice.after.hash}`;
  return {
    results,
    cursor: last === undefined ? given : `${last.at}-${last.page}`,
    done: ended && results.length === answers.length && answers.length < slice.count,
  };
};
