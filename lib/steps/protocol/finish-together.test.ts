import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { pageHash, type NewPage, type Page } from '../../frontier/page.ts';
import { createSeenCache } from '../../frontier/seen-cache.ts';
import { newJobId } from '../../job/job-id.ts';
import type { Job } from '../../job/job.ts';
import { newJob } from '../../job/new-job.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import { endEarly } from './end-job.ts';
import { getJob } from '../../store/jobs/get-job.ts';
import { putJob } from '../../store/jobs/put-job.ts';
import { releaseSeeding } from '../../store/jobs/release-seeding.ts';
import type { Table } from '../../store/table.ts';
import { finishPage } from './finish-page.ts';
import type { FinishDependencies, FinishRequest } from './frontier-step.ts';
import { finishTogether } from './finish-together.ts';

let store: TestTable;

beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

/** A table whose transactions are counted, and may lose their answers: `lose` says of which. */
const watched = (lose: (transaction: number) => boolean = () => false) => {
  let transactions = 0;
  const { table } = store;
  const send = async (command: Parameters<Table['documents']['send']>[0]): Promise<unknown> => {
    const answer: unknown = await table.documents.send(command);
    if (command instanceof TransactWriteCommand) {
      transactions += 1;
      // As the SDK does after a timeout.
      if (lose(transactions)) return await table.documents.send(command);
    }
    return answer;
  };
  const documents = new Proxy(table.documents, {
    get: (target, name) => (name === 'send' ? send : (Reflect.get(target, name) as unknown)),
  });
  return { table: { ...table, documents }, count: () => transactions };
};

const worker = (table: Table): FinishDependencies => ({
  table,
  seen: createSeenCache(),
  now: Date.now,
  random: Math.random,
  sleep: async () => {},
});

const pageAt = (name: string, parent?: string): NewPage => ({
  kind: 'page',
  hash: pageHash(name),
  url: `https://example.com/${name}`,
  depth: parent === undefined ? 0 : 1,
  position: 0,
  ...(parent === undefined ? {} : { parent }),
});

const scrape = {
  formats: ['markdown'],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  headers: {},
  skipTlsVerification: false,
  removeBase64Images: true,
};

const start = async (limit: number, seeds: readonly NewPage[], cells?: number): Promise<Job> => {
  const request = { url: 'https://example.com/', scrape };
  const made = newJob({
    id: newJobId(Date.now()),
    kind: 'crawl',
    team: 't',
    request,
    limit,
    now: Date.now(),
  });
  const job = cells === undefined ? made : { ...made, cells };
  await putJob(store.table, { ...job, seeding: true });
  await finishPage(worker(store.table), { job, children: seeds, token: 'seed' });
  await releaseSeeding(store.table, job.id);
  return job;
};

const ends = (job: Job, pages: readonly NewPage[], links: (page: NewPage) => NewPage[]): FinishRequest[] =>
  pages.map((page) => ({
    job,
    page: { kind: page.kind, hash: page.hash, url: page.url, from: 'admitted', to: 'done' },
    children: links(page),
    token: randomUUID(),
  }));

const readPages = async (job: string): Promise<Page[]> => {
  const pages: Page[] = [];
  for await (const portion of listPages(store.table, job)) pages.push(...portion);
  return pages;
};

const expectCountsToEqualItems = async (id: string): Promise<Page[]> => {
  const job = (await getJob(store.table, id)) as Job;
  const pages = await readPages(id);
  const count = (...states: Page['state'][]): number =>
    pages.filter(({ state }) => states.includes(state)).length;
  expect({ admitted: job.admitted, open: job.open, done: job.done, finished: job.finished }).toEqual({
    admitted: pages.filter(({ kind }) => kind === 'page').length,
    open: count('admitted', 'fetched'),
    done: count('done'),
    finished: count('done', 'failed', 'blocked', 'skipped'),
  });
  return pages;
};

const seeds = Array.from({ length: 10 }, (_, index) => pageAt(`seed-${index}`));
/** Each links to a page of its own, and all to one. */
const links = ({ hash, url }: NewPage): NewPage[] => [pageAt(`below-${url}`, hash), pageAt('shared', hash)];

