import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeJobEnd } from '../../store/jobs/end-job.ts';
import { getJob } from '../../store/jobs/get-job.ts';
import { putJob } from '../../store/jobs/put-job.ts';
import { releaseSeeding } from '../../store/jobs/release-seeding.ts';
import type { Table } from '../../store/table.ts';
import { newJobId } from '../../job/job-id.ts';
import type { Job } from '../../job/job.ts';
import { newJob } from '../../job/new-job.ts';
import {
  endRequest,
  expectCountsToEqualItems,
  frontierWorker,
  pageNamed,
  readJobPages,
  startedJob,
} from '../../../test/harness/frontier.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { finishPage } from './finish-page.ts';
import type { FinishDependencies } from './frontier-step.ts';
import { pagesOfReserve } from '../../frontier/reserve.ts';
import { isOpen, type NewPage } from '../../frontier/page.ts';

let store: TestTable;
let table: Table;

beforeAll(async () => {
  store = await startTestTable();
  table = store.table;
});
afterAll(() => store.stop());

const children = (prefix: string, count: number): NewPage[] =>
  Array.from({ length: count }, (_, index) => pageNamed(`${prefix}-${index}`, 'seed'));

const finish = (
  own: FinishDependencies,
  job: Job,
  page: NewPage,
  links: readonly NewPage[],
  token?: string,
) => finishPage(own, endRequest(job, page, links, token));

test('a page that is finished twice counts once', async () => {
  const seed = pageNamed('seed');
  const job = await startedJob(table, 100, [seed]);
  const links = children('twice', 3);
  const outcomes = await Promise.all([
    finish(frontierWorker(table), job, seed, links),
    finish(frontierWorker(table), job, seed, links),
  ]);
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['finished', 'page-over']);
  const { job: after } = await expectCountsToEqualItems(table, job.id);
  expect([after.admitted, after.finished, after.open]).toEqual([4, 1, 3]);
});

test('the limit is met exactly however many workers admit at the same time', async () => {
  const seeds = children('parent', 20);
  const job = await startedJob(table, 137, seeds);
  const outcomes = await Promise.all(
    seeds.map((seed, index) => finish(frontierWorker(table), job, seed, children(`c${index % 7}`, 40))),
  );
  const { job: after } = await expectCountsToEqualItems(table, job.id);
  expect(after.admitted).toBe(137);
  // What workers say they admitted is what they must send: each page exactly once.
  const sent = outcomes.flatMap((outcome) => outcome.admitted.map((page) => page.hash));
  expect(sent.length).toBe(new Set(sent).size);
  expect(sent.length).toBe(137 - 20);
});

test('links of a job that was seen to be full are not tried again, until somebody may have made room', async () => {
  const seeds = [pageNamed('one'), pageNamed('two'), pageNamed('three')];
  const job = await startedJob(table, 3, seeds);
  const transactions: number[] = [];
  const documents = Object.create(table.documents) as Table['documents'];
  documents.send = (async (command: { input: { TransactItems?: unknown[] } }) => {
    if (command.input.TransactItems !== undefined) transactions.push(command.input.TransactItems.length);
    return await table.documents.send(command as never);
  }) as Table['documents']['send'];
  let skippedMs = 0;
  const own = { ...frontierWorker(table), table: { ...table, documents }, now: () => Date.now() + skippedMs };
  // The first is refused with its links, and then ends with a reserve of them.
  await finish(own, job, seeds[0] as NewPage, children('first', 40));
  await finish(own, job, seeds[1] as NewPage, children('second', 40));
  skippedMs = 61_000;
  await finish(own, job, seeds[2] as NewPage, children('third', 40));
  expect(transactions).toEqual([42, 3, 2, 42, 2]);
  expect(await getJob(table, job.id)).toMatchObject({ admitted: 3, open: 1, finished: 3, sitemapsOpen: 1 });
});

