import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectCountsToEqualItems,
  frontierWorker,
  pageNamed,
  startedJob,
} from '../../../test/harness/frontier.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { sitemapHash, type NewPage } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import { placeLimits } from '../../limits/place-limits.ts';
import { getJob } from '../../store/jobs/get-job.ts';
import type { Table } from '../../store/table.ts';
import { finishPage } from './finish-page.ts';

let store: TestTable;
let table: Table;

beforeAll(async () => {
  store = await startTestTable();
  table = store.table;
});
afterAll(() => store.stop());

const linksNamed = (prefix: string, count: number): NewPage[] =>
  Array.from({ length: count }, (_, index) => pageNamed(`${prefix}-${index}`, 'seed'));

/** A portion of a sitemap; its links are told with each step. */
const portionNamed = (name: string): NewPage => ({
  ...pageNamed(name),
  kind: 'portion',
  hash: sitemapHash(name),
  nesting: 1,
  portion: new Uint8Array(),
});

/** Ends a portion with these links, as it is told to each of several workers. */
const admitPortion = async (
  job: Job,
  { kind, hash, url }: NewPage,
  links: readonly NewPage[],
): Promise<{ readonly stays?: true }> => {
  const now = (await getJob(table, job.id)) as Job;
  const page = { kind, hash, url, from: 'admitted', to: 'done' } as const;
  return await finishPage(frontierWorker(table), { job: now, page, children: links, token: randomUUID() });
};

test.each([0, 3, 150])(
  'a portion of which %i links have room is noted, and waits until all have',
  async (room) => {
    const portion = portionNamed('portion');
    const job = await startedJob(table, room + 1, [pageNamed('seed'), portion]);
    const links = linksNamed('portion-link', 200);
    expect((await admitPortion(job, portion, links)).stays).toBe(true);
    const { job: after } = await expectCountsToEqualItems(table, job.id);
    expect(after).toMatchObject({ admitted: room + 1, sitemapsOpen: 1, reserves: new Set([portion.hash]) });
  },
);

test('no more portions are noted than may wait, whoever comes at the same time', async () => {
  const portions = Array.from({ length: placeLimits.reservesMax + 4 }, (_, index) =>
    portionNamed(`p${index}`),
  );
  const job = await startedJob(table, 3, [pageNamed('seed'), ...portions]);
  const outcomes = await Promise.all(
    portions.map(async (portion) => await admitPortion(job, portion, linksNamed(portion.url.slice(-2), 5))),
  );
  expect(outcomes.map(({ stays }) => stays)).toEqual(portions.map(() => true));
  const { job: after } = await expectCountsToEqualItems(table, job.id);
  expect([after.admitted, after.reserves?.size]).toEqual([3, placeLimits.reservesMax]);
});

test('a portion of a job in shards ends with what has room, since no more ever has', async () => {
  const portion = portionNamed('portion');
  const job = await startedJob(table, 4, [pageNamed('seed'), portion], { cells: 2 });
  expect((await admitPortion(job, portion, linksNamed('shard-link', 20))).stays).toBeUndefined();
  expect(await getJob(table, job.id)).toMatchObject({ admitted: 4, sitemapsOpen: 0 });
});
