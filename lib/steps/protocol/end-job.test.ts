import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endRequest, frontierWorker, pageNamed, startedJob } from '../../../test/harness/frontier.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { createSeenCache } from '../../frontier/seen-cache.ts';
import type { Table } from '../../store/table.ts';
import { cancelOpenJob, endEarly, endIfDrained } from './end-job.ts';
import { finishTogether } from './finish-together.ts';

let store: TestTable;

beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

const queues = { client: { send: async () => ({}) } as never, finish: 'finish' };

/** The table, whose reads of several items are counted. */
const counted = () => {
  const seen = { reads: 0 };
  const documents = Object.create(store.table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    if ((command as unknown) instanceof BatchGetCommand) seen.reads += 1;
    return await store.table.documents.send(command);
  }) as Table['documents']['send'];
  return { table: { ...store.table, documents }, seen };
};

test('the shards of a job with many open pages are read once, and again when all may have ended', async () => {
  const seeds = Array.from({ length: 250 }, (_, index) => pageNamed(`seed-${index}`));
  const job = await startedJob(store.table, 1_000, seeds, { cells: 2 });
  const { table, seen: calls } = counted();
  let clock = 1_000_000;
  const sandbox = { table, queues, now: () => clock, seen: createSeenCache() };
  expect((await endIfDrained(sandbox, job)).kind).toBe('lost');
  expect(calls.reads).toBe(1);
  clock += 100;
  expect((await endIfDrained(sandbox, job)).kind).toBe('lost');
  expect(calls.reads).toBe(1);
  // A worker whose message came again, and the heartbeat, always look.
  expect((await endIfDrained(sandbox, job, true)).kind).toBe('lost');
  expect(calls.reads).toBe(2);
  await finishTogether(
    frontierWorker(store.table),
    seeds.map((page) => endRequest(job, page, [])),
  );
  clock += 1_000;
  expect((await endIfDrained(sandbox, job)).kind).toBe('won');
});

test('the shards of a job with few open pages are read each time: the next may be the last', async () => {
  const seeds = [pageNamed('one'), pageNamed('two')];
  const job = await startedJob(store.table, 1_000, seeds, { cells: 2 });
  const { table, seen: calls } = counted();
  const sandbox = { table, queues, now: () => 1_000_000, seen: createSeenCache() };
  await endIfDrained(sandbox, job);
  await endIfDrained(sandbox, job);
  expect(calls.reads).toBe(2);
});

test('each of several calls that cancel a job at once is told that it is cancelled', async () => {
  const job = await startedJob(store.table, 10, [pageNamed('only')]);
  const sandbox = { table: store.table, queues, now: () => 1_000_000 };
  const cancel = async () => await cancelOpenJob(sandbox, job);
  expect(await Promise.all([cancel(), cancel(), cancel(), cancel()])).toEqual([null, null, null, null]);
  expect(await cancel()).toBeNull();
});

test('a job that ended otherwise cannot be cancelled, and the refusal says how it ended', async () => {
  const job = await startedJob(store.table, 10, [pageNamed('last')]);
  const sandbox = { table: store.table, queues, now: () => 1_000_000 };
  await endEarly(sandbox, job, { outcome: 'failed', code: 'JOB_DEADLINE' });
  expect(await cancelOpenJob(sandbox, job)).toMatchObject({
    code: 'JOB_OVER',
    message: `Cannot cancel the job ${job.id}: it is over already (failed)`,
  });
});
