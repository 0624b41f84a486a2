import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from './table.ts';
import type { TableKey } from '../keys/table-keys.ts';
import type { PlainObject } from '../plain-object.ts';

/**
 * Writes the next state of an item that many workers change, on condition that it still has the version that `next` was
 * computed from: `next.version - 1`, where 0 is that of an item that does not exist. Answers null when it was written;
 * else another was first, and what stands now, where anything does, is `current`.
 *
 * `ttl`: Unix seconds after which the item may go.
 */
export const putVersioned = async (
  table: Table,
  key: TableKey,
  next: { readonly version: number },
  ttl: number,
): Promise<{ readonly current: PlainObject | undefined } | null> => {
  const expected = next.version - 1;
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...key, ...next, ttl },
        ConditionExpression: expected === 0 ? 'attribute_not_exists(PK)' : '#version = :expected',
        ...(expected === 0
          ? {}
          : {
              ExpressionAttributeNames: { '#version': 'version' },
              ExpressionAttributeValues: { ':expected': expected },
            }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return null;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { current: error.Item === undefined ? undefined : unmarshall(error.Item) };
  }
};
