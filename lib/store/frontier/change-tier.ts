import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FallThrough, Page } from '../../frontier/page.ts';
import { type Table } from '../table.ts';
import { pageKey } from '../../keys/table-keys.ts';

/**
 * Notes on an open page that it waits for another tier, and why. Condition: admitted, with the tier and the attempts
 * with which it was found. So of two workers with the same page one moves it. A late worker neither counts an attempt
 * for a tier that the page has left nor moves it twice. Returns whether it moved.
 *
 * The page's URL batch is sent after this. If it were sent without it, the page would come back in its old tier.
 */
export const changeTier = async (
  table: Table,
  job: string,
  page: Pick<Page, 'hash' | 'attempts' | 'tier' | 'fallThrough' | 'requests'>,
  to: 'http' | 'browser' | 'remote',
  why: FallThrough,
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(job, page.hash),
        UpdateExpression: `SET tier = :to, fallThrough = :fallThrough, attemptsBefore = :attempts, touchedAt = :now${
          page.requests === undefined ? '' : ', requests = :requests'
        } REMOVE notBefore`,
        ConditionExpression: `#state = :admitted AND attempts = :attempts AND ${
          page.tier === undefined ? 'attribute_not_exists(tier)' : 'tier = :from'
        }`,
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':to': to,
          ...(page.tier === undefined ? {} : { ':from': page.tier }),
          ':fallThrough': [...(page.fallThrough ?? []), why],
          ':admitted': 'admitted',
          ':attempts': page.attempts,
          ':now': why.at,
          ...(page.requests === undefined ? {} : { ':requests': page.requests }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
