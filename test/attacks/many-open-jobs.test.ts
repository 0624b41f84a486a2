import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobKey } from '../../lib/keys/table-keys.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { Job } from '../../lib/job/job.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(async () => await stores.stop());

/** Open jobs of the team that floods: more than a key may have by default, and several portions of a heartbeat. */
const flooding = 5 * limits.heartbeatJobsAtOnce + 50;

/** Puts copies of a job into the table, which progress and whose deadline is before that of another team's job. */
const flood = async (job: Job, deadline: number): Promise<void> => {
  const { documents, name } = stores.table;
  const { Item: item = {} } = await documents.send(new GetCommand({ TableName: name, Key: jobKey(job.id) }));
  const puts = Array.from({ length: flooding }, (_, index) => {
    const id = `0191aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`;
    return { PutRequest: { Item: { ...item, ...jobKey(id), id, deadline, progressAt: deadline } } };
  });
  while (puts.length > 0)
    await documents.send(new BatchWriteCommand({ RequestItems: { [name]: puts.splice(0, 25) } }));
};

test(`${flooding} open jobs of one team hide no job of another team from the heartbeat`, async () => {
  const pipeline = startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed: 1 });
  const submit = async (team: string) => {
    const submitted = await pipeline.submit('crawl', { url: `https://${team}.example/` }, undefined, {
      team,
    });
    return submitted.ok ? submitted.job : expect.fail(submitted.failure.message);
  };
  const loud = await submit('loud');
  const quiet = await submit('quiet');
  await flood(loud, quiet.deadline - 1_000);
  // Every message is lost; only the heartbeat can send the quiet team's page again.
  pipeline.deliveries.splice(0);
  pipeline.skip(2 * limits.stuckAfterMs);
  await pipeline.beatOnce();
  const sent = pipeline.deliveries.map(({ body }) => (JSON.parse(body) as { job: string }).job);
  expect(new Set(sent)).toEqual(new Set([loud.id, quiet.id]));
});
