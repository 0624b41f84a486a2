import { sendExtract, sendUrlBatches } from '../../store/queues.ts';
import { policyFor } from '../../fetch/politeness/host-policy.ts';
import { batchLikelyFirst, batchUrls, type OutgoingUrlBatch } from '../../frontier/url-batch.ts';
import { enqueuePageWebhook } from '../protocol/enqueue-webhooks.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';

/** The children that were admitted here, in URL batches: at once, but for those of a crawl that looks for something. */
const batchChildren = (
  { policies }: Pick<FetchWorker, 'policies'>,
  { job, host, admitted }: HostVisit,
): OutgoingUrlBatch[] => {
  if (job.request.extract !== undefined && job.request.crawl !== undefined) {
    const { spacingMs } = policyFor(policies, host, job, null);
    return batchLikelyFirst(job.id, job.priority, admitted, spacingMs);
  }
  return batchUrls(job.id, job.priority, admitted).map((urlBatch) => ({ urlBatch, delaySeconds: 0 }));
};

/**
 * Sends what a visit has admitted, put off and fetched. Also after an error: it must go out now rather than wait for
 * the heartbeat.
 */
export const sendVisited = async (
  worker: Pick<FetchWorker, 'policies' | 'queues'>,
  visit: HostVisit,
): Promise<void> => {
  if (visit.stopped) return;
  await sendUrlBatches(worker.queues, visit.job.team, [...batchChildren(worker, visit), ...visit.outgoing]);
  await sendExtract(worker.queues, visit.job, visit.fetched);
  await enqueuePageWebhook(worker.queues, visit.job);
};
