import {
  ConditionalCheckFailedException,
  GetItemCommand,
  UpdateItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import type { BackupStores } from './backup-stores.ts';
import type { StoredItem } from './scan-items.ts';

const triesMax = 8;

/**
 * Changes attributes of an item to the result of `edit`, on condition that they are still what was read, so a
 * function's write meanwhile is not undone. Does nothing if there is no item, or if nothing changes.
 *
 * @throws {Error} when another writer changed the item each time.
 */
export const editItem = async (
  { items, table }: BackupStores,
  { PK, SK }: { readonly PK: string; readonly SK: string },
  edit: (item: StoredItem) => StoredItem,
): Promise<void> => {
  const Key = { PK: { S: PK }, SK: { S: SK } };
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const { Item: item } = await items.send(
      new GetItemCommand({ TableName: table, Key, ConsistentRead: true }),
    );
    if (item === undefined) return;
    const changed = Object.entries(edit(item)).filter(([name, value]) => item[name] !== value);
    if (changed.length === 0) return;
    const names = Object.fromEntries(changed.map(([name], at) => [`#n${at}`, name]));
    const values: Record<string, AttributeValue> = {};
    for (const [at, [name, value]] of changed.entries()) {
      values[`:new${at}`] = value;
      values[`:old${at}`] = item[name] ?? { NULL: true };
    }
    try {
      await items.send(
        new UpdateItemCommand({
          TableName: table,
          Key,
          UpdateExpression: `SET ${changed.map((_, at) => `#n${at} = :new${at}`).join(', ')}`,
          ConditionExpression: changed.map((_, at) => `#n${at} = :old${at}`).join(' AND '),
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: values,
        }),
      );
      return;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
  throw new Error(`Cannot change ${PK} ${SK}: ${triesMax} times somebody else wrote it. Try again`);
};
