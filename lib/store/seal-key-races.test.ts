import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { claimSealKeys } from './keys/claim-seal-keys.ts';
import { getSealKeys, putSealKeys } from './keys/seal-keys.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

const keys = (name: string) => ({ crawl: `${name} crawl`, webhook: `${name} webhook` });

test('of all that claim to make the keys of headers one may, until its claim runs out; only it publishes', async () => {
  const { table } = store;
  const names = ['a', 'b', 'c', 'd', 'e'];
  const claims = await Promise.all(
    names.map(async (claim) => await claimSealKeys(table, { claim, now: 10, untilMs: 20 }, false)),
  );
  const first = names[claims.indexOf(true)] ?? expect.fail('nobody may');
  expect(claims.filter(Boolean)).toEqual([true]);
  expect(await claimSealKeys(table, { claim: 'late', now: 20, untilMs: 30 }, false)).toBe(false);
  expect(await claimSealKeys(table, { claim: 'late', now: 21, untilMs: 30 }, false)).toBe(true);
  expect(await putSealKeys(table, keys(first), first)).toBe(false);
  expect(await getSealKeys(table)).toBeNull();
  expect(await putSealKeys(table, keys('late'), 'late')).toBe(true);
  expect(await getSealKeys(table)).toEqual(keys('late'));
});

test('where keys are published they are made anew by who says so alone, and stand until then', async () => {
  const { table } = store;
  expect(await claimSealKeys(table, { claim: 'first', now: 100, untilMs: 200 }, false)).toBe(false);
  expect(await claimSealKeys(table, { claim: 'anew', now: 100, untilMs: 200 }, true)).toBe(true);
  expect(await claimSealKeys(table, { claim: 'too', now: 100, untilMs: 200 }, true)).toBe(false);
  expect(await getSealKeys(table)).toEqual(keys('late'));
  expect(await putSealKeys(table, keys('anew'), 'anew')).toBe(true);
  expect(await getSealKeys(table)).toEqual(keys('anew'));
});
