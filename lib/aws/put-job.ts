import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../job/job.ts';
import { jobKey, openJobsIndex, type Table } from './table.ts';

/**
 * Puts a new job, with no page yet and `seeding` set, so that it cannot be drained before its first pages are admitted.
 * Answers false when the id is taken: the same submission came twice, and the first one made the job.
 */
export const putJob = async (table: Table, job: Extract<Job, { status: 'running' }>): Promise<boolean> => {
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...jobKey(job.id), ...job, [openJobsIndex.partition]: openJobsIndex.value },
        ConditionExpression: 'attribute_not_exists(PK)',
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
