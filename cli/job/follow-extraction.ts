import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { callApi, whileWaiting, type NoResponse } from '../api/call-api.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import type { Instance } from '../api/find-instance.ts';
import { endingOfStarted, interruptedEnding, resumeHint } from './resume-hint.ts';
import { explainAnswer } from './explain-answer.ts';
import { jobPath, jobName, type JobPlace } from './job-place.ts';
import { countFailed, isStatusOver, cliStatusSchema, type ExtractionCost } from './job-status.ts';
import { endingOfJob, notGleaner } from '../api/refusal.ts';
import { showJobProgress } from './show-progress.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

/**
 * What is printed of an extraction on stdout: its answer, its whole status, each page's result as it comes, or nothing.
 */
export type ExtractionOutput = 'answer' | 'explained' | 'status' | 'results' | 'nothing';

export interface FollowExtractionOptions {
  readonly stdout: ExtractionOutput;
  /** Milliseconds, after which the extraction continues without us. */
  readonly timeoutMs: number;
  readonly cancelOnInterrupt: boolean;
  /** The command started the extraction itself. */
  readonly isOwn?: boolean;
}

const sliceSchema = z.looseObject({
  results: z.array(z.unknown()),
  cursor: z.string().nullable(),
  done: z.boolean(),
});

const pollMs = 500;

type Place = { readonly cursor: string | null; readonly done: boolean };

const foreign = (instance: Instance, wanted: string): NoResponse => ({
  kind: 'unreachable',
  code: 'NOT_GLEANER',
  message: notGleaner(instance, wanted),
});

/** Prints results from a position on; returns the new position. */
const printNew = async (
  instance: Instance,
  job: JobPlace,
  { cursor }: Place,
  signal: AbortSignal,
): Promise<Place | NoResponse> => {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  const request = { method: 'GET', path: `${jobPath(job)}/results${query}` } as const;
  const answer = await callApi(instance, request, whileWaiting, signal);
  if (answer.kind !== 'ok') return answer;
  const slice = sliceSchema.safeParse(answer.body);
  if (!slice.success) return foreign(instance, 'results');
  await writeOut(slice.data.results.map((result) => `${inertJson(result)}\n`).join(''));
  return { cursor: slice.data.cursor, done: slice.data.done };
};

const costLine = ({
  fieldsAnswered,
  fieldsFree,
  inputTokens,
  outputTokens,
  dollars,
}: ExtractionCost): string => {
  const money = dollars === null ? 'price unknown' : `$${dollars.toFixed(4)}`;
  return (
    `${fieldsAnswered} ${fieldsAnswered === 1 ? 'field' : 'fields'} answered, ${fieldsFree} of them without a ` +
    `model; ${inputTokens} tokens in, ${outputTokens} out, ${money}`
  );
};

const answerSchema = z.looseObject({ data: z.unknown() });

const isKnown = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Says whether a cancelled or failed job has an answer from before. */
const hasAnswer = (body: unknown): boolean => {
  const { data } = answerSchema.parse(body);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return isKnown(data);
  return Object.values(data).some(isKnown);
};

const conclude = async (
  job: JobPlace,
  status: z.infer<typeof cliStatusSchema>,
  body: unknown,
  stdout: ExtractionOutput,
): Promise<CommandEnding> => {
  if (status.warning !== undefined) say(`Warning: ${status.warning}`);
  if (status.cost?.extraction !== undefined) say(costLine(status.cost.extraction));
  const isDone = status.status === 'completed';
  if (stdout === 'status') await writeOut(`${inertJson(body)}\n`);
  const isShown = isDone || hasAnswer(body);
  if (stdout === 'explained' && isShown) await writeOut(`${explainAnswer(body).join('\n')}\n`);
  if (stdout === 'answer' && isShown) {
    await writeOut(`${inertJson(answerSchema.parse(body).data, 2)}\n`);
  }
  if (isDone) return { exitCode: exitCodes.completed };
  const why = status.error === undefined ? '' : `: ${status.error}`;
  const pages =
    (countFailed(status) ?? 0) === 0 ? '' : `\n  npx gleaner errors ${job.id}   lists the pages that failed`;
  const message = `${jobName(job)} ${status.status === 'cancelled' ? 'was cancelled' : status.status}${why}${pages}`;
  return { exitCode: exitCodes.jobFailed, message };
};

/**
 * Waits for an extraction with a progress display, prints the wanted output, and reports the outcome and the cost on
 * stderr.
 */
export const followExtraction = async (
  instance: Instance,
  job: JobPlace,
  { stdout, timeoutMs, cancelOnInterrupt, isOwn }: FollowExtractionOptions,
  signal: AbortSignal,
): Promise<CommandEnding> => {
  const startedAt = performance.now();
  const progress = showJobProgress(process.stderr, job.kind);
  const stopped = async (answer: NoResponse): Promise<CommandEnding> => {
    progress.clear();
    if (answer.kind === 'interrupted') return await interruptedEnding(instance, job, cancelOnInterrupt);
    return isOwn === true ? endingOfStarted(answer, instance, job) : endingOfJob(answer, instance, job.id);
  };
  let place: Place = { cursor: null, done: stdout !== 'results' };
  for (;;) {
    const answer = await callApi(instance, { method: 'GET', path: jobPath(job) }, whileWaiting, signal);
    if (answer.kind !== 'ok') return await stopped(answer);
    const status = cliStatusSchema.safeParse(answer.body);
    if (!status.success) return await stopped(foreign(instance, "an extraction's status"));
    if (!isStatusOver(status.data)) progress.update(status.data);
    while (!place.done) {
      progress.clear();
      const printed = await printNew(instance, job, place, signal);
      if ('kind' in printed) return await stopped(printed);
      place = printed;
      if (!isStatusOver(status.data)) break;
    }
    if (isStatusOver(status.data)) {
      progress.clear();
      return await conclude(job, status.data, answer.body, stdout);
    }
    if (performance.now() - startedAt > timeoutMs) {
      progress.clear();
      const message = `${jobName(job)} has not ended after ${timeoutMs / 1_000} s. It continues:\n${resumeHint(job)}`;
      return { exitCode: exitCodes.timedOut, message };
    }
    try {
      await sleep(pollMs, undefined, { signal });
    } catch {
      return await stopped({ kind: 'interrupted' });
    }
  }
};
