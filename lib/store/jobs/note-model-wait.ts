import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../../job/job.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Notes on a running job why its pages wait for a model. Condition: what stands there says something else, or is
 * about to be over, so
 * that crowds who wait for the same write once.
 */
export const noteModelWait = async (
  table: Table,
  job: string,
  waiting: NonNullable<Job['waiting']>,
  staleAfterMs: number,
): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: 'SET waiting = :waiting',
        ConditionExpression:
          '#status = :running AND (attribute_not_exists(waiting) OR waiting.#code <> :code OR waiting.#until < :stale)',
        ExpressionAttributeNames: { '#status': 'status', '#code': 'code', '#until': 'until' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':waiting': waiting,
          ':code': waiting.code,
          ':stale': waiting.until - staleAfterMs,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
