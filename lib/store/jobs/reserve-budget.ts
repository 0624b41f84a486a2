import { TransactionCanceledException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ContentPage } from '../../frontier/page.ts';
import type { BudgetReservation, Spending } from '../../job/spending.ts';
import { type Table } from '../table.ts';
import { boundedAdd } from './bounded-add.ts';
import { pageKey } from '../../keys/table-keys.ts';

const tries = 5;

/** A reservation, and what the page holds of the job's budgets after it. */
export interface Reserved {
  readonly reservation: BudgetReservation;
  readonly held: Spending | undefined;
}

/**
 * Reads what is counted as spent on a job, from its item. Reservations beyond that may be given back by their pages.
 */
const toldIn = (job: NonNullable<CancellationReason['Item']>): Spending => {
  const number = (name: string): number => Number(job[name]?.N ?? 0);
  return {
    tokens: number('inputTokens') + number('outputTokens'),
    microdollars: number('microdollars'),
  };
};

type Budget = { readonly tokens?: number; readonly microdollars?: number };

/** Makes the two updates of a reservation; null if it asks for more than the whole budget. */
const reservationItems = (
  table: Table,
  page: Pick<ContentPage, 'job' | 'hash'>,
  {
    held,
    wanted,
    budget,
    askingUntil,
  }: {
    readonly held: Spending | undefined;
    readonly wanted: Spending;
    readonly budget: Budget;
    readonly askingUntil: number;
  },
): NonNullable<TransactWriteCommandInput['TransactItems']> | null => {
  const ofJob = boundedAdd(table, page.job, [
    { name: 'spentTokens', by: wanted.tokens - (held?.tokens ?? 0), most: budget.tokens },
    {
      name: 'spentMicrodollars',
      by: wanted.microdollars - (held?.microdollars ?? 0),
      most: budget.microdollars,
    },
  ]);
  if (ofJob === null) return null;
  const isAsFound = held === undefined ? 'attribute_not_exists(reserved)' : 'reserved = :held';
  const ofPage = {
    TableName: table.name,
    Key: pageKey(page.job, page.hash),
    UpdateExpression: 'SET reserved = :reserved, askingUntil = :until',
    ConditionExpression: `#state = :fetched AND ${isAsFound}`,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':fetched': 'fetched',
      ':reserved': wanted,
      ':until': askingUntil,
      ...(held === undefined ? {} : { ':held': held }),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  return [{ Update: ofJob }, { Update: ofPage }];
};

type FoundItem = NonNullable<CancellationReason['Item']>;

/** Reads what a page holds, from its item. */
const heldIn = ({ reserved }: FoundItem): Spending | undefined =>
  reserved?.M === undefined
    ? undefined
    : { tokens: Number(reserved.M['tokens']?.N), microdollars: Number(reserved.M['microdollars']?.N) };

/** Says why a job refused a reservation. */
const whyRefused = (job: FoundItem, wanted: Spending, budget: Budget): BudgetReservation => {
  if (job['status']?.S !== 'running') return 'over';
  const told = toldIn(job);
  const fits =
    told.tokens + wanted.tokens <= (budget.tokens ?? Number.POSITIVE_INFINITY) &&
    told.microdollars + wanted.microdollars <= (budget.microdollars ?? Number.POSITIVE_INFINITY);
  return fits ? 'crowded' : 'exhausted';
};

/**
 * Raises what a page holds of a job's budgets to what it has spent and is about to spend, before it is spent.
 * Condition: the job is running, it stays within its budgets, the page still waits, and no other worker raised it
 * since. What it did not spend is given back in the transaction that ends the page or puts it off. `askingUntil` says
 * until when the answer may take: a job that is over waits for it.
 */
export const reserveBudget = async (
  table: Table,
  page: Pick<ContentPage, 'job' | 'hash' | 'reserved'>,
  wanted: Spending,
  budget: Budget,
  askingUntil: number,
): Promise<Reserved> => {
  let held = page.reserved;
  for (let attempt = 1; ; attempt += 1) {
    const items = reservationItems(table, page, { held, wanted, budget, askingUntil });
    if (items === null) return { reservation: 'exhausted', held };
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
      return { reservation: 'reserved', held: wanted };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const [ofJob, ofPage] = error.CancellationReasons ?? [];
      if (ofPage?.Code === 'ConditionalCheckFailed') {
        if (ofPage.Item?.['state']?.S !== 'fetched') return { reservation: 'over', held };
        // Another worker raised it, and has died or has the page too: its cost belongs to the page.
        held = heldIn(ofPage.Item);
      } else if (ofJob?.Code === 'ConditionalCheckFailed')
        return { reservation: whyRefused(ofJob.Item ?? {}, wanted, budget), held };
      if (attempt === tries) throw error;
    }
  }
};
