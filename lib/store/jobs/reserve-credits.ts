import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CreditAccount, CreditSpending } from '../../fetch/tier/credit-account.ts';
import type { Job } from '../../job/job.ts';
import { jobKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';
import { boundedAdd } from './bounded-add.ts';

type Paying = Pick<Job, 'id' | 'maxCredits' | 'maxDollars'>;

const microdollarsPerDollar = 1_000_000;

/**
 * Counts on a job what a service will charge, before it is asked. Condition: the job is running, and stays within its
 * credits and its dollars. So of many workers that ask at the same time only as many do as the job may pay for, and a
 * call whose worker died stays counted. A job with counter shards is counted here too, on its own item.
 */
const reserveCredits = async (
  table: Table,
  { id, maxCredits, maxDollars }: Paying,
  { credits, microdollars }: CreditSpending,
): Promise<'reserved' | 'exhausted' | 'over'> => {
  const moneyMax = maxDollars === undefined ? undefined : Math.floor(maxDollars * microdollarsPerDollar);
  const update = boundedAdd(table, id, [
    { name: 'fetcherCredits', by: credits, most: maxCredits },
    { name: 'fetcherMicros', by: microdollars, most: moneyMax },
  ]);
  if (update === null) return 'exhausted';
  try {
    await table.documents.send(new UpdateCommand(update));
    return 'reserved';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item?.['status']?.S === 'running' ? 'exhausted' : 'over';
  }
};

/**
 * Changes what was counted, once the service has said what it charged: also on a job that has ended meanwhile. Does
 * nothing if the job is no longer kept.
 */
const correctCredits = async (
  table: Table,
  id: string,
  { credits, microdollars }: CreditSpending,
): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(id),
        UpdateExpression: 'ADD fetcherCredits :credits, fetcherMicros :money',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':credits': credits, ':money': microdollars },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};

/** Opens the account from which a job pays for services that fetch its pages. */
export const creditAccount = (table: Table, job: Paying): CreditAccount => ({
  reserve: async (spending) => await reserveCredits(table, job, spending),
  correct: async (by) => await correctCredits(table, job.id, by),
});
