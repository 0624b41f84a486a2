import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Queues } from './queues.ts';

/**
 * Messages in the queues of all tiers and of extraction, whether waiting, in flight or delayed. SQS counts
 * approximately and may be a minute behind, so this only ever decides whether to ring sooner, never whether a
 * job is over.
 */
export const fetchQueueDepth = async (queues: Queues): Promise<number> => {
  const counts = await Promise.all(
    [...Object.values(queues.fetch), queues.render, queues.extract].map(async (url) => {
      const answer = await queues.client.send(
        new GetQueueAttributesCommand({
          QueueUrl: url,
          AttributeNames: [
            'ApproximateNumberOfMessages',
            'ApproximateNumberOfMessagesNotVisible',
            'ApproximateNumberOfMessagesDelayed',
          ],
        }),
      );
      return Object.values(answer.Attributes ?? {}).reduce((sum, count) => sum + Number(count), 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};
