import { randomUUID } from 'node:crypto';
import { findPages } from '../../store/frontier/find-pages.ts';
import type { Failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { errorStack, failureOfThrown } from '../../outage.ts';
import { endIfDrained } from '../protocol/end-job.ts';
import { enqueuePageWebhook } from '../protocol/enqueue-webhooks.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { failedEnd } from '../../envelope/page-end.ts';
import type { EndingWorker } from './end-page.ts';

/**
 * Ends the pages of a visit that threw an error other than an outage, before any page or between two. A repeated visit
 * would throw the same error, and its pages would end as dead letters, without a reason. Pages that are over or wait
 * for extraction stay as they are.
 *
 * @throws the error, if it is an outage: the messages then come again.
 */
export const endPagesOfVisit = async (
  worker: EndingWorker,
  job: RunningJob,
  hashes: readonly string[],
  error: unknown,
): Promise<void> => {
  const why = failureOfThrown(error, job.request.url, 'INTERNAL');
  worker.log('visit ended', { job: job.id, reason: why.message, stack: errorStack(error) });
  await endOpenPages(worker, job, hashes, ({ url }) => failureOfThrown(error, url, 'INTERNAL'));
};

/** Ends those of the pages that are still to be fetched as failed, each with its failure. */
export const endOpenPages = async (
  worker: EndingWorker,
  job: RunningJob,
  hashes: readonly string[],
  whyFor: (page: Page) => Failure,
): Promise<void> => {
  for (const page of await findPages(worker.table, job.id, hashes)) {
    if (page.state !== 'admitted') continue;
    const { to, facts } = failedEnd(whyFor(page));
    const { kind, hash, url, state: from } = page;
    await finishPage(worker, {
      job,
      page: { kind, hash, url, from, to, facts },
      children: [],
      token: randomUUID(),
    });
  }
  await enqueuePageWebhook(worker.queues, job);
  await endIfDrained(worker, job);
};
