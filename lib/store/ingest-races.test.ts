import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../../test/harness/pipeline.ts';
import { newJob } from '../job/new-job.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';
import { countEmbedding, reserveEmbedding } from './jobs/count-embedding.ts';
import { getJobItem } from './jobs/get-job.ts';
import { putJob } from './jobs/put-job.ts';
import { renewObject } from './renew-object.ts';

/** Two writers of a corpus at the same time, and what the second is told. */
let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
}, 60_000);
afterAll(async () => await stores.stop());

const now = Date.UTC(2026, 0, 1);
const wanted = { tokens: 60, microdollars: 6 };

const makeJob = async (id: string): Promise<void> => {
  const request = { url: 'https://a.example/', scrape: completeScrapeOptions({}) };
  await putJob(stores.table, newJob({ id, kind: 'crawl', team: 'team', request, limit: 4, now }));
};

test('of two who reserve from a budget that is enough for one, one may; what is given back may be taken', async () => {
  const { table } = stores;
  await makeJob('job-embed');
  const reserve = () => reserveEmbedding(table, 'job-embed', wanted, { tokens: 100 });
  const told = await Promise.all([reserve(), reserve()]);
  expect(told.toSorted()).toEqual([false, true]);
  const usage = { calls: 1, inputTokens: 10, outputTokens: 0, dollars: 0.000_001 };
  await countEmbedding(table, 'job-embed', usage, wanted);
  expect(await getJobItem(table, 'job-embed')).toMatchObject({
    spentTokens: 10,
    spentMicrodollars: 1,
    inputTokens: 10,
    modelCalls: 1,
  });
  expect(await reserve()).toBe(true);
  expect(await reserve()).toBe(false);
});

test('a job that is not kept any more gives nothing and counts nothing', async () => {
  const { table } = stores;
  expect(await reserveEmbedding(table, 'job-gone', wanted, {})).toBe(false);
  await countEmbedding(table, 'job-gone', { calls: 1, inputTokens: 1, outputTokens: 0, dollars: 0 }, wanted);
  expect(await getJobItem(table, 'job-gone')).toBeNull();
});

test('an object that somebody wrote between reading and renewing it stays as they wrote it', async () => {
  const { client, bucket } = stores.envelopes;
  const at = { Bucket: bucket, Key: 'staged/race.json' };
  await client.send(new PutObjectCommand({ ...at, Body: 'old' }));
  const racing = {
    send: async (command: GetObjectCommand | PutObjectCommand): Promise<unknown> => {
      if (command instanceof PutObjectCommand)
        await client.send(new PutObjectCommand({ ...at, Body: 'theirs' }));
      return await client.send(command as GetObjectCommand);
    },
  };
  const objects = { client: racing as unknown as typeof client, bucket };
  expect(await renewObject(objects, at.Key, Date.now() + 2_000, 1_000)).toBe(false);
  const kept = await client.send(new GetObjectCommand(at));
  expect(await kept.Body?.transformToString()).toBe('theirs');
});
