import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { placeLimits } from '../../limits/place-limits.ts';
import { jobKey } from '../../keys/table-keys.ts';
import { mayWaitAs } from '../frontier/frontier-items.ts';
import type { Table } from '../table.ts';

/**
 * Notes on a running job that an open sitemap, or a portion of one, waits until there is room; `endIfDrained` then
 * sends its message. False if as many wait as may, or the job is over. Harmless to repeat.
 */
export const noteWaiting = async (table: Table, job: string, hash: string): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: 'ADD reserves :hash',
        ConditionExpression: `#status = :running AND ${mayWaitAs(':one', ':most')}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':hash': new Set([hash]),
          ':one': hash,
          ':most': placeLimits.reservesMax,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
