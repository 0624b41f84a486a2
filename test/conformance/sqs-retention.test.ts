import { join } from 'node:path';
import * as sqs from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../local/cloud/database.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, sqsClient, type DataDir } from './cloud-under-test.ts';
import { arnUnderTest } from './queues-under-test.ts';

let data: DataDir;
let cloud: Cloud;
let client: sqs.SQSClient;
let nowMs: number;

const start = async (): Promise<void> => {
  cloud = await startCloud({ dataDir: data.path, now: () => nowMs });
  client = sqsClient(cloud.url);
};

const stop = async (): Promise<void> => {
  client.destroy();
  await cloud.close();
};

beforeEach(async () => {
  data = newDataDir();
  nowMs = 1_000_000_000_000;
  await start();
});

afterEach(async () => {
  vi.useRealTimers();
  await stop();
  data.remove();
});

const minuteQueue = async (QueueName: string, more: Record<string, string> = {}): Promise<string> => {
  const Attributes = { MessageRetentionPeriod: '60', VisibilityTimeout: '0', ...more };
  return (await client.send(new sqs.CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
};

const send = (QueueUrl: string, MessageBody: string) =>
  client.send(new sqs.SendMessageCommand({ QueueUrl, MessageBody }));

const receive = async (QueueUrl: string): Promise<(string | undefined)[]> => {
  const { Messages = [] } = await client.send(
    new sqs.ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
  );
  return Messages.map(({ Body }) => Body);
};

/** What is stored, once the server has let go of it. */
const stored = async (): Promise<unknown[]> => {
  await stop();
  const db = openDatabase(join(data.path, 'cloud.sqlite'));
  const bodies = db.all<{ body: string }>('SELECT body FROM messages').map(({ body }) => body);
  db.close();
  return bodies;
};

test('a message past its retention is not delivered', async () => {
  const url = await minuteQueue('q');
  await send(url, 'old');
  nowMs += 60_000;
  await send(url, 'new');
  expect(await receive(url)).toEqual(['new']);
});

test('a message past its retention is removed at the next start', async () => {
  const url = await minuteQueue('q');
  await send(url, 'old');
  nowMs += 1;
  await send(url, 'new');
  await stop();
  nowMs += 59_999;
  await start();
  expect(await stored()).toEqual(['new']);
});

test('a message past its retention is removed within a minute', async () => {
  await stop();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await start();
  await send(await minuteQueue('q'), 'old');
  nowMs += 60_000;
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(await stored()).toEqual([]);
});

test('a move does not bring back what is past its retention', async () => {
  const dead = await minuteQueue('dead');
  const policy = { deadLetterTargetArn: arnUnderTest(dead), maxReceiveCount: 1 };
  const url = await minuteQueue('q', { RedrivePolicy: JSON.stringify(policy) });
  for (const body of ['old', 'new']) {
    await send(url, body);
    nowMs += 1;
  }
  for (let index = 0; index < 2; index += 1) await receive(url);
  nowMs += 59_998;
  await client.send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnUnderTest(dead) }));
  const task = async () =>
    (await client.send(new sqs.ListMessageMoveTasksCommand({ SourceArn: arnUnderTest(dead) }))).Results?.[0];
  await expect.poll(async () => (await task())?.Status).toBe('COMPLETED');
  expect(await receive(url)).toEqual(['new']);
});
