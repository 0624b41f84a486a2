import { BatchWriteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectCountsToEqualItems,
  frontierWorker,
  pageNamed,
  startedJob,
} from '../../../test/harness/frontier.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import { pageHash, type NewPage, type Page } from '../../frontier/page.ts';
import type { UrlBatch } from '../../frontier/url-batch.ts';
import type { RunningJob } from '../../job/job.ts';
import { Outage } from '../../outage.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import type { Table } from '../../store/table.ts';
import type { FetchWorker } from './fetch-worker.ts';
import { openJobVisits, type HostVisit, type JobVisits } from './host-visit.ts';
import { sendOn } from './send-on.ts';
import { endPage, leaveVisits, writeLastEnds, type EndingWorker } from './end-page.ts';

let store: TestTable;

beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

/** The table, whose transactions are counted, and refused while `isOut`; batches of `refused` items or more are. */
const watched = () => {
  const seen = { transactions: 0, isOut: false, refused: Infinity, order: [] as string[] };
  const documents = Object.create(store.table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    if ((command as unknown) instanceof TransactWriteCommand) {
      if (seen.isOut) throw new Outage('the table is out');
      seen.transactions += 1;
      seen.order.push('ends');
    } else if ((command as unknown) instanceof BatchWriteCommand) {
      const { input } = command as unknown as BatchWriteCommand;
      const { length } = input.RequestItems?.[store.table.name] ?? [];
      seen.order.push(`versions: ${length}`);
      if (length >= seen.refused) throw new Error('one of the items is refused');
    }
    return await store.table.documents.send(command);
  }) as Table['documents']['send'];
  return { table: { ...store.table, documents }, seen };
};

const makeWorker = (table: Table, sent: UrlBatch[] = []): EndingWorker & Pick<FetchWorker, 'queues'> => {
  const send = async (command: SendMessageBatchCommand): Promise<object> => {
    for (const { MessageBody = '' } of command.input.Entries ?? [])
      sent.push(JSON.parse(MessageBody) as UrlBatch);
    return {};
  };
  const queues = { client: { send }, fetch: { normal: 'fetch' }, render: 'render' };
  const sleep = async (ms: number): Promise<void> => await pause(ms);
  const hosts = {
    tier: { name: 'http' },
    robots: { cached: async () => null },
    wikis: { isEmpty: true, siteOf: async () => null },
    policies: { hosts: { hasGroups: false } },
  };
  const rest = { queues, sleep, log: () => {}, ...hosts };
  return { ...frontierWorker(table), ...rest } as unknown as EndingWorker & Pick<FetchWorker, 'queues'>;
};

const visitOf = (job: RunningJob, visits: JobVisits, key: object): HostVisit =>
  ({
    job,
    visits,
    key,
    unwritten: [],
    thrown: [],
    admitted: [],
    outgoing: [],
    fetched: [],
    redelivered: false,
    stopped: false,
    mapped: 0,
  }) as unknown as HostVisit;

/** What is remembered of a page: the store does not look into it. */
const versionOf = ({ hash, url }: Page): VersionItem =>
  ({ PK: `P#test#${hash}`, SK: 'LATEST', url, ttl: 4_000_000_000 }) as unknown as VersionItem;

const seeds = Array.from({ length: 9 }, (_, index) => pageNamed(`seed-${index}`));

/** Two visits that share an invocation, the pages of each, and how one of them ends. */
const beginTwo = async (table: Table, sent?: UrlBatch[]) => {
  const job = await startedJob(store.table, 1_000, seeds);
  const pages = await findPages(
    store.table,
    job.id,
    seeds.map(({ hash }) => hash),
  );
  const keys = [{}, {}] as const;
  const visits = openJobVisits(keys);
  const worker = makeWorker(table, sent);
  const [one, other] = keys.map((key) => visitOf(job, visits, key)) as [HostVisit, HostVisit];
  const end = async (visit: HostVisit, page: Page, children: readonly NewPage[] = []): Promise<void> =>
    await endPage(worker, visit, page, { to: 'done', facts: {}, children, items: [versionOf(page)] });
  return { job, visits, worker, one, other, pages, end };
};

