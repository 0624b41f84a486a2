import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Outcome } from '../job/job.ts';
import { endEvent } from '../job/hook-event.ts';
import type { Job } from '../job/job.ts';
import { hookEnds } from './hooks.ts';
import { jobKey, openJobsIndex, type Table } from './table.ts';

/**
 * Moves a job from `finishing` to its outcome and out of the index of open jobs, once its results are written; in the same step
 * its webhook, if it has one, gets the event of that.
 * Answers false when another `finish-job` was first.
 */
export const concludeJob = async (
  table: Table,
  job: Pick<Job, 'id' | 'request'>,
  end: { readonly outcome: Outcome; readonly code?: string },
  at: { readonly now: number; readonly ttl: number },
): Promise<boolean> => {
  const update = {
    TableName: table.name,
    Key: jobKey(job.id),
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
  };
  const { request } = job;
  const ends =
    request.webhook === undefined
      ? []
      : hookEnds(table, job.id, endEvent({ request, ttl: at.ttl }, end.outcome, at.now), at);
  try {
    if (ends.length === 0) await table.documents.send(new UpdateCommand(update));
    else {
      await table.documents.send(new TransactWriteCommand({ TransactItems: [{ Update: update }, ...ends] }));
    }
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    const reasons = error instanceof TransactionCanceledException ? error.CancellationReasons : undefined;
    if (reasons?.[0]?.Code === 'ConditionalCheckFailed') return false;
    throw error;
  }
};
