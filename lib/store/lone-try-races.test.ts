import { afterAll, beforeAll, expect, test } from 'vitest';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { pageKey } from '../keys/table-keys.ts';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { findPages } from './frontier/find-pages.ts';
import { beginLoneVisit, endLoneVisit } from './frontier/note-lone-visit.ts';
import { claimLoneExtraction, releaseLoneExtraction } from './frontier/claim-lone-extraction.ts';
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

test('visits of a page alone count until they come back, and only while it is to be fetched', async () => {
  const { table } = store;
  const [open, over] = ['3'.repeat(32), '4'.repeat(32)];
  const put = async (page: string, state: string): Promise<void> => {
    const facts = {
      job: 'job',
      kind: 'page',
      hash: page,
      url: 'https://a.example/',
      state,
      depth: 0,
      position: 0,
    };
    const Item = { ...pageKey('job', page), ...facts, attempts: 0, admittedAt: 1, touchedAt: 1 };
    await table.documents.send(new PutCommand({ TableName: table.name, Item }));
  };
  await put(open, 'admitted');
  await put(over, 'done');
  const lost = async () => (await findPages(table, 'job', [open, over])).map(({ loneLost }) => loneLost);
  const begun = await Promise.all(Array.from({ length: 4 }, () => beginLoneVisit(table, 'job', open, 1)));
  expect(begun.toSorted()).toEqual([1, 2, 3, 4]);
  await Promise.all(Array.from({ length: 3 }, () => endLoneVisit(table, 'job', open)));
  expect(await lost()).toEqual([1, undefined]);
  await endLoneVisit(table, 'job', open);
  await endLoneVisit(table, 'job', open);
  expect(await lost()).toEqual([0, undefined]);
  expect(await beginLoneVisit(table, 'job', over, 1)).toBe(0);
  expect(await beginLoneVisit(table, 'job', '5'.repeat(32), 1)).toBe(0);
  expect(await lost()).toEqual([0, undefined]);
});

test('of workers that want to extract from a page alone one may, and only its own return ends that', async () => {
  const { table } = store;
  const page = { job: 'job', hash: '6'.repeat(32) };
  const put = async (state: string): Promise<void> =>
    void (await table.documents.send(
      new PutCommand({ TableName: table.name, Item: { ...pageKey('job', page.hash), state } }),
    ));
  await put('fetched');
  const claims = await Promise.all([3, 4, 5, 6].map((now) => claimLoneExtraction(table, page, now)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  const at = 3 + claims.indexOf(true);
  await releaseLoneExtraction(table, page, at + 1);
  expect(await claimLoneExtraction(table, page, 9)).toBe(false);
  await releaseLoneExtraction(table, page, at);
  expect(await claimLoneExtraction(table, page, 9)).toBe(true);
  // A page that ended is nobody's, and a worker that comes back to it ends nothing.
  await put('done');
  expect(await claimLoneExtraction(table, page, 10)).toBe(false);
  await releaseLoneExtraction(table, page, 9);
  expect(await claimLoneExtraction(table, { ...page, hash: '7'.repeat(32) }, 10)).toBe(false);
});
