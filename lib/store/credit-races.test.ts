import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import type { CreditAccount } from '../fetch/tier/credit-account.ts';
import { newJob } from '../job/new-job.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';
import { writeJobEnd } from './jobs/end-job.ts';
import { getJob } from './jobs/get-job.ts';
import { putJob } from './jobs/put-job.ts';
import { creditAccount } from './jobs/reserve-credits.ts';

/** Many workers that pay from one job's credits at the same time. */
let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const now = Date.UTC(2026, 0, 1);
const price = { credits: 10, microdollars: 2_000 };

const begin = async (id: string, bounds: { maxCredits?: number; maxDollars?: number } = {}) => {
  const job = newJob({
    id,
    kind: 'crawl',
    team: 'team',
    request: { url: 'https://a.example/', scrape: completeScrapeOptions({}) },
    limit: 4,
    hosts: 1,
    now,
    ...bounds,
  });
  await putJob(store.table, job, null);
  return { job, account: creditAccount(store.table, job) };
};
const many = async (account: CreditAccount): Promise<string[]> =>
  await Promise.all(Array.from({ length: 6 }, async () => await account.reserve(price)));
const spent = async (id: string) => {
  const { fetcherCredits = 0, fetcherMicros = 0 } = (await getJob(store.table, id)) ?? {};
  return [fetcherCredits, fetcherMicros];
};

test('workers that pay at the same time spend no more credits together than the job has', async () => {
  const { account } = await begin('credits', { maxCredits: 25 });
  expect((await many(account)).filter((answer) => answer === 'reserved')).toHaveLength(2);
  expect(await spent('credits')).toEqual([20, 4_000]);
  expect(await account.reserve({ credits: 5, microdollars: 0 })).toBe('reserved');
  expect(await account.reserve({ credits: 1, microdollars: 0 })).toBe('exhausted');
});

test('nor more dollars, where a credit has a price', async () => {
  const { account } = await begin('dollars', { maxDollars: 0.006 });
  expect((await many(account)).filter((answer) => answer === 'reserved')).toHaveLength(3);
  expect(await spent('dollars')).toEqual([30, 6_000]);
});

test('what is given back can be spent by another, and a job without bounds has none', async () => {
  const { account } = await begin('returned', { maxCredits: 10 });
  await account.reserve(price);
  await Promise.all([1, 2].map(async () => await account.correct({ credits: -4, microdollars: -800 })));
  expect(await spent('returned')).toEqual([2, 400]);
  expect(await account.reserve({ credits: 8, microdollars: 0 })).toBe('reserved');
  const { account: free } = await begin('unbounded');
  expect(await many(free)).toEqual(Array.from({ length: 6 }, () => 'reserved'));
});

test('a job that is over pays for nothing more, but what it was charged meanwhile is corrected', async () => {
  const { account, job } = await begin('over');
  await account.reserve(price);
  await writeJobEnd(store.table, job, { outcome: 'cancelled', drained: false, now });
  expect(await account.reserve(price)).toBe('over');
  await account.correct({ credits: -9, microdollars: 0 });
  expect(await spent('over')).toEqual([1, 2_000]);
  const gone = creditAccount(store.table, { id: 'gone' });
  await expect(gone.correct(price)).resolves.toBeUndefined();
  expect(await gone.reserve(price)).toBe('over');
  expect(await getJob(store.table, 'gone')).toBeNull();
});
