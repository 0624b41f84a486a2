import {
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  CreateBucketCommand,
} from '@aws-sdk/client-s3';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmedTag } from '../../lib/envelope/retention.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { pageOfEnvelope } from '../../lib/ingest/corpus-page.ts';
import { limits } from '../../lib/limits/limits.ts';
import { confirmEnvelopes } from '../../lib/steps/ingest-envelopes/confirm-envelopes.ts';
import { confirmObject } from '../../lib/store/confirm-object.ts';
import { ingestEnvelopes } from '../../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import type { EventBus } from '../../lib/store/corpus/put-page-events.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { getObject } from '../../lib/store/objects.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { awsClient } from '../../local/runtime/aws-request.ts';
import { provisionBucket, provisionQueue } from '../../local/runtime/provision-cloud.ts';
import { localAccount } from '../../local/template/intrinsics.ts';
import { readPlan, type Plan } from '../../local/template/plan.ts';
import { s3Client, patientSqsClient } from '../conformance/cloud-under-test.ts';
import { makeTestEnvelope } from '../corpus/envelope.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { testLease } from '../corpus/test-lease.ts';

let stores: PipelineStores;
let folder: string;
let laptop: Plan;
beforeAll(async () => {
  stores = await startStores();
  laptop = readPlan(synthesiseAssembly(), 'http://127.0.0.1:1');
  folder = mkdtempSync(join(tmpdir(), 'gleaner-retention-'));
});
afterAll(async () => {
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
});

const day = 24 * 60 * 60_000;

const queueUrl = ({ url }: Pick<Cloud, 'url'>, name: string): string => `${url}/${localAccount}/${name}`;

/**
 * The bucket of envelopes as the template describes it, on a laptop's cloud whose clock the test sets. Only with
 * `notifies` does it notify the queues that the template names.
 */
const expiringBucket = async ({ notifies = false } = {}) => {
  const dataDir = mkdtempSync(join(folder, 'cloud-'));
  let now = Date.UTC(2026, 0, 1);
  let cloud: Cloud | undefined;
  let client: S3Client | undefined;
  const plan = laptop.buckets.find(({ expiries }) => expiries.some(({ prefix }) => prefix === 'staged/'));
  if (plan === undefined) throw new Error('no bucket of envelopes');
  const close = async (): Promise<void> => {
    client?.destroy();
    await cloud?.close();
  };
  /** Starts it at a time: what is expired by then goes. */
  const startAt = async (days: number): Promise<S3Client> => {
    await close();
    now = Date.UTC(2026, 0, 1) + days * day;
    cloud = await startCloud({ dataDir, now: () => now });
    client = s3Client(cloud.url);
    const requests = awsClient(cloud.url);
    for (const queue of notifies ? laptop.queues : [])
      await provisionQueue(requests, queue, queueUrl(cloud, queue.name));
    await provisionBucket(requests, notifies ? plan : { ...plan, notifications: [] });
    requests.close();
    return client;
  };
  const keys = async (at: S3Client): Promise<string[]> => {
    const { Contents: found = [] } = await at.send(new ListObjectsV2Command({ Bucket: plan.name }));
    return found.map(({ Key: key = '' }) => key);
  };
  return { bucket: plan.name, plan, startAt, keys, close, clock: () => now, cloud: () => cloud };
};

