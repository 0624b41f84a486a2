import { failure } from '../../failure.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { beginLoneVisit, endLoneVisit } from '../../store/frontier/note-lone-visit.ts';
import { noteReturn } from '../protocol/note-return.ts';
import { endOpenPages } from './end-visit.ts';
import type { FetchWorker } from './fetch-worker.ts';

/**
 * Visits one page while nothing else is done in the sandbox, after a worker that had its message did not come back. It
 * notes on the page that it began and that it came back. So the pages that end their workers are told apart from those
 * that were only in the same sandbox: only the former are given up, here or as dead letters.
 */
export const visitAlone = async (
  worker: FetchWorker,
  job: RunningJob,
  hash: string,
  visit: () => Promise<void>,
): Promise<void> => {
  const lost = (await beginLoneVisit(worker.table, job.id, hash, worker.now())) - 1;
  try {
    if (lost < limits.loneVisitsLostMax) return await visit();
    await endOpenPages(worker, job, [hash], ({ url }) =>
      failure(
        'DEAD_LETTER',
        `Cannot visit ${url}: it was visited alone ${lost} times, and no worker came back`,
      ),
    );
  } finally {
    await noteReturn(() => endLoneVisit(worker.table, job.id, hash));
  }
};
