import { awaitLatePages } from '../../store/jobs/await-late-pages.ts';
import { claimResend } from '../../store/jobs/claim-resend.ts';
import { concludeJob } from '../../store/jobs/conclude-job.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import { noteAnnounced } from '../../store/jobs/note-announced.ts';
import type { Objects } from '../../store/objects.ts';
import { sendFinish, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import type { Page } from '../../frontier/page.ts';
import { backoffMs } from '../../frontier/backoff.ts';
import { enqueueWebhook } from '../protocol/enqueue-webhooks.ts';
import { disagreement, countPages } from '../../frontier/count-pages.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { wantsLatePages } from '../../job/late-pages.ts';
import { limits } from '../../limits/limits.ts';
import { closeShards } from './close-shards.ts';
import { collectPages, withLatePages } from './collect-pages.ts';
import { finishExtraction, type ExtractEnd } from './finish-extraction.ts';
import { finishMap } from './finish-map.ts';
import { countRun, finishRun } from './finish-run.ts';
import { raiseAlerts } from './raise-alerts.ts';
import { endNotes } from '../../deliver/results/end-notes.ts';
import { startFailureCode } from '../../deliver/results/start-failure.ts';
import { inPageOrder } from '../../deliver/results/result-index.ts';
import { writeIndex, writeResults } from './write-results.ts';
import type { Log } from '../../log.ts';
import type { AlertDetail } from '../../source/alerts/tell-alert.ts';

/** What finishing a job needs. */
export interface FinishJobDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
  /** The bucket of source snapshots. */
  readonly sources: Objects;
  readonly queues: Pick<Queues, 'client' | 'deliver' | 'finish'>;
  /** Sends the event bus the event that a job has ended. */
  readonly announce: (job: Job) => Promise<void>;
  /** Sends the event bus an alert. */
  readonly announceAlert: (detail: AlertDetail) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

type FinishingJob = Extract<Job, { status: 'finishing' }>;

/** Writes the job's product. Returns how the job ends, if its pages say otherwise than the call that ended it. */
const deliverItems = async (
  dependencies: FinishJobDependencies,
  job: FinishingJob,
  items: readonly Page[],
): Promise<ExtractEnd | null> => {
  // A map stages nothing: its one page is read for its links.
  if (job.kind === 'map') return await finishMap(dependencies, job, items);
  const pages = inPageOrder(items);
  await writeResults(dependencies.results, job, pages);
  await writeIndex(dependencies.envelopes, job, pages);
  if (job.kind === 'extract') return await finishExtraction(dependencies, job, pages);
  const code = startFailureCode(job, pages);
  return code === null ? null : { outcome: 'failed', code };
};

/**
 * Tells the webhook and the event bus that a job has ended. Only then is the message of `finish` acknowledged. So if a
 * worker concludes the job and dies, the message comes again, and they are told: perhaps twice, but at least once.
 */
const tellEnd = async (dependencies: FinishJobDependencies, id: string): Promise<void> => {
  const { table, queues, announce } = dependencies;
  const job = await getJobItem(table, id);
  if (job === null || !hasEnded(job) || job.announced === true) return;
  await countRun(dependencies, job);
  await enqueueWebhook(queues, job);
  await announce(job);
  // Last: alerts of a source must not delay those who wait for the job.
  await raiseAlerts(dependencies, job);
  await noteAnnounced(table, id);
};

/** Copies what models charged from a newer reading of the job: an answer may be counted while results are written. */
const withSpending = (job: Job, { inputTokens, outputTokens, microdollars, unpriced }: Job): Job => ({
  ...job,
  inputTokens,
  outputTokens,
  microdollars,
  unpriced,
});

/** Concludes a job, unless that has been done. If many jobs of one key end at the same moment, they take turns. */
const conclude = async (
  { table, now, random, sleep }: FinishJobDependencies,
  read: Job,
  end: Parameters<typeof concludeJob>[2],
): Promise<void> => {
  let job = read;
  for (let attempt = 1; attempt <= limits.transactionTriesMax; attempt += 1) {
    const at = { now: now(), ttl: Math.floor((now() + limits.jobRetentionMs) / 1_000) };
    const conclusion = await concludeJob(table, job, end, at);
    if (conclusion === 'concluded') return;
    if (conclusion === 'conflict') await sleep(backoffMs(attempt, random));
    const present = await getJobItem(table, job.id);
    if (present?.status !== 'finishing') return;
    job = withSpending(job, present);
  }
  throw new Error(
    `Cannot conclude the job ${job.id}: its transaction met others ${limits.transactionTriesMax} times`,
  );
};

/** Answers of models come within seconds; missing ones are looked for again after this time. */
const drainDelaySeconds = 1;

/**
 * Sends one more message for a job whose models still answer. Of all calls within half the delay, only one sends it.
 * Otherwise a message that is delivered twice, or a message of the heartbeat, would start a chain of its own, and such
 * chains would multiply and fill the queue. If this call dies between its claim and its message, its own message comes
 * again.
 */
const lookAgain = async ({ table, queues, now }: FinishJobDependencies, job: FinishingJob): Promise<void> => {
  const claim = { now: now(), everyMs: (drainDelaySeconds * 1_000) / 2 };
  if (await claimResend(table, job.id, claim)) await sendFinish(queues, job, drainDelaySeconds);
};

/**
 * Has workers deliver the pages that they had fetched when the job ended (`end-late-page.ts`): says on the job until
 * when they may. Returns that moment, in milliseconds since the epoch; 0 if nothing is waited for.
 */
const awaitPages = async (
  { table, now }: Pick<FinishJobDependencies, 'table' | 'now'>,
  job: FinishingJob,
): Promise<number> => {
  const isOpen = job.abandoned > 0 || job.closing === true;
  if (!isOpen || !wantsLatePages(job)) return 0;
  if (job.latePagesUntil !== undefined) return job.latePagesUntil;
  const until = now() + limits.latePagesMs;
  await awaitLatePages(table, job.id, until);
  return until;
};

/**
 * Finds until when models may still answer for pages that were asked when the job ended; 0 if there is no such page.
 * Only extractions ask models.
 */
const askedUntil = async (
  { table }: FinishJobDependencies,
  { id, request, code }: FinishingJob,
): Promise<number> => {
  // A job that was not ended early has no open page.
  if (request.extract === undefined || code === undefined) return 0;
  let until = 0;
  for await (const listed of listPages(table, id)) {
    for (const page of listed) {
      if (page.kind === 'page' && page.state === 'fetched') until = Math.max(until, page.askingUntil ?? 0);
    }
  }
  return until;
};

/**
 * Finishes a job that is over: waits for pages that had been fetched and for answers of models that were under way when
 * it ended, closes its shards if it has any, ends the pages that it abandoned, writes results and index, and concludes
 * it. Repeating it writes the same bytes; only one call concludes. Returns what it did, for the log and the metrics.
 */
export const finishJob = async (
  dependencies: FinishJobDependencies,
  id: string,
): Promise<'concluded' | 'nothing to do' | 'waits for pages' | 'waits for answers'> => {
  const found = await getJobItem(dependencies.table, id);
  if (found?.status !== 'finishing') {
    await tellEnd(dependencies, id);
    return 'nothing to do';
  }
  const latest = await awaitPages(dependencies, found);
  const asked = await askedUntil(dependencies, found);
  if (asked > dependencies.now()) {
    await lookAgain(dependencies, found);
    return 'waits for answers';
  }
  // Before the wait: until a shard is closed, its pages end as if the job ran, and their links are admitted.
  if (found.closing === true) await closeShards(dependencies.table, id, found.cells ?? 0);
  const lateMs = latest - dependencies.now();
  if (lateMs > 0) {
    // This message comes once that time is over, and sends none itself: they cannot multiply.
    await sendFinish(dependencies.queues, found, Math.ceil(lateMs / 1_000));
    return 'waits for pages';
  }
  const ended = found.closing === true ? await getJobItem(dependencies.table, id) : found;
  if (ended?.status !== 'finishing') return 'nothing to do';
  const items = await collectPages(dependencies, ended);
  const { job, late } = withLatePages(ended, items);
  const drift = disagreement(job, countPages(items));
  if (drift !== null) dependencies.log('counters disagree', { job: id, disagreement: drift });
  const delivered = await deliverItems(dependencies, job, items);
  // A cancelled job stays cancelled, whatever its pages say.
  const end = delivered !== null && job.outcome !== 'cancelled' ? delivered : { outcome: job.outcome };
  await finishRun(dependencies, job, items, end);
  await conclude(dependencies, job, { ...end, late, notes: endNotes(job, items) });
  await tellEnd(dependencies, id);
  dependencies.log('job concluded', { job: id, ...end, finished: job.finished });
  return 'concluded';
};
