import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import { type Table } from '../table.ts';
import { pageKey } from '../../keys/table-keys.ts';

/**
 * Ends a page that was open when its job was over. The job counted it as abandoned in the write that ended the job, so
 * no counter changes here. Condition: still in the state in which it was found. Returns false if it is not: its worker
 * delivered it (`end-late.ts`), or an earlier try to finish the job skipped it.
 */
export const skipPage = async (table: Table, page: Page, why: Failure, now: number): Promise<boolean> => {
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
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
};
