import { writeJobEnd, type EndAnswer } from '../../store/jobs/end-job.ts';
import { sendFinish, type Queues } from '../../store/queues.ts';
import type { Table } from '../../store/table.ts';
import type { FailureCode } from '../../failure.ts';
import type { Job, JobOutcome } from '../../job/job.ts';

interface Dependencies {
  readonly table: Table;
  readonly queues: Pick<Queues, 'client' | 'finish'>;
  readonly now: () => number;
}

/**
 * Ends the job if no page of it is open, and rings for `finish-job` if this call was the one that ended it. If we die
 * between the two, whoever gets our message again rings (`again`), or the heartbeat.
 */
export const endIfDrained = async (
  dependencies: Dependencies,
  job: Pick<Job, 'id' | 'cells'>,
  again = false,
): Promise<EndAnswer> => {
  const answer = await writeJobEnd(dependencies.table, job, {
    outcome: 'completed',
    drained: true,
    now: dependencies.now(),
  });
  const unrung = again && answer.kind === 'lost' && answer.status === 'finishing';
  if (answer.kind === 'won' || unrung) await sendFinish(dependencies.queues, job.id);
  return answer;
};

/** Ends an extraction that is to fail with its first page, now that one has; true for such a job. */
export const endIfIntolerable = async (
  dependencies: Dependencies,
  job: Pick<Job, 'id' | 'cells' | 'request'>,
  code: FailureCode,
): Promise<boolean> => {
  if (job.request.extract?.failFast !== true) return false;
  await endEarly(dependencies, job, { outcome: 'failed', code });
  return true;
};

/** Ends a job that still has open pages: a cancellation or a deadline. They are abandoned, and counted as that. */
export const endEarly = async (
  dependencies: Dependencies,
  job: Pick<Job, 'id' | 'cells'>,
  end: { readonly outcome: JobOutcome; readonly code: FailureCode },
): Promise<EndAnswer> => {
  const answer = await writeJobEnd(dependencies.table, job, {
    ...end,
    drained: false,
    now: dependencies.now(),
  });
  if (answer.kind === 'won') await sendFinish(dependencies.queues, job.id);
  return answer;
};
