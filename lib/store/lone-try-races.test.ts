import { afterAll, beforeAll, expect, test } from 'vitest';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { pageKey } from '../keys/table-keys.ts';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { claimLoneTry, releaseLoneTry } from './frontier/claim-lone-try.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

const hash = '0'.repeat(32);

test('of all that claim the one try of a page, one has it; its next attempt has one again', async () => {
  const { table } = store;
  await table.documents.send(
    new PutCommand({ TableName: table.name, Item: { ...pageKey('job', hash), state: 'admitted' } }),
  );
  const claims = await Promise.all(
    Array.from({ length: 5 }, () => claimLoneTry(table, 'job', { hash, attempts: 0 }, 7)),
  );
  expect(claims.toSorted()).toEqual([7, 7, 7, 7, null]);
  expect(await claimLoneTry(table, 'job', { hash, attempts: 1 }, 8)).toBeNull();
  expect(await claimLoneTry(table, 'job', { hash, attempts: 0 }, 9)).toBe(8);
});

test('whoever came back leaves the try to others, and takes nobody else’s', async () => {
  const { table } = store;
  const page = { hash: '2'.repeat(32), attempts: 3 };
  await table.documents.send(
    new PutCommand({ TableName: table.name, Item: { ...pageKey('job', page.hash), state: 'admitted' } }),
  );
  expect(await claimLoneTry(table, 'job', page, 5)).toBeNull();
  await releaseLoneTry(table, 'job', { ...page, attempts: 2 });
  expect(await claimLoneTry(table, 'job', page, 6)).toBe(5);
  await releaseLoneTry(table, 'job', page);
  expect(await claimLoneTry(table, 'job', page, 5)).toBeNull();
});

test('a page that is not there has none', async () => {
  expect(await claimLoneTry(store.table, 'job', { hash: '1'.repeat(32), attempts: 0 }, 1)).toBe(0);
});
