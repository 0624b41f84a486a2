import { setTimeout as sleep } from 'node:timers/promises';
import * as sqs from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, sqsClient } from './cloud-under-test.ts';

const data = newDataDir();
let cloud: Cloud;
let client: sqs.SQSClient;
let names = 0;

beforeAll(async () => {
  cloud = await startCloud({ dataDir: data.path });
  client = sqsClient(cloud.url);
});

afterAll(async () => {
  client.destroy();
  await cloud.close();
  data.remove();
});

const queue = async (
  Attributes: Record<string, string> = {},
  name = `queue-${(names += 1)}`,
): Promise<string> =>
  (await client.send(new sqs.CreateQueueCommand({ QueueName: name, Attributes }))).QueueUrl ?? '';

const arnOf = (url: string): string => `arn:aws:sqs:us-east-1:000000000000:${url.split('/').at(-1)}`;

const send = (url: string, body: string, more: Partial<sqs.SendMessageCommandInput> = {}) =>
  client.send(new sqs.SendMessageCommand({ QueueUrl: url, MessageBody: body, ...more }));

const receive = async (
  url: string,
  more: Partial<sqs.ReceiveMessageCommandInput> = {},
): Promise<sqs.Message[]> =>
  (
    await client.send(
      new sqs.ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        ...more,
      }),
    )
  ).Messages ?? [];

const counts = async (url: string): Promise<number[]> => {
  const { Attributes } = await client.send(
    new sqs.GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
  );
  const numbers: Readonly<Record<string, string>> = Attributes ?? {};
  return ['', 'NotVisible', 'Delayed'].map((it) => Number(numbers[`ApproximateNumberOfMessages${it}`]));
};

const withRedrive = async (receivesMax = 1): Promise<{ url: string; dead: string }> => {
  const dead = await queue();
  const policy = { deadLetterTargetArn: arnOf(dead), maxReceiveCount: receivesMax };
  return { url: await queue({ RedrivePolicy: JSON.stringify(policy), VisibilityTimeout: '0' }), dead };
};

test('a message comes with its body, attributes and the digests that the SDK checks', async () => {
  const url = await queue();
  await send(url, 'grüße', {
    MessageAttributes: {
      kind: { DataType: 'String', StringValue: 'page' },
      bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
    },
  });
  const [message] = await receive(url, { MessageAttributeNames: ['All'] });
  expect(message?.Body).toBe('grüße');
  expect(message?.MessageAttributes?.['kind']?.StringValue).toBe('page');
  expect(message?.MessageAttributes?.['bytes']?.BinaryValue).toEqual(new Uint8Array([1, 2, 3]));
  expect(message?.Attributes?.['ApproximateReceiveCount']).toBe('1');
});

test('a queue is named by the path of its URL, whatever port it was stored with', async () => {
  const url = await queue();
  expect(url).toBe(`${cloud.url}/000000000000/${url.split('/').at(-1)}`);
  const stored = url.replace(/:\d+/, ':9');
  const own = sqsClient(cloud.url, { useQueueUrlAsEndpoint: false });
  await own.send(new sqs.SendMessageCommand({ QueueUrl: stored, MessageBody: 'x' }));
  own.destroy();
  expect(await receive(url)).toHaveLength(1);
});

test('making a queue again gives it the attributes of the last call', async () => {
  const url = await queue({ VisibilityTimeout: '7' });
  const name = url.split('/').at(-1);
  expect(await queue({ VisibilityTimeout: '9' }, name)).toBe(url);
  const { Attributes } = await client.send(
    new sqs.GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['VisibilityTimeout', 'QueueArn'] }),
  );
  expect(Attributes).toEqual({ VisibilityTimeout: '9', QueueArn: arnOf(url) });
});

test('a message that is not deleted in time is delivered again, and its old receipt deletes nothing', async () => {
  const url = await queue({ VisibilityTimeout: '1' });
  await send(url, 'x');
  const [first] = await receive(url);
  expect(await receive(url)).toEqual([]);
  expect(await counts(url)).toEqual([0, 1, 0]);
  const [second] = await receive(url, { WaitTimeSeconds: 3 });
  expect(second?.Attributes?.['ApproximateReceiveCount']).toBe('2');
  await client.send(new sqs.DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle }));
  expect(await counts(url)).toEqual([0, 1, 0]);
  await client.send(new sqs.DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: second?.ReceiptHandle }));
  expect(await counts(url)).toEqual([0, 0, 0]);
});

