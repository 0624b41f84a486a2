import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undisturbed } from '../../../test/harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../../../test/harness/pipeline.ts';
import type { JobKind } from '../../job/job-kind.ts';
import { storedBytes } from '../../job/stored-bytes.ts';
import { unitNames } from '../../job/units.ts';
import { jobKey, jobSpecKey, teamJobListKey } from '../../keys/table-keys.ts';
import { limits } from '../../limits/limits.ts';
import type { PlainObject } from '../../plain-object.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import { readOpenJobs } from '../../store/jobs/list-open-jobs.ts';
import { readTeamJobs } from '../../store/jobs/list-team-jobs.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(async () => await stores.stop());

const url = `https://a.example/${'p'.repeat(1_900)}`;
const many = (count: number, length: number, start = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${start}${index}`.padEnd(length, 'x'));

/** Options of a scrape that take as much room as they may. */
const scrapeOptions = {
  formats: ['markdown', 'html', 'rawHtml', 'links'],
  includeTags: many(100, 500, '.a'),
  excludeTags: many(100, 500, '.b'),
  headers: Object.fromEntries(many(4, 20, 'x-').map((name) => [name, 'v'.repeat(4_000)])),
  headersFor: many(20, 50, 'https://h').map((origin) => `${origin}.example`),
  waitFor: 1,
  actions: many(10, 5_000).map((text) => ({ type: 'write', text })),
};
const source = {
  id: 's'.repeat(80),
  manifestVersion: '1'.repeat(64),
  metadata: Object.fromEntries(many(4, 60, 'm').map((name) => [name, 'v'.repeat(1_900)])),
};
const webhook = {
  url: 'https://hook.example/',
  events: ['started', 'page', 'completed', 'failed', 'waiting'],
};
const fields = many(250, 60, 'field').map((name) => ({ name, type: 'string', description: name }));

const largest: Readonly<Record<string, readonly [JobKind, object]>> = {
  crawl: [
    'crawl',
    {
      url,
      limit: 500_000,
      includePaths: many(60, 500),
      excludePaths: many(60, 500),
      maxDiscoveryDepth: 1_000,
      delay: 60,
      maxConcurrency: 5,
      scrapeOptions,
      webhook,
      source,
    },
  ],
  'crawl in shards': [
    'crawl',
    { url, limit: 500_000, includePaths: many(60, 500), allowExternalLinks: true, scrapeOptions, webhook },
  ],
  batch: ['batch', { urls: many(200, 1_000, 'https://a.example/'), ...scrapeOptions, webhook, source }],
  scrape: ['scrape', { url, ...scrapeOptions, source }],
  map: ['map', { url, search: 'w'.repeat(200), limit: 100_000, timeout: 60_000 }],
  'plain crawl': ['crawl', { url: 'https://www.example.com/docs/', limit: 500_000 }],
  'plain scrape': ['scrape', { url: 'https://www.example.com/docs/' }],
  extract: [
    'extract',
    { urls: [`${url}/*`], fields, prompt: 'w'.repeat(5_000), scrapeOptions, webhook, maxPages: 1_000 },
  ],
};

const million = 1_000_000;
/** Counters as a job of a million pages has them, and what else its item gains while it runs. */
const counters: Readonly<Record<string, number | string>> = {
  ...Object.fromEntries(
    ['admitted', 'open', 'finished', 'done', 'failed', 'blocked', 'skipped', 'unchanged'].map((name) => [
      name,
      million + 234_567,
    ]),
  ),
  ...Object.fromEntries(unitNames.map((name) => [name, 98_765_432.125])),
  sitemaps: 49_999,
  sitemapsOpen: 4_999,
  sitemapBytes: 9_876_543_210,
  reserved: 2_999,
  leftHidden: 987_654,
  leftSame: 987_654,
  leftTraps: 987_654,
  resentAt: 1_790_000_000_123,
};
const extractionCounters = Object.fromEntries(
  ['spentTokens', 'spentMicrodollars', 'inputTokens', 'outputTokens', 'modelCalls', 'microdollars'].map(
    (name) => [name, 987_654_321],
  ),
);

const readItem = async (key: object): Promise<PlainObject> => {
  const { Item = {} } = await stores.table.documents.send(
    new GetCommand({ TableName: stores.table.name, Key: key, ConsistentRead: true }),
  );
  return Item;
};

const begin = async (kind: JobKind, body: object) => {
  const pipeline = startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed: 1 });
  const submitted = await pipeline.submit(kind, body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  return submitted.job;
};

