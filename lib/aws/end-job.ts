import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Outcome } from '../job/job.ts';
import { jobKey, type Table } from './table.ts';

/** What an end that was tried found: `won` moved the job; otherwise the status it stands in, or `gone`. */
export type EndAnswer =
  | { readonly kind: 'won' }
  | { readonly kind: 'lost'; readonly status: string; readonly open: number; readonly seeding: boolean };

/**
 * Moves a job from `running` to `finishing`: the one conditional write by which it is over. Exactly one writer wins.
 *
 * With `drained`, on condition that no page is open and that the first pages have all been admitted. Without, whatever
 * is open is abandoned: `abandoned` is the open pages, taken in the same write, so `admitted = finished + abandoned` holds.
 */
export const endJob = async (
  table: Table,
  job: string,
  end: { readonly outcome: Outcome; readonly code?: string; readonly drained: boolean; readonly now: number },
): Promise<EndAnswer> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET #status = :finishing, outcome = :outcome, abandoned = #open - if_not_exists(sitemapsOpen, :none), endedAt = :now${
          end.code === undefined ? '' : ', code = :code'
        }`,
        ConditionExpression: `#status = :running${
          end.drained ? ' AND #open = :none AND attribute_not_exists(seeding)' : ''
        }`,
        ExpressionAttributeNames: { '#status': 'status', '#open': 'open' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':finishing': 'finishing',
          ':outcome': end.outcome,
          ':now': end.now,
          ':none': 0,
          ...(end.code === undefined ? {} : { ':code': end.code }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { kind: 'won' };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return {
      kind: 'lost',
      status: error.Item?.['status']?.S ?? 'gone',
      open: Number(error.Item?.['open']?.N ?? 0),
      seeding: error.Item?.['seeding'] !== undefined,
    };
  }
};
