import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ContentPage } from '../../frontier/page.ts';
import { pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/**
 * Notes on a page that a worker extracts from it alone, and since when (ms since the epoch). Conditions: the page waits
 * for extraction, and no worker noted this before. Two workers with copies of one message compete here, and the note of
 * a worker that did not come back stays.
 *
 * @returns true for the worker that wrote the note.
 */
export const claimLoneExtraction = async (
  table: Table,
  { job, hash }: Pick<ContentPage, 'job' | 'hash'>,
  now: number,
): Promise<boolean> =>
  await changeIf(table, job, hash, {
    UpdateExpression: 'SET extractedAloneAt = :now',
    ConditionExpression: '#state = :fetched AND attribute_not_exists(extractedAloneAt)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':fetched': 'fetched', ':now': now },
  });

/** Removes a worker's own note: it came back, whatever became of the page. */
export const releaseLoneExtraction = async (
  table: Table,
  { job, hash }: Pick<ContentPage, 'job' | 'hash'>,
  claimedAt: number,
): Promise<void> =>
  void (await changeIf(table, job, hash, {
    UpdateExpression: 'REMOVE extractedAloneAt',
    ConditionExpression: 'extractedAloneAt = :at',
    ExpressionAttributeValues: { ':at': claimedAt },
  }));

/** Changes the page; false if the condition does not hold. */
const changeIf = async (
  table: Table,
  job: string,
  hash: string,
  change: Omit<UpdateCommand['input'], 'TableName' | 'Key'>,
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({ TableName: table.name, Key: pageKey(job, hash), ...change }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
