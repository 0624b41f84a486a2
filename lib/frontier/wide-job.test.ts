import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeShard } from '../store/jobs/close-shard.ts';
import { writeJobEnd } from '../store/jobs/end-job.ts';
import { getShards } from '../store/jobs/get-shards.ts';
import { getJob, getJobItem } from '../store/jobs/get-job.ts';
import { putJob } from '../store/jobs/put-job.ts';
import { releaseSeeding } from '../store/jobs/release-seeding.ts';
import type { Table } from '../store/table.ts';
import { closeShards } from '../steps/finish-job/close-shards.ts';
import { newJobId } from '../job/job-id.ts';
import {
  endRequest,
  frontierWorker,
  pageNamed,
  readJobPages,
  startedJob,
} from '../../test/harness/frontier.ts';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { checkDrift } from '../steps/heartbeat/check-drift.ts';
import { finishPage } from '../steps/protocol/finish-page.ts';
import type { FinishDependencies } from '../steps/protocol/frontier-step.ts';
import { type NewPage } from './page.ts';
import type { RunningJob } from '../job/job.ts';
import { disagreement, countPages } from './count-pages.ts';
import { shardKey } from '../keys/table-keys.ts';

let store: TestTable;
let table: Table;
beforeAll(async () => {
  store = await startTestTable();
  table = store.table;
});
afterAll(() => store.stop());

/** A worker of its own: nothing that another has seen is known to it. */
const worker = (): FinishDependencies => ({
  ...frontierWorker(table),
  sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms / 10)),
});

/** A running job with shards whose first pages are admitted. */
const wideJob = async (limit: number, shards: number, seeds: readonly NewPage[]): Promise<RunningJob> =>
  await startedJob(table, limit, seeds, { kind: 'batch', cells: shards });

const finish = (job: RunningJob, page: NewPage, children: readonly NewPage[]) =>
  finishPage(worker(), endRequest(job, page, children));

const drained = { outcome: 'completed', drained: true, now: Date.now() } as const;

test.each([
  [50, 4],
  [7, 4],
  [3, 5],
  [97, 16],
])(
  'a limit of %i is met to the last page over %i shards, by workers who all admit at once',
  async (limit, shards) => {
    const seeds = Array.from({ length: 3 }, (_, index) => pageNamed(`seed-${limit}-${index}`));
    const job = await wideJob(limit, shards, seeds);
    await Promise.all(
      seeds.map((seed, worker) =>
        finish(
          job,
          seed,
          Array.from({ length: 60 }, (_, index) => pageNamed(`${limit}-${worker}-${index}`, seed.hash)),
        ),
      ),
    );
    const after = await getJob(table, job.id);
    const pages = await readJobPages(table, job.id);
    expect([after?.admitted, after?.finished, pages.length]).toEqual([limit, 3, limit]);
    const all = await getShards(table, job.id, shards);
    expect(all.reduce((sum, { quota }) => sum + quota, 0)).toBe(0);
    expect(after === null ? 'gone' : disagreement(after, countPages(pages))).toBeNull();
  },
);

test('quota and what was admitted are the limit together, whatever was moved', async () => {
  const seed = pageNamed('moving');
  const job = await wideJob(40, 4, [seed]);
  await finish(
    job,
    seed,
    Array.from({ length: 25 }, (_, index) => pageNamed(`moving-${index}`, seed.hash)),
  );
  const shards = await getShards(table, job.id, 4);
  expect(shards.reduce((sum, { quota, admitted }) => sum + quota + admitted, 0)).toBe(40);
});

test('a job with shards is drained when the last page is over, not before, and exactly one writer ends it', async () => {
  const seeds = Array.from({ length: 6 }, (_, index) => pageNamed(`drain-${index}`));
  const job = await wideJob(10, 3, seeds);
  for (const seed of seeds.slice(1)) {
    expect((await writeJobEnd(table, job, drained)).kind).toBe('lost');
    await finish(job, seed, []);
  }
  // Its item shows no page open, and whoever does not know of the shards must not end it by that.
  expect((await writeJobEnd(table, { id: job.id }, drained)).kind).toBe('lost');
  await finish(job, seeds[0] as NewPage, []);
  const answers = await Promise.all(Array.from({ length: 8 }, () => writeJobEnd(table, job, drained)));
  expect(answers.filter(({ kind }) => kind === 'won')).toHaveLength(1);
});

