import * as sqs from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { arnUnderTest, queuesUnderTest } from './queues-under-test.ts';

const { client, queue, withRedrive, send, receive, counts } = queuesUnderTest();

test('a message received too often goes to the dead-letter queue and names its source', async () => {
  const { url, dead } = await withRedrive(2);
  await send(url, 'poison');
  expect(await receive(url)).toHaveLength(1);
  expect(await receive(url)).toHaveLength(1);
  const waiting = receive(dead, { WaitTimeSeconds: 5 });
  expect(await receive(url)).toEqual([]);
  const [message] = await waiting;
  expect(message?.Body).toBe('poison');
  expect(message?.Attributes?.['DeadLetterQueueSourceArn']).toBe(arnUnderTest(url));
});

test('a move task takes dead letters back to where they came from', async () => {
  const { url, dead } = await withRedrive();
  for (let index = 0; index < 20; index += 1) await send(url, `${index}`);
  while ((await counts(dead))[0] !== 20) await receive(url);
  await client().send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnUnderTest(dead) }));
  const task = async () =>
    (await client().send(new sqs.ListMessageMoveTasksCommand({ SourceArn: arnUnderTest(dead) })))
      .Results?.[0];
  await expect.poll(async () => (await task())?.Status).toBe('COMPLETED');
  expect((await task())?.ApproximateNumberOfMessagesMoved).toBe(20);
  expect(await counts(dead)).toEqual([0, 0, 0]);
  expect(await counts(url)).toEqual([20, 0, 0]);
  expect((await receive(url))[0]?.Attributes?.['ApproximateReceiveCount']).toBe('1');
});

test('a queue that nobody uses for dead letters cannot be moved from', async () => {
  const url = await queue();
  await expect(
    client().send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnUnderTest(url) })),
  ).rejects.toThrow('Dead Letter');
});

test('a receipt of a life before a move deletes nothing in the life after it', async () => {
  const { url, dead } = await withRedrive();
  await send(url, 'moved');
  const [before] = await receive(url, { VisibilityTimeout: 0 });
  expect(await receive(url)).toEqual([]);
  await client().send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnUnderTest(dead) }));
  await expect.poll(async () => (await counts(url))[0]).toBe(1);
  expect(await receive(url, { VisibilityTimeout: 30 })).toHaveLength(1);
  await client().send(new sqs.DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: before?.ReceiptHandle }));
  expect((await counts(url))[1]).toBe(1);
});

test('what was sent to a dead-letter queue directly stays there, and does not hold up what came from elsewhere', async () => {
  const { url, dead } = await withRedrive();
  await send(dead, 'direct');
  await send(url, 'poison');
  await receive(url);
  await receive(url);
  await client().send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnUnderTest(dead) }));
  await expect.poll(async () => (await counts(url))[0]).toBe(1);
  expect((await receive(dead)).map(({ Body }) => Body)).toEqual(['direct']);
});

test('dead letters must go to another queue that exists', async () => {
  const to = (arn: string): Promise<string> =>
    queue({ RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 1 }) }, 'own');
  await expect(to(arnUnderTest('http://x/own'))).rejects.toThrow(/another queue/);
  await expect(to(arnUnderTest('http://x/none-such'))).rejects.toThrow(/another queue/);
});

test('a dead letter is deleted by no receipt of the queue that it came from', async () => {
  const { url, dead } = await withRedrive();
  await send(url, 'poison');
  const ReceiptHandle = (await receive(url))[0]?.ReceiptHandle;
  expect(await receive(url)).toEqual([]);
  await client().send(new sqs.DeleteMessageCommand({ QueueUrl: dead, ReceiptHandle }));
  expect(await counts(dead)).toEqual([1, 0, 0]);
});

test('a receipt of a life before a move deletes nothing while nobody received the message in its new life', async () => {
  const { url, dead } = await withRedrive();
  await send(url, 'moved');
  const ReceiptHandle = (await receive(url))[0]?.ReceiptHandle;
  expect(await receive(url)).toEqual([]);
  await client().send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnUnderTest(dead) }));
  await expect.poll(async () => (await counts(url))[0]).toBe(1);
  await client().send(new sqs.DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
  expect(await counts(url)).toEqual([1, 0, 0]);
});

test('a dead letter whose queue is gone stays where it is, and does not hold up the others', async () => {
  const { url: gone, dead } = await withRedrive();
  const policy = JSON.stringify({ deadLetterTargetArn: arnUnderTest(dead), maxReceiveCount: 1 });
  const there = await queue({ RedrivePolicy: policy, VisibilityTimeout: '0' });
  for (const url of [gone, there]) {
    await send(url, url);
    await receive(url);
    await receive(url);
  }
  await client().send(new sqs.DeleteQueueCommand({ QueueUrl: gone }));
  await client().send(new sqs.StartMessageMoveTaskCommand({ SourceArn: arnUnderTest(dead) }));
  const task = async () =>
    (await client().send(new sqs.ListMessageMoveTasksCommand({ SourceArn: arnUnderTest(dead) })))
      .Results?.[0];
  await expect.poll(async () => (await task())?.Status).toBe('COMPLETED');
  expect(await task()).toMatchObject({
    ApproximateNumberOfMessagesMoved: 1,
    ApproximateNumberOfMessagesToMove: 2,
  });
  expect((await receive(there)).map(({ Body }) => Body)).toEqual([there]);
  expect((await receive(dead)).map(({ Body }) => Body)).toEqual([gone]);
});

test('a queue cannot be given itself for its dead letters later either', async () => {
  const url = await queue();
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnUnderTest(url), maxReceiveCount: 1 });
  await expect(
    client().send(new sqs.SetQueueAttributesCommand({ QueueUrl: url, Attributes: { RedrivePolicy } })),
  ).rejects.toThrow(/another queue/);
});

test('a queue whose dead-letter queue was deleted still takes other attributes, and keeps its messages', async () => {
  const { url, dead } = await withRedrive();
  await client().send(new sqs.DeleteQueueCommand({ QueueUrl: dead }));
  const Attributes = { DelaySeconds: '0' };
  await client().send(new sqs.SetQueueAttributesCommand({ QueueUrl: url, Attributes }));
  await send(url, 'x');
  expect(await receive(url)).toHaveLength(1);
  expect(await receive(url)).toHaveLength(1);
});
