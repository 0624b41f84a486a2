import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from '../../frontier/page.ts';
import { type Table } from '../table.ts';
import { pageKey } from '../../keys/table-keys.ts';

/**
 * Notes on a fetched page that a model is about to be asked about it, and until when that may take. The job is read
 * after this. So either this worker sees that the job is over, or the worker that finishes the job sees the mark and
 * waits. Returns false if the page has ended.
 */
export const markAsking = async (
  table: Table,
  page: Pick<Page, 'job' | 'hash'>,
  until: number,
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression: 'SET askingUntil = :until',
        ConditionExpression: '#state = :fetched',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':fetched': 'fetched', ':until': until },
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
};
