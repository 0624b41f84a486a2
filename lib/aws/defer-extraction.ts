import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Failure } from '../failure.ts';
import type { Page } from '../frontier/page.ts';
import { pageKey, type Table } from './table.ts';

/**
 * Notes on a fetched page that nobody could be asked about it now, and when that is tried again. Answers false when the page
 * is over, or another worker noted this one.
 */
export const deferExtraction = async (
  table: Table,
  page: Pick<Page, 'job' | 'hash' | 'deferrals'>,
  deferral: { readonly failure: Failure; readonly notBefore: number; readonly now: number },
): Promise<boolean> => {
  const { deferrals = 0 } = page;
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression:
          'SET deferrals = :next, code = :code, message = :message, notBefore = :notBefore, touchedAt = :now',
        ConditionExpression: `#state = :fetched AND ${deferrals === 0 ? 'attribute_not_exists(deferrals)' : 'deferrals = :deferrals'}`,
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':fetched': 'fetched',
          ...(deferrals === 0 ? {} : { ':deferrals': deferrals }),
          ':next': deferrals + 1,
          ':code': deferral.failure.code,
          ':message': deferral.failure.message,
          ':notBefore': deferral.notBefore,
          ':now': deferral.now,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
