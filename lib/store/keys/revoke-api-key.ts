import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../../limits/limits.ts';
import type { ApiKey } from '../../request/keys/api-key.ts';
import { listing } from './api-keys.ts';
import { type Table } from '../table.ts';
import { apiKeyKey, ttlAttribute } from '../../keys/table-keys.ts';

/**
 * Marks a key as revoked, both in its own item and on its team's list; false when it is gone. Functions stop accepting
 * it within their cache's minute. It stays on the list for as long as usage is kept.
 */
export const revokeApiKey = async (table: Table, key: ApiKey, now: number): Promise<boolean> => {
  const revokedAt = key.revokedAt ?? now;
  const ttl = Math.ceil((revokedAt + limits.usageRetentionMs) / 1_000);
  try {
    await table.documents.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: table.name,
              Key: apiKeyKey(key.id),
              UpdateExpression: 'SET revokedAt = :now, #ttl = :ttl',
              ConditionExpression: 'attribute_exists(PK)',
              ExpressionAttributeNames: { '#ttl': ttlAttribute },
              ExpressionAttributeValues: { ':now': revokedAt, ':ttl': ttl },
            },
          },
          { Update: listing(table, key, { revokedAt, [ttlAttribute]: ttl }) },
        ],
      }),
    );
    return true;
  } catch (error) {
    const reasons = error instanceof TransactionCanceledException ? error.CancellationReasons : undefined;
    if (reasons?.[0]?.Code === 'ConditionalCheckFailed') return false;
    throw error;
  }
};
