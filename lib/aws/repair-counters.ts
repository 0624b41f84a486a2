import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tally } from '../frontier/tally.ts';
import type { Job } from '../job/job.ts';
import { jobKey, type Table } from './table.ts';

const counters = ['admitted', 'open', 'finished', 'done', 'failed', 'blocked', 'skipped'] as const;

/**
 * Sets a running job's counters to what its pages say, on condition that each of them is still what `job` says. Answers false
 * when one has changed, or the job is over.
 */
export const repairCounters = async (
  table: Table,
  job: Extract<Job, { status: 'running' }>,
  tally: Tally,
): Promise<boolean> => {
  const next = { ...tally, finished: tally.admitted - tally.open };
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job.id),
        UpdateExpression: `SET ${counters.map((name) => `#${name} = :new_${name}`).join(', ')}`,
        ConditionExpression: `#status = :running AND ${counters.map((name) => `#${name} = :old_${name}`).join(' AND ')}`,
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(counters.map((name) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':running': 'running',
          ...Object.fromEntries(counters.map((name) => [`:old_${name}`, job[name]])),
          ...Object.fromEntries(counters.map((name) => [`:new_${name}`, next[name]])),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
