import { paginateScan, type AttributeValue } from '@aws-sdk/client-dynamodb';
import type { BackupStores } from './backup-stores.ts';

/** An item as DynamoDB stores it: numbers as text, so that none loses a digit. */
export type StoredItem = Record<string, AttributeValue>;

/**
 * Reads the whole table, a page of items at a time. Each item is as it was when its page was read; an item that is
 * written meanwhile may be included or not.
 *
 * @param pageSize - items in a page at most; by default as many as fit into 1 MB.
 */
export async function* scanItems(
  { items, table }: BackupStores,
  pageSize?: number,
): AsyncGenerator<readonly StoredItem[]> {
  const input = { TableName: table, ConsistentRead: true, Limit: pageSize };
  for await (const { Items: found = [] } of paginateScan({ client: items }, input)) yield found;
}

/** Whether the table is empty. */
export const isTableEmpty = async (stores: BackupStores): Promise<boolean> => {
  for await (const found of scanItems(stores, 1)) if (found.length > 0) return false;
  return true;
};
