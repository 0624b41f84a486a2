import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import type { BackupStores } from './backup-stores.ts';
import type { StoredItem } from './scan-items.ts';
import { writeBatch } from '../write-batch.ts';

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
  const left = await writeBatch(items, triesMax, async (batch) => {
    const puts = batch.map((Item) => ({ PutRequest: { Item } }));
    const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts } }));
    return (answer.UnprocessedItems?.[table] ?? []).flatMap(({ PutRequest: put }) =>
      put?.Item === undefined ? [] : [put.Item],
    );
  });
  if (left.length > 0)
    throw new Error(`DynamoDB left ${left.length} items of ${table} undone ${triesMax} times: try later`);
};
