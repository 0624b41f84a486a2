import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { jobKey, type Table } from './table.ts';

/** Notes that a job's end was told to the event bus, so that a message that comes again does not tell it again. */
export const noteAnnounced = async (table: Table, job: string): Promise<void> => {
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: jobKey(job),
      UpdateExpression: 'SET announced = :yes',
      ExpressionAttributeValues: { ':yes': true },
    }),
  );
};
