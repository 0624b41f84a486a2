import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from '../../frontier/page.ts';
import { pageKey } from '../../keys/table-keys.ts';
import { type Table } from '../table.ts';

/**
 * Claims the one try in which a page is read alone, after a worker did not come back that had it. Answers false where
 * it was
 * claimed before: whoever did has not come back either. Two workers that have the same message race for it here; the
 * loser
 * must not take the winner for lost, so what it learns holds only for a message that was delivered again.
 */
export const claimLoneTry = async (
  table: Table,
  job: string,
  { hash, attempts }: Pick<Page, 'hash' | 'attempts'>,
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(job, hash),
        UpdateExpression: 'SET loneTry = :attempts',
        ConditionExpression:
          'attribute_exists(PK) AND (attribute_not_exists(loneTry) OR loneTry < :attempts)',
        ExpressionAttributeValues: { ':attempts': attempts },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
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
        UpdateExpression: 'REMOVE loneTry',
        ConditionExpression: 'loneTry = :attempts',
        ExpressionAttributeValues: { ':attempts': attempts },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
