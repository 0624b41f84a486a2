import type { ContentPage } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { type Table } from '../table.ts';
import { transactOrReasons } from '../transact-if.ts';
import { jobKey, pageKey } from '../../keys/table-keys.ts';

/**
 * Counts a page that is about to be fetched against the pages that its job may fetch, once for each page however often
 * it is tried. Condition: fewer were counted than the job may fetch, and this one was not counted. Returns false if the
 * job has fetched as many as it may. For a job without such a bound it writes nothing.
 */
export const claimVisit = async (table: Table, job: RunningJob, page: ContentPage): Promise<boolean> => {
  const most = job.request.extract?.pagesMax;
  if (most === undefined || page.claimed === true) return true;
  const items = [
    {
      Update: {
        TableName: table.name,
        Key: jobKey(job.id),
        UpdateExpression: 'ADD visits :one',
        ConditionExpression: 'attribute_not_exists(visits) OR visits < :most',
        ExpressionAttributeValues: { ':one': 1, ':most': most },
      },
    },
    {
      Update: {
        TableName: table.name,
        Key: pageKey(job.id, page.hash),
        UpdateExpression: 'SET claimed = :yes',
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(claimed)',
        ExpressionAttributeValues: { ':yes': true },
      },
    },
  ];
  const reasons = await transactOrReasons(table, items);
  // Where the page's own condition fails, an earlier worker counted it, and died.
  return reasons === null || reasons[1]?.Code === 'ConditionalCheckFailed';
};
