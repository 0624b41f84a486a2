import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** The changes of a transaction. */
export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

const tries = 5;

/**
 * Writes a transaction, and again if it only met another one on the same items. Returns false if one of its conditions
 * does not hold; nothing is written then.
 *
 * @throws the error of the last try, and any other.
 */
export const transactIf = async (table: Table, items: TransactItems): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      if (error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed') === true)
        return false;
      if (attempt === tries) throw error;
    }
  }
};