test('a page that ends between two readings of the shards, and leaves a child, does not make the job drained', async () => {
  const seed = pageNamed('between');
  const job = await wideJob(10, 3, [seed]);
  const documents = Object.create(table.documents) as Table['documents'];
  let readings = 0;
  documents.send = (async (command: { constructor: { name: string } }) => {
    const answer = await table.documents.send(command as never);
    readings += command.constructor.name === 'BatchGetCommand' ? 1 : 0;
    // What was admitted by the first reading is finished now; the child was not there to be read.
    if (readings === 1) await finish(job, seed, [pageNamed('left-behind', seed.hash)]);
    return answer;
  }) as Table['documents']['send'];
  expect((await writeJobEnd({ ...table, documents }, job, drained)).kind).toBe('lost');
  expect(readings).toBeGreaterThan(0);
  expect((await getJob(table, job.id))?.open).toBe(1);
});

test('a job with shards whose first pages are still being admitted is not drained', async () => {
  const job = await wideJob(10, 3, []);
  const late = { ...job, id: newJobId(Date.now()) };
  await putJob(table, { ...late, seeding: true });
  expect((await writeJobEnd(table, late, drained)).kind).toBe('lost');
  await releaseSeeding(table, late.id);
  expect((await writeJobEnd(table, late, drained)).kind).toBe('won');
});

test('pages that end while shards are being closed count in those that are open, and in none that is closed', async () => {
  const seeds = Array.from({ length: 12 }, (_, index) => pageNamed(`closing-${index}`));
  const job = await wideJob(20, 3, seeds);
  const end = { outcome: 'cancelled', code: 'JOB_CANCELLED', drained: false, now: Date.now() } as const;
  expect((await writeJobEnd(table, job, end)).kind).toBe('won');
  await closeShard(table, job.id, 0);
  const outcomes = await Promise.all(seeds.map((seed) => finish(job, seed, [])));
  const counted = outcomes.filter(({ kind }) => kind === 'finished').length;
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThan(12);
  await closeShards(table, job.id, 3);
  const after = await getJobItem(table, job.id);
  expect(after).toMatchObject({
    status: 'finishing',
    admitted: 12,
    finished: counted,
    abandoned: 12 - counted,
  });
  expect(after).not.toHaveProperty('closing');
  // Whoever repeats it finds the same, and nothing more counts.
  await closeShards(table, job.id, 3);
  expect(await getJobItem(table, job.id)).toEqual(after);
  const again = await Promise.all(seeds.map((seed) => finish(job, seed, [])));
  expect(again.some(({ kind }) => kind === 'finished')).toBe(false);
});

/** What somebody does who edits a shard by hand. */
const tamper = async (job: string, shard: number, by: number): Promise<void> => {
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: shardKey(job, shard),
      UpdateExpression: 'ADD admitted :by',
      ExpressionAttributeValues: { ':by': by },
    }),
  );
};

test('shards that drifted from the pages are set right together, on condition that none of them moved', async () => {
  const job = await wideJob(10, 3, [pageNamed('drift-a'), pageNamed('drift-b')]);
  await tamper(job.id, 1, 5);
  const wrong = (await getJob(table, job.id)) as RunningJob;
  await tamper(job.id, 2, 1);
  expect(await checkDrift(table, wrong)).toEqual({ kind: 'busy' });
  const now = (await getJob(table, job.id)) as RunningJob;
  expect(await checkDrift(table, now)).toMatchObject({ kind: 'repaired' });
  const after = (await getJob(table, job.id)) as RunningJob;
  expect([after.admitted, after.open, after.finished]).toEqual([2, 2, 0]);
  expect(await checkDrift(table, after)).toEqual({ kind: 'agree' });
});
