import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from '../table.ts';
import type { BackupStores } from './backup-stores.ts';
import type { StoredItem } from './scan-items.ts';

/** Opens the table of a deployment, for operations that know the meaning of its items. */
export const openBackupTable = ({ items, table }: BackupStores): Table => ({
  name: table,
  documents: DynamoDBDocumentClient.from(items),
});

/** Reads an item as plain values. */
export const readStoredItem = (item: StoredItem): unknown => unmarshall(item);
