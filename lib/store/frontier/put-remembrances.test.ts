import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import { Outage } from '../../outage.ts';
import type { Table } from '../table.ts';
import { getItems } from './find-pages.ts';
import { putRemembrances } from './put-remembrances.ts';

let store: TestTable;

beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

const version = (name: string, contentHash = name): VersionItem =>
  ({ PK: `P#team#${name}`, SK: 'LATEST', contentHash, ttl: 4_000_000_000 }) as unknown as VersionItem;

/** The table, of which each call puts `room` items at most, as DynamoDB does under load. */
const crowded = (room: number) => {
  const calls: number[] = [];
  const documents = Object.create(store.table.documents) as Table['documents'];
  documents.send = (async (command: BatchWriteCommand) => {
    const { [store.table.name]: writes = [] } = command.input.RequestItems ?? {};
    calls.push(writes.length);
    const [taken, left] = [writes.slice(0, room), writes.slice(room)];
    const request = new BatchWriteCommand({ RequestItems: { [store.table.name]: taken } });
    if (taken.length > 0) await store.table.documents.send(request);
    return { UnprocessedItems: left.length === 0 ? {} : { [store.table.name]: left } };
  }) as Table['documents']['send'];
  return { table: { ...store.table, documents }, calls };
};

const readBack = async (items: readonly VersionItem[]): Promise<number> => {
  const keys = items.map(({ PK, SK }) => ({ PK, SK }));
  return (await getItems(store.table, keys, { consistent: true })).length;
};

test('versions are put 25 a call, with the version of their shape', async () => {
  const items = Array.from({ length: 60 }, (_, at) => version(`many-${at}`));
  const { table, calls } = crowded(25);
  await putRemembrances(table, items);
  expect(calls).toEqual([25, 25, 10]);
  expect(await readBack(items)).toBe(60);
  const [item] = await getItems(store.table, [{ PK: 'P#team#many-0', SK: 'LATEST' }], { consistent: true });
  expect(item).toHaveProperty('v');
});

test('what DynamoDB leaves out under load is put again', async () => {
  const items = Array.from({ length: 12 }, (_, at) => version(`again-${at}`));
  const { table, calls } = crowded(5);
  await putRemembrances(table, items);
  expect(calls).toEqual([12, 7, 2]);
  expect(await readBack(items)).toBe(12);
});

test('a table that takes nothing is an outage', async () => {
  const { table, calls } = crowded(0);
  await expect(putRemembrances(table, [version('never')])).rejects.toThrow(Outage);
  expect(calls).toHaveLength(7);
});

test('of two versions of one URL the last is put', async () => {
  await putRemembrances(store.table, [version('twice', 'before'), version('twice', 'after')]);
  const [item] = await getItems(store.table, [{ PK: 'P#team#twice', SK: 'LATEST' }], { consistent: true });
  expect(item).toMatchObject({ contentHash: 'after' });
});

test('no versions are no call', async () => {
  const { table, calls } = crowded(25);
  await putRemembrances(table, []);
  expect(calls).toEqual([]);
});
