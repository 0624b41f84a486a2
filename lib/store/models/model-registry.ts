import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Table } from '../table.ts';
import { modelRegistryPartition, registeredModelKey } from '../../keys/table-keys.ts';

/** Longer than a key's state is kept. A key that is no longer in the secret is forgotten after this time. */
const ttlSeconds = 7 * 24 * 60 * 60;

/** A key with which questions are asked, by its fingerprint. The key itself is only in the secret. */
export const registeredKeySchema = z.object({
  fingerprint: z.string(),
  provider: z.string(),
  /** Milliseconds since the epoch. */
  seenAt: z.number(),
});
export type RegisteredKey = z.infer<typeof registeredKeySchema>;

/** Notes that a key is used, for those who list keys. Races do not matter: the last writer says the same. */
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

/** Lists keys that were used in the last week. */
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
