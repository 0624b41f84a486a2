import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Table } from '../table.ts';
import { modelRegistryPartition, registeredModelKey } from '../../keys/table-keys.ts';

/** Longer than a key's state is kept: a key that is gone from the secret is forgotten. */
const ttlSeconds = 7 * 24 * 60 * 60;

/** A key that questions are put with, by its fingerprint; the key itself stands in the secret alone. */
export const registeredKeySchema = z.object({
  fingerprint: z.string(),
  provider: z.string(),
  /** Milliseconds since the epoch. */
  seenAt: z.number(),
});
export type RegisteredKey = z.infer<typeof registeredKeySchema>;

/** Notes that a key is used, for whoever lists keys. Nothing races: the last writer says the same. */
export const registerModelKey = async (table: Table, key: RegisteredKey): Promise<void> => {
  await table.documents.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        ...registeredModelKey(key.fingerprint),
        ...key,
        ttl: Math.ceil(key.seenAt / 1_000) + ttlSeconds,
      },
    }),
  );
};

/** Keys that were used in the last week. */
export const listModelKeys = async (table: Table): Promise<RegisteredKey[]> => {
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :keys)',
      ExpressionAttributeValues: { ':partition': modelRegistryPartition, ':keys': 'KEY#' },
      Limit: 200,
    }),
  );
  return (answer.Items ?? []).map((item) => registeredKeySchema.parse(item));
};
