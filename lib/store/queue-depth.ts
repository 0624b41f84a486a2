import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Queues } from './queues.ts';

/** Messages of a queue, approximately: SQS may be a minute late. */
export interface QueueDepth {
  readonly waiting: number;
  /** Received by a worker, and not done yet. */
  readonly inFlight: number;
  /** Delayed until a moment. */
  readonly delayed: number;
}

const readDepth = async (client: Queues['client'], url: string): Promise<QueueDepth> => {
  const { Attributes: counts = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  return {
    waiting: Number(counts['ApproximateNumberOfMessages'] ?? 0),
    inFlight: Number(counts['ApproximateNumberOfMessagesNotVisible'] ?? 0),
    delayed: Number(counts['ApproximateNumberOfMessagesDelayed'] ?? 0),
  };
};

/** Reads how many messages are in each queue in which pages wait. */
export const fetchQueueDepths = async (
  queues: Pick<Queues, 'client' | 'fetch' | 'render' | 'extract'>,
): Promise<readonly (QueueDepth & { readonly queue: string })[]> => {
  const urls = [
    ...Object.entries(queues.fetch).map(([priority, url]) => [`fetch-${priority}`, url] as const),
    ['render', queues.render] as const,
    ['extract', queues.extract] as const,
  ];
  return await Promise.all(
    urls.map(async ([queue, url]) => ({ queue, ...(await readDepth(queues.client, url)) })),
  );
};

/**
 * Messages in the queues of all tiers and of extraction, whether waiting, in flight or delayed. The number only decides
 * whether to send messages sooner, never whether a job is over.
 */
export const fetchQueueDepth = async (queues: Queues): Promise<number> =>
  (await fetchQueueDepths(queues)).reduce(
    (sum, { waiting, inFlight, delayed }) => sum + waiting + inFlight + delayed,
    0,
  );