const drained = { outcome: 'completed', drained: true, now: Date.now() } as const;

/** Ends a page, and then whatever is open of the job, reserves too, until nothing is; pages of these names fail. */
const crawlOut = async (job: Job, fails: (name: string) => boolean): Promise<Job> => {
  const own = frontierWorker(table);
  for (let round = 0; round < 50; round += 1) {
    const now = (await getJob(table, job.id)) as Job;
    const open = (await readJobPages(table, job.id)).filter(({ state }) => isOpen(state));
    if ((await writeJobEnd(table, now, { ...drained, drained: now })).kind === 'won') break;
    await Promise.all(
      open.map(async (page) => {
        const to = fails(page.url) ? ('failed' as const) : ('done' as const);
        const links = page.kind === 'reserve' ? pagesOfReserve(page) : [];
        const { kind, hash, url } = page;
        const ending = { kind, hash, url, from: 'admitted' as const };
        const step = { job: now, page: { ...ending, to }, children: links, token: randomUUID() };
        await finishPage(own, step);
      }),
    );
  }
  return (await getJob(table, job.id)) as Job;
};

test('a page that ends without content makes room for a link that there was none for', async () => {
  const seed = pageNamed('seed');
  const job = await startedJob(table, 30, [seed]);
  await finish(frontierWorker(table), job, seed, children('link', 60));
  const over = await crawlOut(job, (url) => /-[0-9]*[369]$/.test(url));
  expect(over).toMatchObject({ status: 'finishing', done: 30, abandoned: 0 });
  expect(over.admitted).toBeGreaterThan(30);
  await expectCountsToEqualItems(table, job.id);
});

test('the tries for what a limit asks for are bounded, and then the job ends with what it has', async () => {
  const seed = pageNamed('seed');
  const job = await startedJob(table, 5, [seed]);
  await finish(frontierWorker(table), job, seed, children('link', 80));
  const over = await crawlOut(job, () => true);
  expect(over).toMatchObject({ status: 'finishing', done: 1, admitted: 25, failed: 24 });
});

test('a job that delivered its limit is drained, whatever its reserves still hold', async () => {
  const seeds = [pageNamed('one'), pageNamed('two')];
  const job = await startedJob(table, 2, seeds);
  const own = frontierWorker(table);
  for (const seed of seeds) await finish(own, job, seed, children('link', 10));
  expect((await writeJobEnd(table, job, { ...drained, drained: true })).kind).toBe('lost');
  expect((await writeJobEnd(table, job, { ...drained, drained: job })).kind).toBe('won');
  expect(await getJob(table, job.id)).toMatchObject({ done: 2, abandoned: 0, admitted: 2 });
});

test('links that are cut in the middle of several transactions are in one reserve with those behind them', async () => {
  const seed = pageNamed('big');
  const job = await startedJob(table, 100, [seed]);
  await finish(frontierWorker(table), job, seed, children('chunk', 250));
  const reserves = (await readJobPages(table, job.id)).filter((page) => page.kind === 'reserve');
  expect(reserves.map((page) => pagesOfReserve(page).map(({ url }) => url))).toEqual([
    children('chunk', 250)
      .slice(99)
      .map(({ url }) => url),
  ]);
});

test('more links than a transaction holds are admitted in chunks, and the page ends with the last', async () => {
  const seed = pageNamed('big');
  const job = await startedJob(table, 1_000, [seed]);
  const outcome = await finish(frontierWorker(table), job, seed, children('chunk', 301));
  expect(outcome.kind).toBe('finished');
  expect(outcome.admitted.length).toBe(301);
  const { job: after } = await expectCountsToEqualItems(table, job.id);
  expect([after.admitted, after.finished]).toEqual([302, 1]);
});