test('an envelope of a class expires its days after it was confirmed, and never before that', async () => {
  const { bucket, startAt, keys, close, clock } = await expiringBucket();
  try {
    const first = await startAt(0);
    const all = ['staged/a', 'kept/90d/soon', 'kept/90d/late', 'kept/90d/never', 'kept/1y/b', 'kept/ever/c'];
    for (const Key of all) await first.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Key }));
    const confirm = async (client: S3Client, key: string): Promise<boolean> =>
      await confirmObject({ client, bucket }, key, {
        tag: confirmedTag,
        now: clock(),
        olderThanMs: limits.envelopeRenewMs,
      });
    for (const key of ['kept/90d/soon', 'kept/1y/b', 'kept/ever/c'])
      expect(await confirm(first, key)).toBe(true);
    expect(await confirm(first, 'kept/90d/none')).toBe(false);

    expect(await keys(await startAt(89))).toEqual(all.toSorted());
    const later = await startAt(200);
    expect(await keys(later)).toEqual(['kept/1y/b', 'kept/90d/late', 'kept/90d/never', 'kept/ever/c']);
    // It is written again, so that its days count from now; a second time changes nothing.
    expect(await confirm(later, 'kept/90d/late')).toBe(true);
    expect(await confirm(await startAt(250), 'kept/90d/late')).toBe(true);
    expect(await keys(await startAt(289))).toContain('kept/90d/late');
    expect(await keys(await startAt(291))).toEqual(['kept/1y/b', 'kept/90d/never', 'kept/ever/c']);
    expect(await keys(await startAt(9_999))).toEqual(['kept/90d/never', 'kept/ever/c']);
  } finally {
    await close();
  }
});

test('S3 tells the ingestion of an envelope, which confirms it; its 90 days count from then', async () => {
  const { bucket, plan, startAt, keys, close, clock, cloud } = await expiringBucket({ notifies: true });
  const [{ targetArn } = { targetArn: '' }] = plan.notifications;
  const events = { send: async () => await Promise.resolve({ FailedEntryCount: 0 }) } as unknown as EventBus;
  /** Takes what is in the queue, as the function does, until it is empty; answers how many messages it took. */
  const ingest = async (client: S3Client): Promise<{ readonly taken: number; readonly failed: number }> => {
    const url = cloud()?.url ?? '';
    const queue = patientSqsClient(url);
    const QueueUrl = queueUrl({ url }, targetArn.split(':').at(-1) ?? '');
    const corpora = { client, bucket: 'corpora' };
    await client.send(new CreateBucketCommand({ Bucket: 'corpora' })).catch(() => {});
    const held = holdCorpus(corpora, 'main', { now: clock, commitTriesMax: 4, lease: testLease });
    let [taken, failed] = [0, 0];
    try {
      for (;;) {
        const ask = { QueueUrl, MaxNumberOfMessages: 10 };
        const { Messages: messages = [] } = await queue.send(new ReceiveMessageCommand(ask));
        if (messages.length === 0) return { taken, failed };
        const ids = await ingestEnvelopes(
          {
            stack: 'Gleaner',
            envelopes: { client, bucket },
            corpusOf: () => openSqliteStore(held, corpora, 'main'),
            embedding: null,
            name: 'main',
            takes: 'all',
            queue: { client: queue, url: QueueUrl },
            events,
            now: clock,
            log: () => {},
          },
          messages.map(({ Body: body = '' }, at) => ({ id: String(at), body: JSON.parse(body) as unknown })),
        );
        for (const [at, { ReceiptHandle }] of messages.entries())
          if (!ids.includes(String(at)))
            await queue.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        taken += messages.length - ids.length;
        failed += ids.length;
      }
    } finally {
      held.close();
      queue.destroy();
    }
  };
  const written = { at: clock(), markdown: 'High water at noon.', source: 'guide' };
  const envelope = (url: string): string => JSON.stringify(makeTestEnvelope({ url, ...written }));
  try {
    const first = await startAt(0);
    const bodies = {
      'kept/90d/a.json': envelope('https://a.test/a'),
      'kept/1y/b.json': envelope('https://a.test/b'),
      'kept/90d/torn.json': '{"torn',
    };
    for (const [Key, Body] of Object.entries(bodies))
      await first.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    // The ingestion is out for three days. Its confirmation writes the envelopes again, of which S3 tells it as well.
    const later = await startAt(3);
    expect(await ingest(later)).toEqual({ taken: 4, failed: 1 });
    const tags = async (Key: string) =>
      (await later.send(new GetObjectTaggingCommand({ Bucket: bucket, Key }))).TagSet;
    expect(await tags('kept/90d/a.json')).toEqual([{ Key: 'confirmed', Value: 'yes' }]);
    expect(await tags('kept/90d/torn.json')).toEqual([]);
    const all = Object.keys(bodies).toSorted();
    expect(await keys(await startAt(92))).toEqual(all);
    expect(await keys(await startAt(94))).toEqual(['kept/1y/b.json', 'kept/90d/torn.json']);
    expect(await keys(await startAt(400))).toEqual(['kept/90d/torn.json']);
  } finally {
    await close();
  }
});

