import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import { type Table } from '../table.ts';
import { pageKey } from '../../keys/table-keys.ts';

/**
 * Ends a page that was open when its job was over. The job counted it as abandoned in the write that ended the job, so
 * no counter changes here. Condition: still in the state in which it was found. Since the job is over, no worker can
 * finish the page otherwise.
 */
export const skipPage = async (table: Table, page: Page, why: Failure, now: number): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression: 'SET #state = :skipped, code = :code, message = :message, finishedAt = :now',
        ConditionExpression: '#state = :state',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':skipped': 'skipped',
          ':state': page.state,
          ':code': why.code,
          ':message': why.message,
          ':now': now,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
