import { findPageAnswers, type AnswerPlace } from '../aws/page-answers.ts';
import { getExtractOrder } from '../aws/extract-orders.ts';
import { getObject, type Objects } from '../aws/objects.ts';
import type { Table } from '../aws/table.ts';
import { envelopeSchema } from '../envelope/envelope.ts';
import { hasEnded, type Job } from '../job/job.ts';
import { limits } from '../limits.ts';
import type { PageAnswer } from '../extract/page-answer.ts';
import { extractAnswerKey, extractAnswerSchema, resultOf, type ExtractAnswer } from './extract-answer.ts';

/** What reading an extraction touches. */
export interface ReadExtractDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
  readonly now: () => number;
}

const million = 1_000_000;

/** What an extraction took until now, counted with its pages. */
export interface ExtractCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
  /** Null where a model was asked whose price nobody said. */
  readonly dollars: number | null;
  readonly fieldsAsked: number;
  readonly fieldsAnswered: number;
  /** Fields that took no token. */
  readonly fieldsFree: number;
}

export const costOf = (job: Job): ExtractCost => ({
  inputTokens: job.inputTokens ?? 0,
  outputTokens: job.outputTokens ?? 0,
  calls: job.modelCalls ?? 0,
  dollars: (job.unpriced ?? 0) > 0 ? null : (job.microdollars ?? 0) / million,
  fieldsAsked: job.fieldsAsked ?? 0,
  fieldsAnswered: job.fieldsAnswered ?? 0,
  fieldsFree: job.fieldsFree ?? 0,
});

/** The answer of a job that has ended; null while it runs, and once its results have expired. */
export const readExtractAnswer = async (
  dependencies: ReadExtractDependencies,
  job: Job,
): Promise<ExtractAnswer | null> => {
  if (!hasEnded(job)) return null;
  const text = await getObject(dependencies.results, extractAnswerKey(job.id));
  return text === null ? null : extractAnswerSchema.parse(JSON.parse(text));
};

/** Whether a job's answer comes with where its values were found. */
export const showsSources = async (dependencies: ReadExtractDependencies, job: Job): Promise<boolean> => {
  const hash = job.request.extract?.order;
  return hash !== undefined && (await getExtractOrder(dependencies.table, hash))?.showSources === true;
};

/**
 * Results younger than this are not shown while their job runs: whoever ended a page took its time before the transaction, and
 * a reader who has passed that moment would never see it.
 */
const settleMs = 5_000;

const placePattern = /^(\d{1,15})-([0-9a-f]{32})$/;

/** A place as clients carry it; null for what is none. */
export const parseCursor = (cursor: string): AnswerPlace | null => {
  const [, at, hash] = placePattern.exec(cursor) ?? [];
  return at === undefined || hash === undefined ? null : { at: Number(at), hash };
};

/** A window of the results in the order in which pages ended, which stays as it is while more are added behind. */
export interface ExtractWindow {
  readonly results: readonly (ReturnType<typeof resultOf> & { readonly page: string })[];
  /** Where to go on from; the one that was given where nothing is new. */
  readonly cursor: string | null;
  /** Nothing comes after these. */
  readonly done: boolean;
}

/** An answer that was too large to be kept with its page, out of its envelope. */
const whole = async (envelopes: Objects, answer: PageAnswer): Promise<PageAnswer> => {
  const { envelopeKey, extraction, failure } = answer;
  if (extraction !== undefined || failure !== undefined || envelopeKey === undefined) return answer;
  const text = await getObject(envelopes, envelopeKey);
  const found = text === null ? undefined : envelopeSchema.parse(JSON.parse(text)).extraction;
  return found === undefined ? answer : { ...answer, extraction: found };
};

/** Reads the results that ended after a place; at least one, where there is one, and no more than an answer may carry. */
export const readExtractResults = async (
  dependencies: ReadExtractDependencies,
  job: Job,
  window: { readonly after?: AnswerPlace; readonly count: number },
): Promise<ExtractWindow> => {
  const ended = hasEnded(job);
  const before = ended ? Number.MAX_SAFE_INTEGER : dependencies.now() - settleMs;
  const answers = await findPageAnswers(dependencies.table, job.id, { ...window, before });
  const results: ExtractWindow['results'][number][] = [];
  let bytes = 0;
  let last: PageAnswer | undefined;
  for (const answer of answers) {
    const result = { page: answer.page, ...resultOf(await whole(dependencies.envelopes, answer)) };
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(result)));
    if (results.length > 0 && bytes > limits.resultsBytesMax) break;
    results.push(result);
    last = answer;
  }
  const given = window.after === undefined ? null : `${window.after.at}-${window.after.hash}`;
  return {
    results,
    cursor: last === undefined ? given : `${last.at}-${last.page}`,
    done: ended && results.length === answers.length && answers.length < window.count,
  };
};
