import { afterAll, beforeAll, expect, test } from 'vitest';
import { undisturbed } from '../../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../../test/harness/pipeline.ts';
import { listOpenJobs } from './list-open-jobs.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(async () => await stores.stop());

test.each([1, 2, 3, 100])('every open job is listed, %i at a time, whoever has how many', async (atOnce) => {
  const pipeline = startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed: 1 });
  const open = new Set<string>();
  for (const [index, team] of ['one', 'one', 'one', 'two', 'one'].entries()) {
    const body = { url: `https://example.com/${atOnce}/${index}` };
    const submitted = await pipeline.submit('crawl', body, undefined, { team });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    open.add(submitted.job.id);
  }
  const listed: string[] = [];
  for await (const jobs of listOpenJobs(stores.table, atOnce)) {
    expect(jobs.length).toBeLessThanOrEqual(atOnce);
    listed.push(...jobs.map(({ id }) => id));
  }
  expect(new Set(listed).size).toBe(listed.length);
  expect([...open].filter((id) => !listed.includes(id))).toEqual([]);
});
