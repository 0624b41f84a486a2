import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Failure } from '../../failure.ts';
import type { OpenState, Page } from '../../frontier/page.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import { type Table } from '../table.ts';
import { pageKey } from '../../keys/table-keys.ts';

/**
 * Notes on the page that a request failed and when the next may be made. Attempts are counted here and not in the
 * message, so that `maxReceiveCount` counts only crashes. Returns false when the page is over, waits for another tier,
 * or another worker counted this attempt.
 */
export const recordAttempt = async (
  table: Table,
  job: string,
  page: Pick<Page, 'hash' | 'attempts' | 'tier'> & { readonly state: OpenState },
  attempt: {
    readonly failure: Failure;
    readonly status?: number;
    /** The target of a redirect that could not be followed now: the next try begins there. */
    readonly hopUrl?: string;
    /** The page's trail, with this attempt's requests. */
    readonly requests?: readonly RequestLine[];
    readonly notBefore: number;
    readonly now: number;
  },
): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: pageKey(job, page.hash),
        UpdateExpression: [
          'SET attempts = :next, code = :code, message = :message, notBefore = :notBefore, touchedAt = :now',
          ...(attempt.status === undefined ? [] : ['#httpStatus = :httpStatus']),
          ...(attempt.hopUrl === undefined ? [] : ['hopUrl = :hopUrl']),
          ...(attempt.requests === undefined ? [] : ['requests = :requests']),
        ].join(', '),
        ConditionExpression: `#state = :state AND attempts = :attempts AND ${
          page.tier === undefined ? 'attribute_not_exists(tier)' : 'tier = :tier'
        }`,
        ExpressionAttributeNames: {
          '#state': 'state',
          ...(attempt.status === undefined ? {} : { '#httpStatus': 'status' }),
        },
        ExpressionAttributeValues: {
          ':state': page.state,
          ...(page.tier === undefined ? {} : { ':tier': page.tier }),
          ':attempts': page.attempts,
          ':next': page.attempts + 1,
          ':code': attempt.failure.code,
          ':message': attempt.failure.message,
          ':notBefore': attempt.notBefore,
          ':now': attempt.now,
          ...(attempt.status === undefined ? {} : { ':httpStatus': attempt.status }),
          ...(attempt.hopUrl === undefined ? {} : { ':hopUrl': attempt.hopUrl }),
          ...(attempt.requests === undefined ? {} : { ':requests': attempt.requests }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
