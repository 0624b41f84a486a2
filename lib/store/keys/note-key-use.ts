import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '../../request/keys/api-key.ts';
import { listing } from './api-keys.ts';
import type { Table } from '../table.ts';

/** Notes that a key is used, unless another function noted that after `unless` (milliseconds since the epoch). */
export const noteKeyUse = async (
  table: Table,
  key: ApiKey,
  at: { readonly now: number; readonly unless: number },
): Promise<void> => {
  const update = listing(table, key, { lastUsedAt: at.now });
  try {
    await table.documents.send(
      new UpdateCommand({
        ...update,
        ConditionExpression: 'attribute_not_exists(lastUsedAt) OR lastUsedAt < :unless',
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':unless': at.unless },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