test('a long poll wakes for a message that is sent, and for one whose delay ends', async () => {
  const url = await queue();
  const started = Date.now();
  const waiting = receive(url, { WaitTimeSeconds: 10 });
  await sleep(50);
  await send(url, 'now');
  expect((await waiting)[0]?.Body).toBe('now');
  await send(url, 'later', { DelaySeconds: 1 });
  expect(await counts(url)).toEqual([0, 1, 1]);
  expect((await receive(url, { WaitTimeSeconds: 10 }))[0]?.Body).toBe('later');
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('a long poll that finds nothing ends at its time', async () => {
  const started = Date.now();
  expect(await receive(await queue(), { WaitTimeSeconds: 1 })).toEqual([]);
  expect(Date.now() - started).toBeGreaterThanOrEqual(950);
});

test('a long poll that was aborted takes no message and counts no receive', async () => {
  const url = await queue();
  for (let round = 0; round < 20; round += 1) {
    const leaving = new AbortController();
    const waiting = client.send(new sqs.ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 10 }), {
      abortSignal: leaving.signal,
    });
    await sleep(10);
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await send(url, `round ${round}`);
    const [message] = await receive(url, { WaitTimeSeconds: 1 });
    expect(message?.Body).toBe(`round ${round}`);
    expect(message?.Attributes?.['ApproximateReceiveCount']).toBe('1');
  }
});

test('many pollers share what is sent: each message goes to one of them', async () => {
  const url = await queue();
  const got: string[] = [];
  const poller = async (): Promise<void> => {
    while (got.length < 200)
      got.push(...(await receive(url, { WaitTimeSeconds: 1 })).map((it) => it.Body ?? ''));
  };
  const polling = Promise.all([poller(), poller(), poller(), poller()]);
  for (let start = 0; start < 200; start += 10) {
    const Entries = Array.from({ length: 10 }, (_, index) => ({
      Id: `${index}`,
      MessageBody: `${start + index}`,
    }));
    await client.send(new sqs.SendMessageBatchCommand({ QueueUrl: url, Entries }));
  }
  await polling;
  expect(got.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
});

test('a message received too often goes to the dead-letter queue and names its source', async () => {
  const { url, dead } = await withRedrive(2);
  await send(url, 'poison');
  expect(await receive(url)).toHaveLength(1);
  expect(await receive(url)).toHaveLength(1);
  const waiting = receive(dead, { WaitTimeSeconds: 5 });
  expect(await receive(url)).toEqual([]);
  const [message] = await waiting;
  expect(message?.Body).toBe('poison');
  expect(message?.Attributes?.['DeadLetterQueueSourceArn']).toBe(arnOf(url));
});

test('a move task takes dead letters back to where they came from', async () => {
  const { url, dead } = await withRedrive();
  for (let index = 0; index < 20; index += 1) await send(url, `${index}`);
  while ((await counts(dead))[0] !== 20) await receive(url);
  await client.send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnOf(dead) }));
  const task = async () =>
    (await client.send(new sqs.ListMessageMoveTasksCommand({ SourceArn: arnOf(dead) }))).Results?.[0];
  await expect.poll(async () => (await task())?.Status).toBe('COMPLETED');
  expect((await task())?.ApproximateNumberOfMessagesMoved).toBe(20);
  expect(await counts(dead)).toEqual([0, 0, 0]);
  expect(await counts(url)).toEqual([20, 0, 0]);
  expect((await receive(url))[0]?.Attributes?.['ApproximateReceiveCount']).toBe('1');
});

test('a queue that nobody uses for dead letters cannot be moved from', async () => {
  const url = await queue();
  await expect(client.send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnOf(url) }))).rejects.toThrow(
    'Dead Letter',
  );
});

test('visibility can be ended early, and only while a message is in flight', async () => {
  const url = await queue();
  await send(url, 'x');
  const [message] = await receive(url);
  const change = () =>
    client.send(
      new sqs.ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: message?.ReceiptHandle,
        VisibilityTimeout: 0,
      }),
    );
  await change();
  await expect(change()).rejects.toThrow(sqs.MessageNotInflight);
  expect(await receive(url)).toHaveLength(1);
});

test('one bad entry of a batch fails alone', async () => {
  const url = await queue();
  const { Successful, Failed } = await client.send(
    new sqs.SendMessageBatchCommand({
      QueueUrl: url,
      Entries: [
        { Id: 'good', MessageBody: 'x' },
        { Id: 'late', MessageBody: 'x', DelaySeconds: 901 },
        { Id: 'odd', MessageBody: 'a\u0000b' },
      ],
    }),
  );
  expect(Successful?.map((it) => it.Id)).toEqual(['good']);
  expect(Failed?.map((it) => it.Code)).toEqual(['InvalidParameterValue', 'InvalidMessageContents']);
});

const sendBatch = (url: string, entries: readonly sqs.SendMessageBatchRequestEntry[]) =>
  client.send(new sqs.SendMessageBatchCommand({ QueueUrl: url, Entries: [...entries] }));

