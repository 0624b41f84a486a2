import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { jobSchema, type Job } from '../job/job.ts';
import { jobKey, type Table } from './table.ts';

/** Reads a job, consistently: a client that polls right after creating it must find it. Null when there is none. */
export const getJob = async (table: Table, id: string): Promise<Job | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: jobKey(id), ConsistentRead: true }),
  );
  return answer.Item === undefined ? null : jobSchema.parse(answer.Item);
};