test('links that exist, repeat or point to the page itself admit nothing', async () => {
  const seed = pageNamed('self');
  const job = await startedJob(table, 10, [seed]);
  const [link] = children('same', 1) as [NewPage];
  const outcome = await finish(frontierWorker(table), job, seed, [seed, link, link]);
  expect(outcome.admitted).toEqual([link]);
  expect((await expectCountsToEqualItems(table, job.id)).job.admitted).toBe(2);
});

/** Breaks one call of DynamoDB: before it has an effect, or after, so that only the answer is lost. */
const breakingOnce = (when: 'before' | 'after', error: Error): FinishDependencies => {
  let broken = false;
  const documents = Object.create(table.documents) as Table['documents'];
  documents.send = (async (command: { constructor: { name: string } }) => {
    const mine = !broken && command.constructor.name === 'TransactWriteCommand';
    if (mine) broken = true;
    if (mine && when === 'before') throw error;
    const answer = await table.documents.send(command as never);
    if (mine) throw error;
    return answer;
  }) as Table['documents']['send'];
  return { ...frontierWorker(table), table: { ...table, documents } };
};

const conflict = new TransactionCanceledException({
  message: 'conflict',
  $metadata: {},
  CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }, { Code: 'None' }],
});

test('a transaction that met another one is tried again', async () => {
  const seed = pageNamed('conflict');
  const job = await startedJob(table, 10, [seed]);
  const outcome = await finish(breakingOnce('before', conflict), job, seed, children('k', 2));
  expect([outcome.kind, outcome.admitted.length]).toEqual(['finished', 2]);
  await expectCountsToEqualItems(table, job.id);
});

test('a write whose answer was lost is recognised by its own name, and its children are still sent', async () => {
  const seed = pageNamed('lost');
  const job = await startedJob(table, 10, [seed]);
  const outcome = await finish(breakingOnce('after', conflict), job, seed, children('l', 2));
  expect([outcome.kind, outcome.admitted.length]).toEqual(['finished', 2]);
  const { job: after } = await expectCountsToEqualItems(table, job.id);
  expect(after.finished).toBe(1);
});

test('a job that is over counts nothing more, and what was open is abandoned', async () => {
  const seeds = children('over', 4);
  const job = await startedJob(table, 10, seeds);
  const [first, second] = seeds as [NewPage, NewPage];
  await finish(frontierWorker(table), job, first, []);
  const end = { outcome: 'cancelled', code: 'JOB_CANCELLED', drained: false, now: Date.now() } as const;
  expect((await writeJobEnd(table, job, end)).kind).toBe('won');
  const late = await finish(frontierWorker(table), job, second, children('late', 5));
  expect(late).toEqual({ kind: 'job-over', admitted: [] });
  const after = (await getJob(table, job.id)) as Job & { status: 'finishing' };
  expect([after.admitted, after.finished, after.abandoned]).toEqual([4, 1, 3]);
});

test('a drained job is ended by exactly one writer, and never while a page is open', async () => {
  const seeds = children('drain', 2);
  const job = await startedJob(table, 10, seeds);
  const [first, second] = seeds as [NewPage, NewPage];
  await finish(frontierWorker(table), job, first, []);
  expect((await writeJobEnd(table, job, drained)).kind).toBe('lost');
  await finish(frontierWorker(table), job, second, []);
  const answers = await Promise.all(Array.from({ length: 10 }, () => writeJobEnd(table, job, drained)));
  expect(answers.filter((answer) => answer.kind === 'won').length).toBe(1);
});

test('a job whose first pages are still being admitted is not drained', async () => {
  const job = newJob({
    id: newJobId(Date.now()),
    kind: 'batch',
    team: 'default',
    request: (await startedJob(table, 1, [pageNamed('x')])).request,
    limit: 10,
    now: Date.now(),
  });
  await putJob(table, { ...job, seeding: true });
  expect((await writeJobEnd(table, job, drained)).kind).toBe('lost');
  await releaseSeeding(table, job.id);
  expect((await writeJobEnd(table, job, drained)).kind).toBe('won');
});
