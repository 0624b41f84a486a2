import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  endRequest,
  expectCountsToEqualItems,
  frontierWorker,
  pageNamed,
  readJobPages,
  startedJob,
} from '../../../test/harness/frontier.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { type NewPage } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';
import { endEarly } from './end-job.ts';
import type { Table } from '../../store/table.ts';
import type { FinishRequest } from './frontier-step.ts';
import { finishTogether } from './finish-together.ts';

let store: TestTable;

beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

type Send = (command: Parameters<Table['documents']['send']>[0]) => Promise<unknown>;

/** The table with another way to send its commands, which is given the table's own. */
const sendingBy = (table: Table, make: (send: Send) => Send): Table => {
  const own: Send = async (command) => await table.documents.send(command);
  const documents = Object.create(table.documents) as Table['documents'];
  documents.send = make(own) as Table['documents']['send'];
  return { ...table, documents };
};

/** A table whose transactions are counted, and may lose their answers: `lose` says of which. */
const watched = (lose: (transaction: number) => boolean = () => false) => {
  let transactions = 0;
  const table = sendingBy(store.table, (send) => async (command) => {
    const answer = await send(command);
    if (command instanceof TransactWriteCommand) {
      transactions += 1;
      // As the SDK does after a timeout.
      if (lose(transactions)) return await send(command);
    }
    return answer;
  });
  return { table, count: () => transactions };
};

const start = async (limit: number, first: readonly NewPage[], cells?: number): Promise<Job> =>
  await startedJob(store.table, limit, first, { cells });

const ends = (job: Job, pages: readonly NewPage[], named: (page: NewPage) => NewPage[]): FinishRequest[] =>
  pages.map((page) => endRequest(job, page, named(page)));

const seeds = Array.from({ length: 10 }, (_, index) => pageNamed(`seed-${index}`));
/** Each links to a page of its own, and all to one. */
const links = ({ hash, url }: NewPage): NewPage[] => [
  pageNamed(`below-${url}`, hash),
  pageNamed('shared', hash),
];

test.each([
  ['its own item', undefined],
  ['shards', 3],
])(
  'ten pages of a job with counters in %s end in one transaction, and each child begins once',
  async (_, cells) => {
    const job = await start(1_000, seeds, cells);
    const { table, count } = watched();
    const settled = await finishTogether(frontierWorker(table), ends(job, seeds, links));
    expect(count()).toBe(1);
    const admitted = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.admitted : []));
    expect(new Set(admitted.map(({ hash }) => hash)).size).toBe(11);
    expect(admitted).toHaveLength(11);
    expect((await expectCountsToEqualItems(store.table, job.id)).pages).toHaveLength(21);
  },
);

test('workers that end the same pages at the same time count each once, and send each child once', async () => {
  const job = await start(1_000, seeds);
  const orders = [seeds, seeds.toReversed(), seeds.slice(3), seeds.slice(0, 7)];
  const settled = await Promise.all(
    orders.map((pages) => finishTogether(frontierWorker(store.table), ends(job, pages, links))),
  );
  const outcomes = settled.flat().map((one) => (one.status === 'fulfilled' ? one.value : null));
  expect(outcomes.filter((one) => one?.kind === 'finished')).toHaveLength(10);
  const admitted = outcomes.flatMap((one) => one?.admitted ?? []);
  expect(admitted).toHaveLength(11);
  expect((await expectCountsToEqualItems(store.table, job.id)).pages).toHaveLength(21);
});

test('an answer that is lost is found again: nothing is counted twice, and every child is sent', async () => {
  const job = await start(1_000, seeds);
  const { table } = watched((transaction) => transaction === 1);
  const settled = await finishTogether(frontierWorker(table), ends(job, seeds, links));
  const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : null));
  expect(outcomes.map((one) => one?.kind)).toEqual(seeds.map(() => 'finished'));
  expect(outcomes.flatMap((one) => one?.admitted ?? [])).toHaveLength(11);
  await expectCountsToEqualItems(store.table, job.id);
});

test('pages that link to one another end together, also where a lookup does not find them yet', async () => {
  const job = await start(1_000, seeds);
  const { table, count } = watched();
  const lateLookups = sendingBy(
    table,
    (send) => async (command) =>
      command instanceof BatchGetCommand ? { Responses: {} } : await send(command),
  );
  const ring = ({ hash }: NewPage): NewPage[] => seeds.map((seed) => ({ ...seed, parent: hash }));
  const settled = await finishTogether(frontierWorker(lateLookups), ends(job, seeds, ring));
  expect(count()).toBe(1);
  expect(settled.map((one) => one.status === 'fulfilled' && one.value.kind)).toEqual(
    seeds.map(() => 'finished'),
  );
  expect((await expectCountsToEqualItems(store.table, job.id)).pages).toHaveLength(10);
});

test('the limit is not passed by pages that end together', async () => {
  const job = await start(14, seeds);
  await finishTogether(frontierWorker(store.table), ends(job, seeds, links));
  const { pages } = await expectCountsToEqualItems(store.table, job.id);
  expect(pages.filter(({ kind }) => kind === 'page')).toHaveLength(14);
});

test('pages of a job that is over do not end, and one that cannot be written harms no other', async () => {
  const job = await start(1_000, seeds);
  const requests = ends(job, seeds, () => []);
  const [first, ...others] = requests as [FinishRequest, ...FinishRequest[]];
  const page = first.page as NonNullable<FinishRequest['page']>;
  const tooLarge = { ...first, page: { ...page, facts: { title: 'x'.repeat(500_000) } } };
  const settled = await finishTogether(frontierWorker(store.table), [tooLarge, ...others.slice(0, 5)]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', ...Array(5).fill('fulfilled')]);
  const queues = { client: { send: async () => ({}) } as never, finish: 'finish' };
  await endEarly({ table: store.table, queues, now: Date.now }, job, {
    outcome: 'cancelled',
    code: 'JOB_CANCELLED',
  });
  const late = await finishTogether(frontierWorker(store.table), others.slice(5));
  expect(late.map((one) => one.status === 'fulfilled' && one.value.kind)).toEqual(Array(4).fill('job-over'));
  expect((await readJobPages(store.table, job.id)).filter(({ state }) => state === 'done')).toHaveLength(5);
});
