import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { countSpending } from '../../envelope/extract-spending.ts';
import type { ModelUsage } from '../../extract/model/page-extraction.ts';
import type { Spending } from '../../job/spending.ts';
import { jobKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** What a job may spend in all. */
export interface SpendingBounds {
  readonly tokens?: number | undefined;
  readonly microdollars?: number | undefined;
}

/**
 * Reserves what embedding the pages of a job may cost from its budgets, before it is spent. False if the budgets do not
 * suffice, or if the job is no longer kept. The condition settles the race with the job's extraction and with other
 * writers of the corpus, who take from the same counters. If a process dies after it, the reservation stays used, so
 * the job may spend less than its budget.
 */
export const reserveEmbedding = async (
  table: Table,
  job: string,
  wanted: Spending,
  bounds: SpendingBounds,
): Promise<boolean> => {
  const limited = [
    ['spentTokens', ':tokensLeft', bounds.tokens, wanted.tokens],
    ['spentMicrodollars', ':moneyLeft', bounds.microdollars, wanted.microdollars],
  ] as const;
  const bounded = limited.filter(([, , max]) => max !== undefined);
  if (bounded.some(([, , max, by]) => by > (max ?? 0))) return false;
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: 'ADD spentTokens :tokens, spentMicrodollars :money',
        ConditionExpression: [
          'attribute_exists(PK)',
          ...bounded.map(([name, left]) => `(attribute_not_exists(${name}) OR ${name} <= ${left})`),
        ].join(' AND '),
        ExpressionAttributeValues: {
          ':tokens': wanted.tokens,
          ':money': wanted.microdollars,
          ...Object.fromEntries(bounded.map(([, left, max, by]) => [left, (max ?? 0) - by])),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/**
 * Counts what embedding cost on its job, and gives back the rest of the reservation. Does nothing if the job is no
 * longer kept.
 */
export const countEmbedding = async (
  table: Table,
  job: string,
  usage: ModelUsage,
  reserved: Spending,
): Promise<void> => {
  const counts = countSpending(usage);
  const all = Object.entries({
    ...counts,
    spentTokens: (counts.spentTokens ?? 0) - reserved.tokens,
    spentMicrodollars: (counts.spentMicrodollars ?? 0) - reserved.microdollars,
  });
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `ADD ${all.map(([counter], index) => `${counter} :by${index}`).join(', ')}`,
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: Object.fromEntries(all.map(([, by], index) => [`:by${index}`, by])),
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
