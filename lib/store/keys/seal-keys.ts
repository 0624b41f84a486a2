import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { sealKeysKey } from '../../keys/table-keys.ts';
import { sealKeysSchema, type SealKeys } from '../../job/sealed-headers.ts';
import type { Table } from '../table.ts';

/** The deployment's public keys for headers at rest; null until `manage-keys` was invoked once. */
export const getSealKeys = async (table: Table): Promise<SealKeys | null> => {
  const answer = await table.documents.send(new GetCommand({ TableName: table.name, Key: sealKeysKey() }));
  return sealKeysSchema.safeParse(answer.Item).data ?? null;
};

/**
 * Publishes the public keys. The same keys follow from the same secrets, so whoever writes last writes the same; only
 * `manage-keys` may, by its role.
 */
export const putSealKeys = async (table: Table, keys: SealKeys): Promise<void> => {
  await table.documents.send(new PutCommand({ TableName: table.name, Item: { ...sealKeysKey(), ...keys } }));
};
