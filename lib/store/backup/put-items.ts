import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackupStores } from './backup-stores.ts';
import type { StoredItem } from './scan-items.ts';

/** "BatchWriteItem" in the DynamoDB API Reference. */
export const batchItemsMax = 25;
const triesMax = 12;

/**
 * Writes up to 25 items, each in place of one with the same key. Items that DynamoDB leaves out under load are sent
 * again.
 *
 * @throws {Error} when some items are still left out after about a minute.
 */
export const putItems = async (
  { items: client, table }: BackupStores,
  items: readonly StoredItem[],
): Promise<void> => {
  let left = items.map((Item) => ({ PutRequest: { Item } }));
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt === triesMax)
      throw new Error(`DynamoDB left ${left.length} items of ${table} undone ${triesMax} times: try later`);
    if (attempt > 0) await pause(Math.min(10_000, 50 * 2 ** attempt));
    const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: left } }));
    left = (answer.UnprocessedItems?.[table] ?? []).flatMap(({ PutRequest: put }) =>
      put?.Item === undefined ? [] : [{ PutRequest: { Item: put.Item } }],
    );
  }
};
