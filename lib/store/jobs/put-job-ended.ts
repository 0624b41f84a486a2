import { PutEventsCommand, type EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { Job } from '../../job/job.ts';

/**
 * Puts the event that a job of a stack has ended on the account's default event bus.
 *
 * @throws {Error} when EventBridge refuses the entry, which it reports in a successful answer.
 */
export const putJobEnded = async (client: EventBridgeClient, stack: string, job: Job): Promise<void> => {
  const { admitted, finished, done, failed, blocked, skipped, unchanged } = job;
  const detail = {
    stack,
    id: job.id,
    kind: job.kind,
    status: job.status,
    counts: { admitted, finished, done, failed, blocked, skipped, unchanged },
    ...('code' in job && job.code !== undefined ? { code: job.code } : {}),
    ...(job.source === undefined ? {} : { source: job.source }),
  };
  const answer = await client.send(
    new PutEventsCommand({
      Entries: [{ Source: 'gleaner', DetailType: 'Job Ended', Detail: JSON.stringify(detail) }],
    }),
  );
  const [entry] = answer.Entries ?? [];
  if ((answer.FailedEntryCount ?? 0) > 0) {
    throw new Error(`Cannot put the event of job ${job.id}: EventBridge answered ${entry?.ErrorCode ?? ''}`);
  }
};
