import { TransactionCanceledException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** The changes of a transaction. */
export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

const tries = 5;

/**
 * Writes a transaction, and again if it only met another one on the same items. Returns the reasons of its items, in
 * their order, if a condition of one does not hold: nothing is written then. Null if it is written.
 *
 * @throws the error of the last try, and any other.
 */
export const transactOrReasons = async (
  table: Table,
  items: TransactItems,
): Promise<readonly CancellationReason[] | null> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
      return null;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) return reasons;
      if (attempt === tries) throw error;
    }
  }
};

/** Writes a transaction, as above. Returns false if one of its conditions does not hold; nothing is written then. */
export const transactIf = async (table: Table, items: TransactItems): Promise<boolean> =>
  (await transactOrReasons(table, items)) === null;
