import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FallThrough, Page } from '../../frontier/page.ts';
import { type Table } from '../table.ts';
import { pageKey } from '../../keys/table-keys.ts';

/**
 * Notes on an open page that it waits for another tier, and why. Condition: admitted, in the tier and with the
 * attempts that it was found with. So of two workers with the same page one moves it, and a worker that is late
 * neither counts an attempt of a tier that the page has left nor moves it twice. Answers whether it moved.
 *
 * The page's URL batch is sent after this: who sends without it would have the page come back by the tier it was in.
 */
export const changeTier = async (
  table: Table,
  job: string,
  page: Pick<Page, 'hash' | 'attempts' | 'tier' | 'fallThrough' | 'requests'>,
  to: 'http' | 'browser',
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
