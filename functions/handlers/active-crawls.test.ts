import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newJobId } from '../../lib/job/job-id.ts';
import { teamJobKey } from '../../lib/keys/table-keys.ts';
import { limits } from '../../lib/limits/limits.ts';
import { undisturbed } from '../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../test/harness/pipeline.ts';
import { activeCrawlsHandler } from './active-crawls.ts';
import type { ApiDependencies } from './dependencies.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(async () => await stores.stop());

const ask = async (
  query: Record<string, string>,
): Promise<{ ids: string[]; cursor?: string; status: number }> => {
  const dependencies = { table: stores.table } as ApiDependencies;
  const request = { query, caller: { team: 'default' } } as Parameters<typeof activeCrawlsHandler>[1];
  const { statusCode, body } = await activeCrawlsHandler(dependencies, request);
  const { crawls = [], cursor } = JSON.parse(body) as { crawls?: { id: string }[]; cursor?: string };
  return { status: statusCode, ids: crawls.map(({ id }) => id), ...(cursor === undefined ? {} : { cursor }) };
};

test('every open crawl is listed by cursor, however many newer jobs its team has', async () => {
  const pipeline = startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed: 1 });
  const submit = async (path: string): Promise<string> => {
    const submitted = await pipeline.submit('crawl', { url: `https://example.com/${path}` });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    return submitted.job.id;
  };
  const oldest = await submit('old');
  expect(await ask({})).toEqual({ status: 200, ids: [oldest] });
  // Jobs that ended just now: they count as open until their item is gone, and are no crawls to be listed.
  const others = Array.from({ length: limits.activeCrawlsMax }, (_, index) => newJobId(Date.now() + index));
  for (let from = 0; from < others.length; from += 25) {
    const puts = others.slice(from, from + 25).map((id) => ({
      PutRequest: { Item: teamJobKey('default', 'key', id) },
    }));
    await stores.table.documents.send(new BatchWriteCommand({ RequestItems: { [stores.table.name]: puts } }));
  }
  const first = await ask({});
  expect(first.ids).toEqual([]);
  expect(await ask({ cursor: String(first.cursor) })).toEqual({ status: 200, ids: [oldest] });
  expect((await ask({ cursor: 'elsewhere' })).status).toBe(400);
});

test('an open crawl is shown with its options in the words of the API, and with nothing of its headers', async () => {
  const pipeline = startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed: 2 });
  const submitted = await pipeline.submit('crawl', {
    url: 'https://example.com/secret',
    limit: 7,
    delay: 2.5,
    maxConcurrency: 3,
    scrapeOptions: { headers: { Authorization: 'Bearer s3cret' }, timeout: 20_000 },
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const request = { query: {}, caller: { team: 'default' } } as Parameters<typeof activeCrawlsHandler>[1];
  const { body } = await activeCrawlsHandler({ table: stores.table } as ApiDependencies, request);
  const { crawls } = JSON.parse(body) as { crawls: { id: string; options: { scrapeOptions: object } }[] };
  const options = crawls.find(({ id }) => id === submitted.job.id)?.options;
  expect(options).toMatchObject({
    limit: 7,
    delay: 2.5,
    maxConcurrency: 3,
    scrapeOptions: { timeout: 20_000 },
  });
  expect(Object.keys(options?.scrapeOptions ?? {}).filter((name) => /header|Ms$/i.test(name))).toEqual([]);
});
