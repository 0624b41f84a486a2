import type { Page } from '../../frontier/page.ts';
import { jobKey, pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';
import { transactIf } from '../transact-if.ts';
import { makeUnitsUpdate } from '../units-update.ts';

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
  const spent = makeUnitsUpdate(counts);
  if (spent.add === '') return false;
  const ofJob = {
    TableName: table.name,
    Key: jobKey(page.job),
    UpdateExpression: spent.add.trim(),
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: spent.names,
    ExpressionAttributeValues: spent.values,
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
  return await transactIf(table, [{ Update: ofPage }, { Update: ofJob }]);
};
