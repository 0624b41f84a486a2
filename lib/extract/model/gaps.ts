import { failure, isFailureCode, type Failure, type FailureCode } from '../../failure.ts';
import type { Answers } from '../candidates/candidate.ts';
import { isList, type Field } from '../schema/field.ts';
import type { AskingState } from './asking-state.ts';
import type { Concluded, ExtractionContext, WaitLength } from './extraction-outcome.ts';
import type { Extraction, Gap, ModelUsage } from './page-extraction.ts';

/** Returns why fields are open once no further question is asked: one gap for each reason. */
export const gapsLeft = (
  { unanswered, parts, rest, questions }: AskingState,
  fields: readonly Field[],
  answers: Answers,
): Gap[] => {
  // A list with items may have more of them in the parts that were not read.
  const open = fields.filter((field) => isList(field) || !Object.hasOwn(answers, field.name));
  if (open.length === 0 && fields.length > 0) return [];
  const names = open.map(({ name }) => name);
  const failures = [...unanswered, ...parts].flatMap(({ failure: why }) => (why === undefined ? [] : [why]));
  const of = questions > 1 ? ` (in ${failures.length} of ${questions} parts)` : '';
  const reasons = new Map(failures.map(({ code, message }) => [code as string, `${message}${of}`]));
  if (rest !== undefined) reasons.set(rest.code, rest.message);
  return [...reasons].map(([code, message]) => ({ code, message, fields: names }));
};

/** Returns the failure of a page of which nothing is known because of a gap. */
export const failureOfGap = (url: string, { code, message }: Gap): Failure =>
  failure(
    code as Failure['code'],
    message.includes(url) ? message : `${url} answers nothing by itself: ${message}`,
  );

/**
 * Returns the failure of a page of a merged answer that gives no value because of a gap; null for a page that gives
 * one, and for a page that was read whole and says nothing of what is asked.
 */
export const failureOfUnanswered = (
  url: string,
  { answers, gaps = [] }: Pick<Extraction, 'answers' | 'gaps'>,
): Failure | null => {
  const [why] = gaps;
  return why === undefined || Object.keys(answers).length > 0 ? null : failureOfGap(url, why);
};

/**
 * Returns why a part of what was asked of a page is missing; null if nothing is, and for a page that was read whole and
 * says nothing of what is asked.
 */
export const missingBecause = ({
  gaps = [],
  open,
  model,
}: Pick<Extraction, 'gaps' | 'open' | 'model'>): FailureCode | null => {
  if (gaps.length === 0) return open.length > 0 && model === null ? 'LLM_NOT_CONFIGURED' : null;
  const gap = gaps.find(({ code }) => code !== 'EXTRACT_EMPTY_RESULT');
  if (gap === undefined) return null;
  return isFailureCode(gap.code) ? gap.code : 'INTERNAL';
};

/**
 * Codes for what pages pass on to each other, or a key to the next caller: only the waiting time tells when that is
 * over.
 */
const waitedFor: ReadonlySet<string> = new Set(['ALL_KEYS_EXHAUSTED', 'CONFLICT']);

/**
 * Returns why a model was not asked in time: where no call was made because too little time was left, what kept it from
 * answering before.
 */
export const causeOfWait = (
  why: Failure,
  { calls }: Pick<ModelUsage, 'calls'>,
  putOffFor: Failure | undefined,
): Failure => (why.code === 'LLM_TIMEOUT' && calls === 0 && putOffFor !== undefined ? putOffFor : why);

const inSeconds = (ms: number): string => `${Math.max(0, Math.round(ms / 100) / 10)} s`;

/** Says how long a page waited, how long it may, and when a model could be asked. */
const waitInWords = (wait: WaitLength | undefined): string => {
  if (wait === undefined) return 'No model could be asked in the time that the page may wait';
  const { waitedMs, leftMs, againMs } = wait;
  return (
    `The page waited ${inSeconds(waitedMs)} of the ${inSeconds(waitedMs + leftMs)} that it may wait, and a model can ` +
    `be asked again in ${inSeconds(againMs)}`
  );
};

/**
 * Returns the failure of a page that may not wait until a model can be asked, for whatever reason. A model that took
 * too long, and a budget that others hold, keep their own codes.
 *
 * @param wait - how long it waited and may wait, if that is known.
 */
export const endOfWait = (why: Failure, wait?: WaitLength): Failure =>
  waitedFor.has(why.code) ? failure('LLM_UNAVAILABLE', `${waitInWords(wait)}. ${why.message}`) : why;

/** Returns why no question is put about a page: its job has ended. */
export const jobIsOver = ({ endedBy }: Pick<ExtractionContext, 'endedBy'>): Failure =>
  failure(endedBy?.() ?? 'JOB_CANCELLED', 'The job ended before the page was asked');

/** Says how a wait ends that the end of the job cut short. */
const endOfJob = (why: Failure, code: FailureCode): Failure =>
  failure(code, `The job was over before a model answered. ${why.message}`);

/**
 * Returns the answer of a page whose job was over, by this code, while the page waited for a model: `why` none could be
 * asked. It was made as if the wait had ended by itself (`endOfWait`).
 */
export const endedWithJob = (extraction: Extraction, why: Failure, code: FailureCode): Extraction => {
  const [before, now] = [endOfWait(why), endOfJob(why, code)];
  const [told, instead] = [`${before.code}: ${before.message}`, `${now.code}: ${now.message}`];
  const { gaps, warnings } = extraction;
  return {
    ...extraction,
    warnings: warnings.map((line) => (line.endsWith(told) ? line.slice(0, -told.length) + instead : line)),
    ...(gaps === undefined
      ? {}
      : {
          gaps: gaps.map((gap) =>
            gap.code === before.code && gap.message === before.message ? { ...gap, ...now } : gap,
          ),
        }),
  };
};

/** Does the same for a page that may have answered nothing. */
export const concludedWithJob = (known: Concluded, why: Failure, code: FailureCode): Concluded => {
  if (known.kind === 'answered') return { ...known, extraction: endedWithJob(known.extraction, why, code) };
  const before = endOfWait(why);
  const { failure: told } = known;
  return told.code === before.code && told.message.includes(before.message)
    ? {
        ...known,
        failure: failure(
          code,
          told.message.replace(before.message, () => endOfJob(why, code).message),
        ),
      }
    : known;
};