test('retention of a manifest begins the keys of its envelopes; ingestion confirms them, a corpus or the call', async () => {
  // Whether an envelope is tagged or written again follows from its age, by the clock of S3.
  const today = { beginsToday: true };
  const watched = await watchSite(stores, 'retention', undefined, [], undefined, today);
  const { site, pages, pipeline, call, ok, manifest, run } = watched;
  const other = await watchSite(stores, 'retention-of-others');
  const tags = async (key: string) =>
    (
      await stores.envelopes.client.send(
        new GetObjectTaggingCommand({ Bucket: stores.envelopes.bucket, Key: key }),
      )
    ).TagSet;
  const listed = async (Prefix: string) =>
    (
      await stores.envelopes.client.send(
        new ListObjectsV2Command({ Bucket: stores.envelopes.bucket, Prefix }),
      )
    ).Contents ?? [];
  const writtenAt = async (key: string): Promise<number> =>
    (await listed(key))[0]?.LastModified?.getTime() ?? Number.NaN;
  const envelopes = async (): Promise<Record<string, string>> => {
    const { changes } = await ok('GET', '/v2/changes');
    return Object.fromEntries(
      (changes as Body[]).map(({ url, envelope }) => [new URL(url).pathname, envelope]),
    );
  };
  try {
    pages.set('/', { links: ['/a', '/b', '/late'] });
    for (const path of ['/a', '/b', '/late']) pages.set(path, {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { retention: '7y' }) });
    await run();
    const first = await envelopes();
    for (const key of Object.values(first)) expect(key).toMatch(/^kept\/7y\/127\.0\.0\.1/);
    const [root = '', a = '', b = '', late = ''] = ['/', '/a', '/b', '/late'].map(
      (path) => first[path] ?? '',
    );

    // The corpus of the deployment confirms what it has taken.
    const text = (await getObject(stores.envelopes, a)) ?? '';
    const page = pageOfEnvelope('main', envelopeSchema.parse(JSON.parse(text)), a);
    const taken = { url: page.url, envelopeKey: a, passages: 1, outcome: 'replaced' as const };
    await confirmEnvelopes({ envelopes: stores.envelopes, now: () => pipeline.now() }, [page], [taken]);
    expect([await tags(a), await tags(b)]).toEqual([[{ Key: 'confirmed', Value: 'yes' }], []]);

    // Another ingestion says so, of its own source only.
    const asked = { envelopes: [b, root, b, 'staged/x', 'kept/7y/none'] };
    expect(await ok('POST', '/v2/sources/guide/confirm', asked)).toEqual({
      success: true,
      confirmed: [b, root],
      unknown: ['staged/x', 'kept/7y/none'],
    });
    expect(await tags(b)).toEqual([{ Key: 'confirmed', Value: 'yes' }]);
    await other.ok('POST', '/v2/sources/apply', { manifest: other.manifest('1.0.0') });
    expect(await other.ok('POST', '/v2/sources/guide/confirm', { envelopes: [b] })).toMatchObject({
      confirmed: [],
      unknown: [b],
    });
    expect((await call('POST', '/v2/sources/guide/confirm', { envelopes: [] })).status).toBe(400);

    // An envelope that is old is written again with its tag: its days count from then.
    const written = await writtenAt(late);
    pipeline.skip(limits.envelopeRenewMs + 3_600_000);
    expect(await ok('POST', '/v2/sources/guide/confirm', { envelopes: [late] })).toMatchObject({
      confirmed: [late],
    });
    expect(await tags(late)).toEqual([{ Key: 'confirmed', Value: 'yes' }]);
    expect(await writtenAt(late)).toBeGreaterThan(written);

    // A page that has not changed gets an envelope of the new class, and is told as unchanged.
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.1.0', { retention: '1y' }) });
    expect(await run()).toMatchObject({ changes: {} });
    expect(await listed('kept/1y/')).toHaveLength(4);
  } finally {
    await site.close();
    await other.site.close();
  }
});
