import { policyFor } from '../../fetch/politeness/host-policy.ts';
import type { NewPage, Page } from '../../frontier/page.ts';
import { batchLikelyFirst, batchUrls } from '../../frontier/url-batch.ts';
import { sendUrlBatches } from '../../store/queues.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';

/**
 * Sends pages on, with those that other visits of the job send at this moment: pages of one host share URL batches, so
 * its next visit takes more of them at once.
 */
const sendTogether = async (
  worker: Pick<FetchWorker, 'queues' | 'sleep'>,
  { visits, job }: Pick<HostVisit, 'visits' | 'job'>,
  pages: readonly (NewPage | Page)[],
): Promise<void> => {
  if (pages.length === 0) return;
  visits.admitted.push(...pages);
  visits.sending ??= (async () => {
    await worker.sleep(0);
    visits.sending = undefined;
    const urlBatches = batchUrls(job.id, job.priority, visits.admitted.splice(0));
    await sendUrlBatches(
      worker.queues,
      job.team,
      urlBatches.map((urlBatch) => ({ urlBatch: { ...urlBatch, fresh: true }, delaySeconds: 0 })),
    );
  })();
  await visits.sending;
};

/**
 * Sends the admitted children and the pages that were put off. Of a crawl that extracts, likely children go first,
 * spaced; else all go at once.
 */
export const sendOn = async (worker: FetchWorker, visit: HostVisit): Promise<void> => {
  const { job, host, admitted, outgoing } = visit;
  const isSpaced = job.request.extract !== undefined && job.request.crawl !== undefined;
  const spaced = isSpaced
    ? batchLikelyFirst(job.id, job.priority, admitted, policyFor(worker.policies, host, job, null).spacingMs)
    : [];
  await Promise.all([
    sendUrlBatches(worker.queues, job.team, [...spaced, ...outgoing]),
    sendTogether(worker, visit, isSpaced ? [] : admitted),
  ]);
};
