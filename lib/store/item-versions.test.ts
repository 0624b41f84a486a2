import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { jobKey, pageKey } from '../keys/table-keys.ts';
import { isOutage } from '../outage.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => {
  await store?.stop();
});

const read = async (Key: { readonly PK: string; readonly SK: string }) =>
  (await store.table.documents.send(new GetCommand({ TableName: store.table.name, Key }))).Item;

test('each item is put with the version of its shape, by itself and in a transaction', async () => {
  const { documents, name: TableName } = store.table;
  const [job, page] = [jobKey('j'), pageKey('j', '0'.repeat(32))];
  await documents.send(new PutCommand({ TableName, Item: { ...job, kind: 'crawl' } }));
  await documents.send(
    new TransactWriteCommand({
      TransactItems: [{ Put: { TableName, Item: { ...page, v: 1, state: 'done' } } }],
    }),
  );
  expect(await read(job)).toEqual({ ...job, kind: 'crawl', v: 1 });
  expect(await read(page)).toEqual({ ...page, state: 'done', v: 3 });
});

test('an item that a later release wrote is no item that this one reads: its message comes again', async () => {
  const { documents, name: TableName } = store.table;
  const key = jobKey('later');
  await documents.send(new PutCommand({ TableName, Item: { ...key } }));
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: key,
      UpdateExpression: 'SET v = :later',
      ExpressionAttributeValues: { ':later': 3 },
    }),
  );
  const reads = [
    new GetCommand({ TableName, Key: key }),
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key] } } }),
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'PK = :key',
      ExpressionAttributeValues: { ':key': key.PK },
    }),
  ];
  for (const command of reads) {
    const thrown = await documents.send(command as GetCommand).catch((error: unknown) => error);
    expect(isOutage(thrown)).toBe(true);
    expect(String(thrown)).toContain('J#later META: it has version 3, and this release reads 2');
  }
});

test('an item without a version is read: it was written before items had any', async () => {
  const { documents, name: TableName } = store.table;
  const key = jobKey('old');
  const SET = { UpdateExpression: 'SET kind = :crawl', ExpressionAttributeValues: { ':crawl': 'crawl' } };
  await documents.send(new UpdateCommand({ TableName, Key: key, ...SET }));
  expect(await read(key)).toEqual({ ...key, kind: 'crawl' });
});
