import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Outcome } from '../job/job.ts';
import { jobKey, openJobsIndex, type Table } from './table.ts';

/**
 * Moves a job from `finishing` to its outcome and out of the index of open jobs, once its results are written.
 * Answers false when another `finish-job` was first.
 */
export const concludeJob = async (
  table: Table,
  job: string,
  end: { readonly outcome: Outcome; readonly code?: string },
  at: { readonly now: number; readonly ttl: number },
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET #status = :outcome, outcome = :outcome, completedAt = :now, #ttl = :ttl${end.code === undefined ? '' : ', code = :code'} REMOVE #openJob`,
        ConditionExpression: '#status = :finishing',
        ExpressionAttributeNames: { '#status': 'status', '#ttl': 'ttl', '#openJob': openJobsIndex.partition },
        ExpressionAttributeValues: {
          ':outcome': end.outcome,
          ...(end.code === undefined ? {} : { ':code': end.code }),
          ':now': at.now,
          ':ttl': at.ttl,
          ':finishing': 'finishing',
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
