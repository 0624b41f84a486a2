import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from '../../frontier/page.ts';
import { pageKey } from '../../keys/table-keys.ts';
import { type Table } from '../table.ts';

/**
 * Claims the one try in which a page is read alone, after a worker that had it did not come back. If it was claimed
 * before, returns when. If that was a moment ago, the other worker may still be reading, because a message may exist
 * twice. If it had enough time and did not give the try back, it will not come back. Two workers with the same message
 * compete here.
 *
 * @returns null if it is claimed now, or the moment (ms since the epoch) at which another worker claimed it.
 */
export const claimLoneTry = async (
  table: Table,
  job: string,
  { hash, attempts }: Pick<Page, 'hash' | 'attempts'>,
  now: number,
): Promise<number | null> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(job, hash),
        UpdateExpression: 'SET loneTry = :attempts, loneAt = :now',
        ConditionExpression:
          'attribute_exists(PK) AND (attribute_not_exists(loneTry) OR loneTry < :attempts)',
        ExpressionAttributeValues: { ':attempts': attempts, ':now': now },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return null;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return Number(error.Item?.['loneAt']?.N ?? 0);
  }
};

/** Gives the try back: the page was read, or an outage stopped that. Only a worker that never came back keeps it. */
export const releaseLoneTry = async (
  table: Table,
  job: string,
  { hash, attempts }: Pick<Page, 'hash' | 'attempts'>,
): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(job, hash),
        UpdateExpression: 'REMOVE loneTry, loneAt',
        ConditionExpression: 'loneTry = :attempts',
        ExpressionAttributeValues: { ':attempts': attempts },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
