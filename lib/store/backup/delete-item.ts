import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import type { BackupStores } from './backup-stores.ts';
import type { StoredItem } from './scan-items.ts';

/** Deletes an item for good; does nothing if there is none. No counter changes: the job that counts it has ended. */
export const deleteItem = async (
  { items, table }: BackupStores,
  { PK, SK }: { readonly PK: string; readonly SK: string },
): Promise<void> => {
  await items.send(new DeleteItemCommand({ TableName: table, Key: { PK: { S: PK }, SK: { S: SK } } }));
};

/** Reads the key of an item. */
export const readItemKey = (item: StoredItem): { readonly PK: string; readonly SK: string } => ({
  PK: item['PK']?.S ?? '',
  SK: item['SK']?.S ?? '',
});