test.each([
  ['its own item', undefined],
  ['cells', 3],
])(
  'ten pages of a job with counters in %s end in one transaction, and each child begins once',
  async (_, cells) => {
    const job = await start(1_000, seeds, cells);
    const { table, count } = watched();
    const settled = await finishTogether(worker(table), ends(job, seeds, links));
    expect(count()).toBe(1);
    const admitted = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.admitted : []));
    expect(new Set(admitted.map(({ hash }) => hash)).size).toBe(11);
    expect(admitted).toHaveLength(11);
    expect(await expectCountsToEqualItems(job.id)).toHaveLength(21);
  },
);

test('workers that end the same pages at the same time count each once, and send each child once', async () => {
  const job = await start(1_000, seeds);
  const orders = [seeds, seeds.toReversed(), seeds.slice(3), seeds.slice(0, 7)];
  const settled = await Promise.all(
    orders.map((pages) => finishTogether(worker(store.table), ends(job, pages, links))),
  );
  const outcomes = settled.flat().map((one) => (one.status === 'fulfilled' ? one.value : null));
  expect(outcomes.filter((one) => one?.kind === 'finished')).toHaveLength(10);
  const admitted = outcomes.flatMap((one) => one?.admitted ?? []);
  expect(admitted).toHaveLength(11);
  expect(await expectCountsToEqualItems(job.id)).toHaveLength(21);
});

test('an answer that is lost is found again: nothing is counted twice, and every child is sent', async () => {
  const job = await start(1_000, seeds);
  const { table } = watched((transaction) => transaction === 1);
  const settled = await finishTogether(worker(table), ends(job, seeds, links));
  const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : null));
  expect(outcomes.map((one) => one?.kind)).toEqual(seeds.map(() => 'finished'));
  expect(outcomes.flatMap((one) => one?.admitted ?? [])).toHaveLength(11);
  await expectCountsToEqualItems(job.id);
});

test('pages that link to one another end together, also where a lookup does not find them yet', async () => {
  const job = await start(1_000, seeds);
  const { table, count } = watched();
  const documents = new Proxy(table.documents, {
    get: (target, name) =>
      name === 'send'
        ? async (command: Parameters<Table['documents']['send']>[0]): Promise<unknown> =>
            command instanceof BatchGetCommand ? { Responses: {} } : await target.send(command)
        : (Reflect.get(target, name) as unknown),
  });
  const ring = ({ hash }: NewPage): NewPage[] => seeds.map((seed) => ({ ...seed, parent: hash }));
  const settled = await finishTogether(worker({ ...table, documents }), ends(job, seeds, ring));
  expect(count()).toBe(1);
  expect(settled.map((one) => one.status === 'fulfilled' && one.value.kind)).toEqual(
    seeds.map(() => 'finished'),
  );
  expect(await expectCountsToEqualItems(job.id)).toHaveLength(10);
});

test('the limit is not passed by pages that end together', async () => {
  const job = await start(14, seeds);
  await finishTogether(worker(store.table), ends(job, seeds, links));
  const pages = await expectCountsToEqualItems(job.id);
  expect(pages.filter(({ kind }) => kind === 'page')).toHaveLength(14);
});

test('pages of a job that is over do not end, and one that cannot be written harms no other', async () => {
  const job = await start(1_000, seeds);
  const requests = ends(job, seeds, () => []);
  const [first, ...others] = requests as [FinishRequest, ...FinishRequest[]];
  const page = first.page as NonNullable<FinishRequest['page']>;
  const tooLarge = { ...first, page: { ...page, facts: { title: 'x'.repeat(500_000) } } };
  const settled = await finishTogether(worker(store.table), [tooLarge, ...others.slice(0, 5)]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', ...Array(5).fill('fulfilled')]);
  const queues = { client: { send: async () => ({}) } as never, finish: 'finish' };
  await endEarly({ table: store.table, queues, now: Date.now }, job, {
    outcome: 'cancelled',
    code: 'JOB_CANCELLED',
  });
  const late = await finishTogether(worker(store.table), others.slice(5));
  expect(late.map((one) => one.status === 'fulfilled' && one.value.kind)).toEqual(Array(4).fill('job-over'));
  expect((await readPages(job.id)).filter(({ state }) => state === 'done')).toHaveLength(5);
});
