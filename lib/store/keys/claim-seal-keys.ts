import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { sealKeysKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** The process that makes the keys, and its time span (milliseconds since the epoch). */
export interface SealKeysClaim {
  readonly claim: string;
  readonly now: number;
  readonly untilMs: number;
}

/**
 * Claims the right to make the secret of headers and to publish its public key. These are two writes in two places: if
 * two processes did it at the same time, one would publish a key whose headers cannot be opened. If a process dies
 * between the two writes, its claim holds until it runs out. False if another process holds the claim, or if keys are
 * published and `anew` is not set.
 */
export const claimSealKeys = async (
  table: Table,
  { claim, now, untilMs }: SealKeysClaim,
  anew: boolean,
): Promise<boolean> => {
  const free = '(attribute_not_exists(claimedUntil) OR claimedUntil < :now)';
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sealKeysKey(),
        UpdateExpression: 'SET claimedBy = :claim, claimedUntil = :until',
        ConditionExpression: anew ? free : `attribute_not_exists(crawl) AND ${free}`,
        ExpressionAttributeValues: { ':claim': claim, ':until': untilMs, ':now': now },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
