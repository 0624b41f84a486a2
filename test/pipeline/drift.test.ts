import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driftPattern } from '../../infra/alarms/essential-alarms.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { listPages } from '../../lib/store/frontier/list-pages.ts';
import { jobKey } from '../../lib/keys/table-keys.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { checkDrift, judgeDrift } from '../../lib/steps/heartbeat/check-drift.ts';
import type { Page } from '../../lib/frontier/page.ts';
import type { RunningJob } from '../../lib/job/job.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { treeSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), treeSite(15)]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

/** A crawl that has begun, and how often its stack logged the line that the alarm on drift counts. */
const started = async (seed: number) => {
  const lines: string[] = [];
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed,
    log: (event) => void lines.push(event),
  });
  const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 1_000 });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const told = (): number => lines.filter((line) => driftPattern === `{ $.message = "${line}" }`).length;
  return { pipeline, id: submitted.job.id, told };
};

const running = async (id: string): Promise<RunningJob> => {
  const job = await getJob(stores.table, id);
  if (job?.status !== 'running') throw new Error(`The job is ${job?.status ?? 'gone'}`);
  return job;
};

/** What somebody does who edits the table by hand. */
const tamper = async (id: string, by: Record<string, number>): Promise<void> => {
  const names = Object.keys(by);
  await stores.table.documents.send(
    new UpdateCommand({
      TableName: stores.table.name,
      Key: jobKey(id),
      UpdateExpression: `ADD ${names.map((_, index) => `#n${index} :v${index}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:v${index}`, by[name]])),
    }),
  );
};

const pagesOf = async (id: string): Promise<Page[]> => {
  const pages: Page[] = [];
  for await (const portion of listPages(stores.table, id)) pages.push(...portion);
  return pages;
};

test(
  'a job whose counters somebody raised would wait for ever; the heartbeat sets them right, tells of it, ' +
    'and the job ends',
  async () => {
    const { pipeline, id, told } = await started(1);
    await tamper(id, { open: 3, admitted: 1 });
    const job = await pipeline.run(id);
    expect([job.status, job.done, job.admitted, job.finished]).toEqual(['completed', 15, 15, 15]);
    expect(disagreement(job, countPages(await pagesOf(id)))).toBeNull();
    expect(told()).toBe(1);
  },
);

test('a job whose counters somebody lowered below zero is read all the same, and set right', async () => {
  const { pipeline, id, told } = await started(5);
  await tamper(id, { open: -30, finished: -2 });
  const job = await pipeline.run(id);
  expect([job.status, job.done, job.admitted, job.finished]).toEqual(['completed', 15, 15, 15]);
  expect(told()).toBe(1);
});

test('a job that is ended early while its counters are below zero ends all the same', async () => {
  const { pipeline, id } = await started(6);
  await tamper(id, { open: -30 });
  await endEarly({ table: stores.table, queues: pipeline.queues, now: pipeline.now }, await running(id), {
    outcome: 'cancelled',
    code: 'JOB_CANCELLED',
  });
  expect((await pipeline.run(id)).status).toBe('cancelled');
});

test('a job whose counters agree is left as it is', async () => {
  const { pipeline, id, told } = await started(2);
  const before = await running(id);
  expect(await checkDrift(stores.table, before)).toEqual({ kind: 'agree' });
  expect(await running(id)).toEqual(before);
  await pipeline.run(id);
  expect(told()).toBe(0);
});

test('a job that moved between the look at its counters and the repair is not repaired', async () => {
  const { pipeline, id } = await started(3);
  const before = await running(id);
  await tamper(id, { admitted: 1, open: 1 });
  const tally = { ...countPages(await pagesOf(id)), admitted: 99, open: 99 };
  expect(await judgeDrift(stores.table, before, tally)).toEqual({ kind: 'busy' });
  expect((await running(id)).admitted).toBe(before.admitted + 1);
  await tamper(id, { admitted: -1, open: -1 });
  expect((await pipeline.run(id)).status).toBe('completed');
});

test('a job that is over is not repaired', async () => {
  const { pipeline, id } = await started(4);
  const before = await running(id);
  await pipeline.run(id);
  expect(await judgeDrift(stores.table, before, { ...countPages([]), admitted: 5 })).toEqual({
    kind: 'busy',
  });
  expect((await getJob(stores.table, id))?.admitted).toBe(15);
});
