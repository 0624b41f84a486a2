import { writeJobEnd, type EndOutcome } from '../../store/jobs/end-job.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { sendUrlBatches, sendFinish, type Queues } from '../../store/queues.ts';
import type { SeenCache } from '../../frontier/seen-cache.ts';
import { batchUrls } from '../../frontier/url-batch.ts';
import { isOpen } from '../../frontier/page.ts';
import type { Table } from '../../store/table.ts';
import { failure, type Failure, type FailureCode } from '../../failure.ts';
import type { Job, JobOutcome } from '../../job/job.ts';
import { isPastBudget } from '../../job/spent-dollars.ts';

interface Dependencies {
  readonly table: Table;
  /** Without the queues of pages it sends no messages for pages; the heartbeat sends them. */
  readonly queues: Pick<Queues, 'client' | 'finish'> & Partial<Pick<Queues, 'fetch' | 'render'>>;
  readonly now: () => number;
  /** What this sandbox saw of jobs: their counters are not read while that says enough. */
  readonly seen?: Pick<SeenCache, 'hasOpen' | 'noteOpen'>;
}

type EndedJob = Pick<Job, 'id' | 'team' | 'cells' | 'limit' | 'priority' | 'request'>;

/** What is told of a job in shards whose counters need not be read. */
const stillOpen: EndOutcome = { kind: 'lost', status: 'running', open: 1, seeding: false, waiting: [] };

/**
 * Ends the job if it has no open page, and sends the message to `finish-job` if this call was the one that ended it. If
 * the worker dies between the two, the worker that gets its message again sends it (`again`), or the heartbeat does. If
 * only reserves and sitemaps that wait for room are open, it sends messages for those.
 *
 * The counters of a job in shards are many reads. They are left out where `seen` tells that more pages were open than
 * can have ended since.
 */
export const endIfDrained = async (
  dependencies: Dependencies,
  job: EndedJob,
  again = false,
): Promise<EndOutcome> => {
  const { table, seen, now } = dependencies;
  if (job.cells !== undefined && !again && seen?.hasOpen(job.id, now()) === true) return stillOpen;
  const answer =
    (await lookAtCounters(table, job)) ??
    (await writeJobEnd(table, job, { outcome: 'completed', drained: job, now: now() }));
  if (job.cells !== undefined && answer.kind === 'lost') seen?.noteOpen(job.id, answer.open, now());
  const unrung = again && answer.kind === 'lost' && answer.status === 'finishing';
  if (answer.kind === 'won' || unrung) await sendFinish(dependencies.queues, job);
  if (answer.kind === 'lost' && answer.status === 'running')
    await ringForWaiting(dependencies, job, answer.waiting);
  return answer;
};

/**
 * Checks by the job's counters, read consistently, whether a page is open. Then the write need not be tried: a refused
 * one costs five times as much. Null if it has to be tried.
 */
const lookAtCounters = async (table: Table, { id, cells }: EndedJob): Promise<EndOutcome | null> => {
  if (cells !== undefined) return null;
  const seen = await getJobItem(table, id);
  if (seen?.status !== 'running' || seen.open <= (seen.sitemapsOpen ?? 0)) return null;
  const isSeeding = seen.seeding === true;
  return { kind: 'lost', status: 'running', open: seen.open, seeding: isSeeding, waiting: [] };
};

const ringForWaiting = async (
  { table, queues: { client, fetch, render } }: Dependencies,
  job: EndedJob,
  hashes: readonly string[],
): Promise<void> => {
  if (hashes.length === 0 || fetch === undefined || render === undefined) return;
  const open = (await findPages(table, job.id, hashes)).filter(({ state }) => isOpen(state));
  await sendUrlBatches(
    { client, fetch, render },
    job.team,
    batchUrls(job.id, job.priority, open).map((urlBatch) => ({ urlBatch, delaySeconds: 0 })),
  );
};

/** Ends an extraction that must fail with its first failed page, when there is one; true for such a job. */
export const endIfIntolerable = async (
  dependencies: Dependencies,
  job: Pick<Job, 'id' | 'team' | 'cells' | 'request'>,
  code: FailureCode,
): Promise<boolean> => {
  if (job.request.extract?.failFast !== true) return false;
  await endEarly(dependencies, job, { outcome: 'failed', code });
  return true;
};

/**
 * Ends a job that still has open pages, by a cancellation or a deadline. The pages are abandoned, and counted as such.
 */
export const endEarly = async (
  dependencies: Dependencies,
  job: Pick<Job, 'id' | 'team' | 'cells'>,
  end: { readonly outcome: JobOutcome; readonly code: FailureCode },
): Promise<EndOutcome> => {
  const answer = await writeJobEnd(dependencies.table, job, {
    ...end,
    drained: false,
    now: dependencies.now(),
  });
  if (answer.kind === 'won') await sendFinish(dependencies.queues, job);
  return answer;
};

/**
 * Cancels a job. A job that another call cancels or has cancelled is cancelled as well. Otherwise says why it cannot
 * be: null for a job that is cancelled.
 */
export const cancelOpenJob = async (
  dependencies: Dependencies,
  job: Pick<Job, 'id' | 'team' | 'cells'>,
): Promise<Failure | null> => {
  const answer = await endEarly(dependencies, job, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  if (answer.kind === 'won' || answer.outcome === 'cancelled') return null;
  const { outcome = answer.status } = answer;
  return failure('JOB_OVER', `Cannot cancel the job ${job.id}: it is over already (${outcome})`);
};

/** Ends a job whose cost has reached its budget, with what it has; true for such a job. */
export const endIfPastBudget = async (dependencies: Dependencies, job: Job): Promise<boolean> => {
  if (!isPastBudget(job)) return false;
  await endEarly(dependencies, job, { outcome: 'completed', code: 'BUDGET_EXHAUSTED' });
  return true;
};