const childOf = (page: Page): NewPage => ({
  ...pageNamed(`below-${page.hash}`, page.hash),
  hash: pageHash(`below-${page.hash}`),
});

test('pages of two visits that admit others end in one transaction, and their children share URL batches', async () => {
  const { table, seen } = watched();
  const sent: UrlBatch[] = [];
  const { job, worker, one, other, pages, end } = await beginTwo(table, sent);
  for (const [index, page] of pages.entries()) await end(index < 5 ? one : other, page, [childOf(page)]);
  const finish = async (visit: HostVisit): Promise<void> => {
    await writeLastEnds(worker, visit);
    await sendOn(worker as FetchWorker, visit);
  };
  await Promise.all([finish(one), finish(other)]);
  expect(seen.transactions).toBe(1);
  expect([one.admitted.length, other.admitted.length]).toEqual([5, 4]);
  expect(sent.map(({ fresh, pages: { length } }) => [fresh, length])).toEqual([[true, 9]]);
  const counted = await expectCountsToEqualItems(store.table, job.id);
  expect(counted.pages).toHaveLength(18);
});

test('pages that leave others open all end in one transaction, and their versions are put after it', async () => {
  const { table, seen } = watched();
  const { job, worker, one, other, pages, end } = await beginTwo(table);
  one.admitted.push(childOf(pages[0] as Page));
  for (const [index, page] of pages.entries()) await end(index < 5 ? one : other, page);
  await Promise.all([writeLastEnds(worker, one), writeLastEnds(worker, other)]);
  expect(seen.order).toEqual(['ends', 'versions: 9']);
  expect((await expectCountsToEqualItems(store.table, job.id)).job.done).toBe(9);
});

test('what one page brings stops no version of another: where they cannot be put together, each is put', async () => {
  const { table, seen } = watched();
  seen.refused = 2;
  const { worker, one, other, pages, end } = await beginTwo(table);
  one.admitted.push(childOf(pages[0] as Page));
  for (const page of pages.slice(0, 3)) await end(one, page);
  await Promise.all([writeLastEnds(worker, one), writeLastEnds(worker, other)]);
  expect(seen.order).toEqual(['ends', 'versions: 3', 'versions: 1', 'versions: 1', 'versions: 1']);
});

test('where no page stays open, the last one ends by itself, after the versions of the others are put', async () => {
  const { table, seen } = watched();
  const { job, worker, one, other, pages, end } = await beginTwo(table);
  for (const [index, page] of pages.entries()) await end(index < 5 ? one : other, page);
  await Promise.all([writeLastEnds(worker, one), writeLastEnds(worker, other)]);
  expect(seen.order).toEqual(['ends', 'versions: 8', 'ends']);
  expect((await expectCountsToEqualItems(store.table, job.id)).job.done).toBe(9);
});

test('a visit that is over has its ends written although another still works, and never leaves', async () => {
  const { job, worker, visits, one, other, pages, end } = await beginTwo(store.table);
  const [first, second] = pages as [Page, Page];
  await end(one, first);
  await end(other, second);
  await writeLastEnds(worker, one);
  expect((await expectCountsToEqualItems(store.table, job.id)).job.done).toBe(2);
  await leaveVisits(worker, visits, other.key);
});

test('an outage fails each visit that waited for the transaction, and no other', async () => {
  const { table, seen } = watched();
  const { job, worker, one, other, pages, end } = await beginTwo(table);
  const [first, second, ...rest] = pages as [Page, Page, ...Page[]];
  await end(one, first);
  seen.isOut = true;
  const left = writeLastEnds(worker, one).catch((error: unknown) => error);
  await end(one, second).catch(() => undefined);
  expect(await left).toBeInstanceOf(Outage);
  seen.isOut = false;
  for (const page of rest) await end(other, page);
  await writeLastEnds(worker, other);
  const counted = await expectCountsToEqualItems(store.table, job.id);
  expect(counted.job.done).toBe(rest.length);
});
