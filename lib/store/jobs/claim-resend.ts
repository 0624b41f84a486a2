import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Claims the right to send a job's messages again; the first caller within `everyMs` gets it. Otherwise two heartbeats
 * at the same time, or one every minute, would pile up duplicates in a queue that is merely slow.
 */
export const claimResend = async (
  table: Table,
  job: string,
  at: { readonly now: number; readonly everyMs: number },
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: 'SET resentAt = :now',
        ConditionExpression:
          'attribute_exists(PK) AND (attribute_not_exists(resentAt) OR resentAt < :before)',
        ExpressionAttributeValues: { ':now': at.now, ':before': at.now - at.everyMs },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