/** Jobs whose request is too small to be kept beside their item: theirs may have two kilobytes in the end. */
const small: ReadonlySet<string> = new Set(['map', 'plain crawl', 'plain scrape']);

test.each(Object.keys(largest))(
  "a write of a job's item costs no more for a larger request: %s",
  async (name) => {
    const [kind, body] = largest[name] ?? ['crawl', {}];
    const { id } = await begin(kind, body);
    const bytesMax = small.has(name) ? 2_048 : 1_024;
    expect(storedBytes(await readItem(jobKey(id)))).toBeLessThanOrEqual(bytesMax);
    const late = { ...counters, ...(kind === 'extract' ? extractionCounters : {}) };
    const sets = Object.keys(late).map((_, index) => `#${index} = :${index}`);
    await stores.table.documents.send(
      new UpdateCommand({
        TableName: stores.table.name,
        Key: jobKey(id),
        UpdateExpression: `SET ${sets.join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(Object.keys(late).map((key, at) => [`#${at}`, key])),
        ExpressionAttributeValues: Object.fromEntries(
          Object.values(late).map((each, at) => [`:${at}`, each]),
        ),
      }),
    );
    expect(storedBytes(await readItem(jobKey(id)))).toBeLessThanOrEqual(bytesMax);
  },
);

test('a job reads the same wherever its request is kept, and its parts expire with it', async () => {
  const made = await begin(...(largest['crawl'] as [JobKind, object]));
  const { id } = made;
  const job = await getJobItem(stores.table, id);
  expect(job?.request).toEqual(made.request);
  expect(job?.provenance).toEqual(made.provenance);
  expect(job?.apart).toBe(true);
  expect(await readOpenJobs(stores.table, [id])).toMatchObject([{ request: made.request }]);
  const list = await readTeamJobs(stores.table, 'default', { kinds: ['crawl'], count: 50, now: Date.now() });
  expect(list.jobs.find((one) => one.id === id)?.request).toEqual(made.request);
  expect((await readItem(jobSpecKey(id)))['ttl']).toBe(job?.ttl);
});

test('a line of the list outlives its job, and is not read once the job has expired', async () => {
  const { id, createdAt, ttl } = await begin('crawl', { url: 'https://a.example/listed/' });
  const line = await readItem(teamJobListKey('default', id));
  expect(Number(line['ttl']) - ttl).toBe(90 * 24 * 60 * 60);
  const lastMs = createdAt + limits.jobDeadlineMs + limits.jobRetentionMs;
  const read = async (now: number, after?: string) =>
    await readTeamJobs(stores.table, 'default', { kinds: ['crawl'], count: 50, after, now });
  expect((await read(lastMs)).jobs.map((job) => job.id)).toContain(id);
  expect((await read(lastMs + 1)).jobs.map((job) => job.id)).not.toContain(id);
  // A client may go on from a cursor that it got days ago.
  expect(await read(lastMs + 1, id)).toEqual({ jobs: [], next: null });
});

test('a plain job has no item beside its own', async () => {
  for (const [kind, body] of [
    ['crawl', { url: 'https://a.example/docs/', limit: 10 }],
    ['scrape', { url: 'https://a.example/docs/' }],
  ] as const) {
    const made = await begin(kind, body);
    expect(await readItem(jobSpecKey(made.id))).toEqual({});
    expect((await getJobItem(stores.table, made.id))?.request).toEqual(made.request);
  }
});