test('limits are SQS limits', async () => {
  const url = await queue();
  const entries = Array.from({ length: 11 }, (_, index) => ({ Id: `${index}`, MessageBody: 'x' }));
  await expect(sendBatch(url, entries)).rejects.toThrow(sqs.TooManyEntriesInBatchRequest);
  await expect(sendBatch(url, [...entries.slice(0, 2), ...entries.slice(0, 1)])).rejects.toThrow(
    sqs.BatchEntryIdsNotDistinct,
  );
  await expect(sendBatch(url, [])).rejects.toThrow();
  const half = 'x'.repeat(600_000);
  await expect(
    sendBatch(url, [
      { Id: 'a', MessageBody: half },
      { Id: 'b', MessageBody: half },
    ]),
  ).rejects.toThrow(sqs.BatchRequestTooLong);
  await send(url, 'x'.repeat(1_048_576));
  await expect(send(url, 'x'.repeat(1_048_577))).rejects.toThrow('shorter than');
  await expect(send(url, 'x', { DelaySeconds: 901 })).rejects.toThrow('DelaySeconds');
  await expect(receive(url, { MaxNumberOfMessages: 11 })).rejects.toThrow('MaxNumberOfMessages');
  await expect(queue({}, 'orders.fifo')).rejects.toThrow('FIFO');
  await expect(receive(`${cloud.url}/000000000000/nowhere`)).rejects.toThrow(sqs.QueueDoesNotExist);
});

test('queues are listed, purged and deleted', async () => {
  const url = await queue({}, 'listed-1');
  await send(url, 'x');
  await client.send(new sqs.PurgeQueueCommand({ QueueUrl: url }));
  expect(await counts(url)).toEqual([0, 0, 0]);
  expect((await client.send(new sqs.ListQueuesCommand({ QueueNamePrefix: 'listed' }))).QueueUrls).toEqual([
    url,
  ]);
  await client.send(new sqs.DeleteQueueCommand({ QueueUrl: url }));
  await expect(client.send(new sqs.GetQueueUrlCommand({ QueueName: 'listed-1' }))).rejects.toThrow(
    sqs.QueueDoesNotExist,
  );
});

test('an action that is not run is refused with its name', async () => {
  const refused = client.send(new sqs.TagQueueCommand({ QueueUrl: await queue(), Tags: { a: 'b' } }));
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining('AmazonSQS TagQueue') as string,
    $metadata: { httpStatusCode: 501 },
  });
});

test('a message past its retention is not delivered', async () => {
  const own = newDataDir();
  let nowMs = 1_000_000;
  const other = await startCloud({ dataDir: own.path, now: () => nowMs });
  const aged = sqsClient(other.url);
  try {
    const attributes = { MessageRetentionPeriod: '60' };
    const { QueueUrl = '' } = await aged.send(
      new sqs.CreateQueueCommand({ QueueName: 'q', Attributes: attributes }),
    );
    await aged.send(new sqs.SendMessageCommand({ QueueUrl, MessageBody: 'old' }));
    nowMs += 60_000;
    await aged.send(new sqs.SendMessageCommand({ QueueUrl, MessageBody: 'new' }));
    const { Messages } = await aged.send(
      new sqs.ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    expect(Messages?.map((it) => it.Body)).toEqual(['new']);
  } finally {
    aged.destroy();
    await other.close();
    own.remove();
  }
});

test('a receipt of a life before a move deletes nothing in the life after it', async () => {
  const { url, dead } = await withRedrive();
  await send(url, 'moved');
  const [before] = await receive(url, { VisibilityTimeout: 0 });
  expect(await receive(url)).toEqual([]);
  await client.send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnOf(dead) }));
  await expect.poll(async () => (await counts(url))[0]).toBe(1);
  expect(await receive(url, { VisibilityTimeout: 30 })).toHaveLength(1);
  await client.send(new sqs.DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: before?.ReceiptHandle }));
  expect((await counts(url))[1]).toBe(1);
});

test('what was sent to a dead-letter queue directly stays there, and does not hold up what came from elsewhere', async () => {
  const { url, dead } = await withRedrive();
  await send(dead, 'direct');
  await send(url, 'poison');
  await receive(url);
  await receive(url);
  await client.send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnOf(dead) }));
  await expect.poll(async () => (await counts(url))[0]).toBe(1);
  expect((await receive(dead)).map(({ Body }) => Body)).toEqual(['direct']);
});

test('dead letters must go to another queue that exists', async () => {
  const to = (arn: string): Promise<string> =>
    queue({ RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 1 }) }, 'own');
  await expect(to(arnOf('http://x/own'))).rejects.toThrow(/another queue/);
  await expect(to(arnOf('http://x/none-such'))).rejects.toThrow(/another queue/);
});

test('the attributes of messages count for the size of their batch', async () => {
  const url = await queue();
  const StringValue = 'x'.repeat(600_000);
  const Entries = ['a', 'b'].map((Id) => ({
    Id,
    MessageBody: Id,
    MessageAttributes: { large: { DataType: 'String', StringValue } },
  }));
  await expect(client.send(new sqs.SendMessageBatchCommand({ QueueUrl: url, Entries }))).rejects.toThrow(
    /Batch requests/,
  );
});
