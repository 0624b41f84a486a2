import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { keyMinuteKey, ttlAttribute } from '../../keys/table-keys.ts';

const minuteMs = 60_000;

/**
 * Counts a request of a key in the minute of `now`, on condition that fewer than `most` were counted. It is one write,
 * so all functions agree. Returns false if there were as many; a refused request is not counted.
 */
export const countRequest = async (
  table: Table,
  { team, keyId }: { readonly team: string; readonly keyId: string },
  now: number,
  most: number,
): Promise<boolean> => {
  const minute = Math.floor(now / minuteMs);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keyMinuteKey(team, keyId, minute),
        UpdateExpression: 'ADD requests :one SET #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(requests) OR requests < :most',
        ExpressionAttributeNames: { '#ttl': ttlAttribute },
        ExpressionAttributeValues: { ':one': 1, ':most': most, ':ttl': (minute + 2) * 60 },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
