import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { itemVersion } from '../../keys/item-version.ts';
import { sealKeysKey } from '../../keys/table-keys.ts';
import { sealKeysSchema, type SealKeys } from '../../job/sealed-headers.ts';
import type { Table } from '../table.ts';

/** Reads the deployment's public keys for stored headers; null until `manage-keys` was invoked once. */
export const getSealKeys = async (table: Table): Promise<SealKeys | null> => {
  const answer = await table.documents.send(new GetCommand({ TableName: table.name, Key: sealKeysKey() }));
  return sealKeysSchema.safeParse(answer.Item).data ?? null;
};

/**
 * Publishes the public keys; only the role of `manage-keys` may. False if the claim is not the present one
 * (`claim-seal-keys.ts`): another process made a new secret meanwhile, and these keys do not belong to it.
 */
export const putSealKeys = async (table: Table, keys: SealKeys, claim: string): Promise<boolean> => {
  const isNew = keys.webhookOf !== undefined;
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sealKeysKey(),
        UpdateExpression:
          `SET v = :version, crawl = :crawl, webhook = :webhook${isNew ? ', webhookOf = :webhookOf' : ''} ` +
          'REMOVE claimedBy, claimedUntil',
        ConditionExpression: 'claimedBy = :claim',
        ExpressionAttributeValues: {
          ':crawl': keys.crawl,
          ':webhook': keys.webhook,
          ...(isNew ? { ':webhookOf': keys.webhookOf } : {}),
          ':claim': claim,
          ':version': itemVersion(sealKeysKey()),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
