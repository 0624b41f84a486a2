import { deferExtraction } from '../../store/frontier/defer-extraction.ts';
import { isWaitPast, waitStaleMs } from '../../deliver/results/model-wait.ts';
import { putWaitingAnswer } from '../../store/frontier/waiting-answers.ts';
import { noteModelWait, prolongModelWait } from '../../store/jobs/note-model-wait.ts';
import { sendExtract, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import { settleSpending } from '../../envelope/extract-spending.ts';
import type { ExtractionOutcome, ExtractionContext } from '../../extract/model/extraction-outcome.ts';
import { failure, type Failure } from '../../failure.ts';
import { toDelaySeconds } from '../../frontier/url-batch.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { enqueueWebhook } from '../protocol/enqueue-webhooks.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import type { Log } from '../../log.ts';

/** What having a page wait needs. */
export interface WaitDependencies {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'extract' | 'deliver'>;
  readonly now: () => number;
  readonly random: () => number;
  readonly log: Log;
}

type Deferred = Extract<ExtractionOutcome, { kind: 'deferred' }>;

interface Waiter {
  readonly job: RunningJob;
  readonly page: ContentPage;
  readonly spec: ExtractSpec;
}

/** A page that is put off by a worker, which its writes name. */
interface Postponed extends Waiter {
  readonly writer: string;
}

/**
 * Whether a failure says itself when it passes: those of keys and budgets do. For the others the wait grows with each
 * try.
 */
const namesItsEnd = (code: string): boolean => code !== 'LLM_UNAVAILABLE' && code !== 'LLM_TIMEOUT';

/** Computes when a waiting page is taken up again, in milliseconds since the epoch. */
export const comesBackAt = (page: ContentPage, why: Failure, until: number, now: number): number =>
  Math.max(until, now + backOffMs(page, why));

const backOffMs = ({ deferrals = 0 }: ContentPage, { code }: Failure): number => {
  const [first, most] = namesItsEnd(code)
    ? [limits.extractComeBackMs, limits.extractComeBackMsMax]
    : [limits.extractBackOffMs, limits.extractBackOffMsMax];
  return Math.min(first * 2 ** Math.min(deferrals, 10), most);
};

/**
 * Finds how long a connection is held for a job's pages, in milliseconds since the job was made; null if none is held.
 */
const heldMsOf = ({ kind, createdAt, awaitedUntil, request }: RunningJob): number | null => {
  if (awaitedUntil !== undefined) return awaitedUntil - createdAt;
  return kind === 'scrape'
    ? Math.min(request.scrape.timeoutMs ?? limits.scrapeWaitMs, limits.scrapeWaitMs)
    : null;
};

/** Computes when the caller who waits for a page hangs up, and when an answer must be ready for that. */
const connectionEnds = (job: RunningJob): { readonly hangsUp: number; readonly by: number } => {
  const heldMs = heldMsOf(job);
  if (heldMs === null) return { hangsUp: Number.POSITIVE_INFINITY, by: Number.POSITIVE_INFINITY };
  // Of a short wait a fifth is reserved for the rest, and the model gets the other time.
  const lastWordMs = Math.min(limits.extractLastWordMs, heldMs / 5);
  return { hangsUp: job.createdAt + heldMs, by: job.createdAt + heldMs - lastWordMs };
};

/**
 * Computes when a page has to be answered (milliseconds since the epoch): within the invocation and, while a caller
 * holds the connection for it, early enough that all else that the page was asked for still comes in the same answer.
 */
export const answerBy = (job: RunningJob, until: number, now: number): number => {
  const { hangsUp, by } = connectionEnds(job);
  return now < hangsUp ? Math.min(until, by) : until;
};

/**
 * Computes the last moment at which a waiting page is taken up again: the end of its own patience, of its job, or of
 * the caller's connection.
 */
const patienceOf = ({ job, page, spec }: Waiter, now: number): number => {
  const ownMs = spec.maxWaitMs ?? limits.extractWaitMsDefault;
  const { hangsUp, by } = connectionEnds(job);
  // A batch continues after its caller has hung up.
  const goesOn = job.kind === 'batch' && now >= hangsUp;
  return Math.min(
    (page.waitingSince ?? now) + ownMs,
    job.deadline - limits.extractLastWordMs,
    goesOn ? Number.POSITIVE_INFINITY : by,
  );
};

/** Decides whether a page may wait for a model until a moment, or ends with what it has. */
export const patience =
  (waiter: Waiter, now: () => number): NonNullable<ExtractionContext['mayWait']> =>
  (until, why) => {
    const { deferrals = 0 } = waiter.page;
    // A model that takes too long costs money each time.
    if (why.code === 'LLM_TIMEOUT' && deferrals >= limits.extractTriesMax) return false;
    return comesBackAt(waiter.page, why, until, now()) <= patienceOf(waiter, now());
  };

/** Tells how long a page waited for a model and may wait, and when one could be asked. */
export const measureWait =
  (waiter: Waiter, now: () => number): NonNullable<ExtractionContext['measureWait']> =>
  (until, why) => {
    const at = now();
    return {
      waitedMs: at - (waiter.page.waitingSince ?? at),
      leftMs: Math.max(0, patienceOf(waiter, at) - at),
      againMs: comesBackAt(waiter.page, why, until, at) - at,
    };
  };

/** Notes on a job why its pages wait: in its status and, if the reason is new, by its webhook. */
const tellJob = async (
  { table, queues, now }: WaitDependencies,
  job: RunningJob,
  waiting: NonNullable<RunningJob['waiting']>,
): Promise<void> => {
  const at = now();
  const known = job.waiting;
  if (known !== undefined && known.code === waiting.code && !isWaitPast(known, at)) {
    const since = Math.min(known.since, waiting.since);
    return await prolongModelWait(table, job.id, { ...waiting, since }, waiting.until - limits.waitingNoteMs);
  }
  const isTold = await noteModelWait(table, job, waiting, { now: at, endedBy: at - waitStaleMs });
  if (isTold && job.request.webhook?.events.includes('waiting') === true) {
    await enqueueWebhook(queues, job);
  }
};

/**
 * Notes on a job that a model is slow, or that its late answer cannot be used and it is asked again. A failure to note
 * that does not affect the answer.
 */
export const tellOfTrouble = (
  dependencies: WaitDependencies,
  { job, page }: Waiter,
): NonNullable<ExtractionContext['troubled']> => {
  let noted = job;
  let firstAt: number | null = null;
  let before = Promise.resolve();
  const tell = async ({ code, message }: Failure, until: number): Promise<void> => {
    firstAt ??= dependencies.now();
    const since = page.waitingSince ?? firstAt;
    const waiting = { code, message, since, until };
    try {
      await tellJob(dependencies, noted, waiting);
      noted = { ...noted, waiting };
    } catch (error) {
      dependencies.log('job not told', { job: job.id, code, error: String(error) });
    }
  };
  return async (why, until) => {
    // One after the other: each continues from what the one before has noted.
    before = before.then(async () => await tell(why, until));
    await before;
  };
};

/**
 * Notes on a page's job each `limits.answeringNoteMs` that its answer takes time: a slow model that answers many parts
 * of a long page one after the other gives no sign of its own. Returns the function that stops it.
 */
export const tellWhileAnswered = (
  { now }: WaitDependencies,
  { url }: ContentPage,
  troubled: NonNullable<ExtractionContext['troubled']>,
  callsOver: () => number,
): (() => void) => {
  const startedAt = now();
  const timer = setInterval(() => {
    const seconds = Math.round((now() - startedAt) / 1_000);
    const message = `The model is slow: ${url} is asked about for ${seconds} s (calls that are over: ${callsOver()})`;
    void troubled(failure('LLM_TIMEOUT', message), now() + limits.answeringNoteMs);
  }, limits.answeringNoteMs);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Stores the page's answers so far if they are more than when it last waited: its job may be over before the page is
 * taken up again.
 */
const keepAnswered = async (
  { table, now, log }: WaitDependencies,
  { job, page }: Waiter,
  { instead, waited, failure: waitsFor }: Deferred,
): Promise<void> => {
  const isNew = page.waited === undefined || (waited?.told.length ?? 0) > page.waited.told.length;
  if (instead?.kind !== 'answered' || Object.keys(instead.extraction.answers).length === 0 || !isNew) return;
  const { raw: _raw, ...extraction } = instead.extraction;
  const status = page.status === undefined ? {} : { status: page.status };
  const answer = { page: page.hash, url: page.url, at: now(), ...status, extraction, waitsFor };
  if (!(await putWaitingAnswer(table, job.id, answer, job.ttl)))
    log('answer of a waiting page not kept', { job: job.id, url: page.url });
};

/**
 * Puts a page off until a model can be asked about it: notes that on the page, tells the job why, and sends the page's
 * message again. If the worker dies between these steps, its own message comes again, or the heartbeat sends one.
 * Returns false if the page was not put off: it or its job is over, or another worker has put it off.
 */
export const waitForModel = async (
  dependencies: WaitDependencies,
  waiter: Postponed,
  answered: Deferred,
): Promise<boolean> => {
  const { until, failure: why, usage, waited } = answered;
  const { table, queues, now, random, log } = dependencies;
  const { job, page } = waiter;
  // Not all at the same moment: pages that come back together would compete for the same keys again.
  const at = now();
  const delayMs = (comesBackAt(page, why, until, at) - at) * (1 + random() / 4);
  const notBefore = at + Math.floor(delayMs);
  const { unanswered = [], told = [] } = waited ?? {};
  await keepAnswered(dependencies, waiter, answered);
  const noted = await deferExtraction(table, page, {
    failure: why,
    notBefore,
    now: at,
    counts: settleSpending(page, usage),
    writer: waiter.writer,
    waited: {
      unanswered: [...unanswered],
      told: [...new Set([...(page.waited?.told ?? []), ...told])],
    },
  });
  if (!noted) return false;
  const since = page.waitingSince ?? at;
  await tellJob(dependencies, job, { code: why.code, message: why.message, since, until: notBefore });
  log('extraction waits', {
    job: job.id,
    url: page.url,
    code: why.code,
    reason: why.message,
    until: notBefore,
  });
  await sendExtract(queues, job, [page.hash], toDelaySeconds(delayMs));
  return true;
};
