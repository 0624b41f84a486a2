import { toDelaySeconds, type UrlBatch } from '../../frontier/url-batch.ts';
import { limits } from '../../limits/limits.ts';
import { sendUrlBatches } from '../../store/queues.ts';
import type { FetchWorker } from './fetch-worker.ts';

/** Returns the URL batches that are due, and sends the others again for later. */
export const dueBatches = async (
  { queues, now }: Pick<FetchWorker, 'queues' | 'now'>,
  team: string,
  urlBatches: readonly UrlBatch[],
): Promise<UrlBatch[]> => {
  const began = now();
  const far = urlBatches.filter((urlBatch) => (urlBatch.due ?? 0) > began + limits.slotPatienceMs);
  await sendUrlBatches(
    queues,
    team,
    far.map((urlBatch) => ({ urlBatch, delaySeconds: toDelaySeconds((urlBatch.due ?? began) - began) })),
  );
  return urlBatches.filter((urlBatch) => !far.includes(urlBatch));
};
