import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/** Notes that a job's end was told to the event bus, so that a message that comes again does not tell it again. */
export const noteAnnounced = async (table: Table, job: string): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: 'SET announced = :yes',
        // A job that has expired stays gone.
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':yes': true },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
