import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from '../../frontier/page.ts';
import { pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/**
 * Removes the mark of a question that is not asked after all (`mark-asking.ts`): the job's end would wait for it.
 * Condition: the mark is ours; another worker that has the page too may be asking.
 */
export const unmarkAsking = async (
  table: Table,
  page: Pick<Page, 'job' | 'hash'>,
  until: number,
): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression: 'REMOVE askingUntil',
        ConditionExpression: 'askingUntil = :until',
        ExpressionAttributeValues: { ':until': until },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
