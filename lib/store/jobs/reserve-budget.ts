import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from '../../frontier/page.ts';
import type { BudgetReservation, Spending } from '../../job/spending.ts';
import { type Table } from '../table.ts';
import { jobKey, pageKey } from '../../keys/table-keys.ts';

const tries = 5;

/**
 * Takes out of a job's budgets what a page may spend at most, before it is spent: on condition that the job is running, that it
 * stays within its budgets, and that the page still waits. What it did not spend is given back in the transaction that ends the
 * page. So a budget is never passed, whoever dies when.
 */
export const reserveBudget = async (
  table: Table,
  page: Pick<Page, 'job' | 'hash'>,
  wanted: Spending,
  budget: { readonly tokens?: number; readonly microdollars?: number },
): Promise<BudgetReservation> => {
  const bounds = [
    ['spentTokens', ':tokensLeft', budget.tokens, wanted.tokens],
    ['spentMicrodollars', ':moneyLeft', budget.microdollars, wanted.microdollars],
  ] as const;
  const bounded = bounds.filter(([, , max]) => max !== undefined);
  if (bounded.some(([, , max, by]) => by > (max ?? 0))) return 'exhausted';
  const items = [
    {
      Update: {
        TableName: table.name,
        Key: jobKey(page.job),
        UpdateExpression: 'ADD spentTokens :tokens, spentMicrodollars :money',
        ConditionExpression: [
          '#status = :running',
          ...bounded.map(([name, left]) => `(attribute_not_exists(${name}) OR ${name} <= ${left})`),
        ].join(' AND '),
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':tokens': wanted.tokens,
          ':money': wanted.microdollars,
          ...Object.fromEntries(bounded.map(([, left, max, by]) => [left, (max ?? 0) - by])),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    },
    {
      Update: {
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression: 'SET reserved = :reserved',
        ConditionExpression: '#state = :fetched AND attribute_not_exists(reserved)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':fetched': 'fetched', ':reserved': wanted },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    },
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
      return 'reserved';
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const [ofJob, ofPage] = error.CancellationReasons ?? [];
      if (ofPage?.Code === 'ConditionalCheckFailed')
        // A worker before us reserved it, and died: what it took is the page's.
        return ofPage.Item?.['state']?.S === 'fetched' ? 'reserved' : 'over';
      if (ofJob?.Code === 'ConditionalCheckFailed')
        return ofJob.Item?.['status']?.S === 'running' ? 'exhausted' : 'over';
      if (attempt === tries) throw error;
    }
  }
};
