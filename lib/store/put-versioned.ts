import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from './table.ts';
import type { TableKey } from '../keys/table-keys.ts';
import type { PlainObject } from '../plain-object.ts';

/**
 * Writes the next state of an item that many workers change, on condition that it still has the version from which
 * `next` was computed: `next.version - 1`, where 0 stands for an item that does not exist. Returns null when it was
 * written. If another worker was first, `current` is the present state, if there is one.
 *
 * `ttl`: Unix seconds after which the item may be removed.
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
