import { getJob } from '../../store/jobs/get-job.ts';
import type { Table } from '../../store/table.ts';
import { hasEnded, type Job } from '../../job/job.ts';
import { pollUntil, type Clock } from '../../deliver/poll-until.ts';

/**
 * Waits for a job to end and its results to be written. Null when `deadline` (milliseconds since the epoch) comes
 * first, or when the job does not exist.
 */
export const awaitJob = async (
  dependencies: Clock & { readonly table: Table },
  id: string,
  deadline: number,
): Promise<Job | null> =>
  await pollUntil(dependencies, deadline, async () => {
    const job = await getJob(dependencies.table, id);
    return job !== null && hasEnded(job) ? job : null;
  });
