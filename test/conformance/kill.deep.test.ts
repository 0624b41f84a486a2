import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as s3 from '@aws-sdk/client-s3';
import * as sqs from '@aws-sdk/client-sqs';
import { expect, test, vi } from 'vitest';
import { newDataDir, s3Client, sqsClient, startCloudMain } from './cloud-under-test.ts';

const Bucket = 'load';

/** What was acknowledged, by what must then be true. */
interface Ledger {
  readonly sent: Set<string>;
  readonly deleting: Set<string>;
  readonly deleted: Set<string>;
  /** Key to the number of the last acknowledged version. */
  readonly written: Map<string, number>;
  readonly attempted: Map<string, number>;
}

const contentOf = (key: string, version: number): string =>
  JSON.stringify({ key, version, fill: 'x'.repeat(20_000) });

/** Runs until the server is gone. */
const load = async (url: string, ledger: Ledger): Promise<void> => {
  const queues = sqsClient(url);
  const objects = s3Client(url);
  const { QueueUrl } = await queues.send(new sqs.CreateQueueCommand({ QueueName: 'load' }));
  const untilGone = async (step: () => Promise<void>): Promise<void> => {
    try {
      for (;;) await step();
    } catch {
      // Killed.
    }
  };
  let number = ledger.sent.size;
  const sender = async (): Promise<void> => {
    const body = `${process.pid}-${Date.now()}-${(number += 1)}`;
    await queues.send(new sqs.SendMessageCommand({ QueueUrl, MessageBody: body }));
    ledger.sent.add(body);
  };
  const consumer = async (): Promise<void> => {
    const { Messages = [] } = await queues.send(
      new sqs.ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 2 }),
    );
    for (const { Body = '', ReceiptHandle } of Messages) {
      ledger.deleting.add(Body);
      await queues.send(new sqs.DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      ledger.deleted.add(Body);
    }
  };
  const writer = (lane: number) => async (): Promise<void> => {
    const Key = `lane-${lane}/${Math.floor(Math.random() * 20)}.json`;
    const version = (ledger.attempted.get(Key) ?? 0) + 1;
    ledger.attempted.set(Key, version);
    await objects.send(new s3.PutObjectCommand({ Bucket, Key, Body: contentOf(Key, version) }));
    ledger.written.set(Key, version);
  };
  await Promise.all([sender, sender, consumer, writer(1), writer(2), writer(3)].map(untilGone));
  queues.destroy();
  objects.destroy();
};

const drain = async (url: string): Promise<string[]> => {
  const client = sqsClient(url);
  const { QueueUrl } = await client.send(new sqs.CreateQueueCommand({ QueueName: 'load' }));
  const bodies: string[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new sqs.ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) break;
    bodies.push(...Messages.map((it) => it.Body ?? ''));
  }
  client.destroy();
  return bodies;
};

test('kill -9 under load loses nothing, brings nothing back and tears nothing', async () => {
  const data = newDataDir();
  const ledger: Ledger = {
    sent: new Set(),
    deleting: new Set(),
    deleted: new Set(),
    written: new Map(),
    attempted: new Map(),
  };
  let cloud = await startCloudMain(data.path);
  try {
    await s3Client(cloud.url).send(new s3.CreateBucketCommand({ Bucket }));
    for (let round = 0; round < 4; round += 1) {
      const loading = load(cloud.url, ledger);
      // As much work as the ledger is to hold, and then at any moment of the next.
      const [written, deleted] = [ledger.attempted.size, ledger.deleted.size];
      await vi.waitUntil(
        () => ledger.attempted.size >= Math.min(60, written + 8) && ledger.deleted.size > deleted + 8,
        {
          timeout: 240_000,
          interval: 5,
        },
      );
      await new Promise((done) => setTimeout(done, Math.random() * 200));
      await cloud.kill();
      await loading;
      cloud = await startCloudMain(data.path);
      expect(readdirSync(join(data.path, 's3-temp'))).toEqual([]);
    }
    expect(ledger.written.size).toBeGreaterThan(20);
    expect(ledger.deleted.size).toBeGreaterThan(20);
    const client = s3Client(cloud.url);
    for (const [Key, version] of ledger.written) {
      const answer = await client.send(new s3.GetObjectCommand({ Bucket, Key }));
      const text = (await answer.Body?.transformToString()) ?? '';
      const found = (JSON.parse(text) as { version: number }).version;
      expect(text).toBe(contentOf(Key, found));
      expect(readFileSync(join(data.path, 's3', Bucket, Key), 'utf8')).toBe(text);
      expect(found).toBeGreaterThanOrEqual(version);
    }
    client.destroy();
    const left = await drain(cloud.url);
    expect(new Set(left).size).toBe(left.length);
    expect(left.filter((it) => ledger.deleted.has(it))).toEqual([]);
    const there = new Set(left);
    expect([...ledger.sent].filter((it) => !there.has(it) && !ledger.deleting.has(it))).toEqual([]);
  } finally {
    await cloud.kill();
    data.remove();
  }
});

test('what a dead server had in flight is visible at the next start, with its receive count', async () => {
  const data = newDataDir();
  let cloud = await startCloudMain(data.path);
  try {
    const before = sqsClient(cloud.url);
    const { QueueUrl = '' } = await before.send(new sqs.CreateQueueCommand({ QueueName: 'q' }));
    await before.send(new sqs.SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    await before.send(new sqs.ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 900 }));
    before.destroy();
    await cloud.kill();
    cloud = await startCloudMain(data.path);
    const after = sqsClient(cloud.url);
    const { Messages } = await after.send(
      new sqs.ReceiveMessageCommand({
        QueueUrl: `${cloud.url}/000000000000/q`,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    after.destroy();
    expect(Messages?.[0]?.Attributes?.['ApproximateReceiveCount']).toBe('2');
  } finally {
    await cloud.kill();
    data.remove();
  }
});

test('the server ends when its standard input closes, and on SIGTERM, and leaves no lock', async () => {
  const data = newDataDir();
  try {
    const first = await startCloudMain(data.path);
    const firstExit = once(first.child, 'exit');
    first.child.stdin?.end();
    expect(await firstExit).toEqual([0, null]);
    const second = await startCloudMain(data.path);
    const secondExit = once(second.child, 'exit');
    second.child.kill('SIGTERM');
    expect(await secondExit).toEqual([0, null]);
  } finally {
    data.remove();
  }
});
