import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from '../../frontier/page.ts';
import { jobKey, pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

const tries = 5;

/**
 * Counts on a job what a worker spent on a page, whatever became of both: the answer may no longer be needed, but is
 * paid for. Conditions: no write that names this worker (`writer`) has counted it, neither this one nor the page's
 * end, wait or late answer; and the job has not expired. Returns false if it was counted before, or if job or page are
 * gone.
 */
export const countOnce = async (
  table: Table,
  page: Pick<Page, 'job' | 'hash'>,
  writer: string,
  counts: Readonly<Record<string, number | undefined>>,
): Promise<boolean> => {
  const spent = Object.entries(counts).filter(([, by = 0]) => by !== 0);
  if (spent.length === 0) return false;
  const ofJob = {
    TableName: table.name,
    Key: jobKey(page.job),
    UpdateExpression: `ADD ${spent.map((_, index) => `#c${index} :c${index}`).join(', ')}`,
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: Object.fromEntries(spent.map(([name], index) => [`#c${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(spent.map(([, by], index) => [`:c${index}`, by])),
  };
  const ofPage = {
    TableName: table.name,
    Key: pageKey(page.job, page.hash),
    UpdateExpression: 'ADD countedBy :writers',
    ConditionExpression:
      'attribute_exists(PK) AND NOT contains(countedBy, :writer) AND ' +
      '(attribute_not_exists(finishedBy) OR finishedBy <> :writer)',
    ExpressionAttributeValues: { ':writers': new Set([writer]), ':writer': writer },
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(
        new TransactWriteCommand({ TransactItems: [{ Update: ofPage }, { Update: ofJob }] }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      if (error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed') === true)
        return false;
      if (attempt === tries) throw error;
    }
  }
};
