import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { jobKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/**
 * Notes on a job that is over until when its workers may deliver pages that they have fetched
 * (`lib/store/frontier/end-late.ts`). Condition: the job is not concluded, and nothing is noted: the first note stands.
 * Harmless to repeat.
 *
 * @param until Milliseconds since the epoch.
 */
export const awaitLatePages = async (table: Table, job: string, until: number): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: 'SET latePagesUntil = :until',
        ConditionExpression: '#status = :finishing AND attribute_not_exists(latePagesUntil)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':finishing': 'finishing', ':until': until },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
