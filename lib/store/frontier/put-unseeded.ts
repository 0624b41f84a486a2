import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ContentPage } from '../../frontier/page.ts';
import { pageKey } from '../../keys/table-keys.ts';
import { type Table } from '../table.ts';

/**
 * Puts a first page that its job had not admitted when it was over, as it ended. No counter changes here: the write
 * that concludes the job counts it. Condition: the page is not there. Since the job is over, nobody admits it; an
 * earlier try to finish the job may have put it.
 *
 * @param ttl - when the page expires (seconds since the epoch): with its job's other pages.
 */
export const putUnseeded = async (table: Table, page: ContentPage, ttl: number): Promise<void> => {
  try {
    await table.documents.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...page, ...pageKey(page.job, page.hash), ttl },
        ConditionExpression: 'attribute_not_exists(PK)',
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
