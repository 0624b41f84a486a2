import * as sqs from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { queuesUnderTest } from './queues-under-test.ts';

const { client, queue, send, receive, counts, untilLongPolls } = queuesUnderTest();

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

test('a message that is not deleted in time is delivered again, and its old receipt deletes nothing', async () => {
  const url = await queue({ VisibilityTimeout: '1' });
  await send(url, 'x');
  const [first] = await receive(url);
  expect(await receive(url)).toEqual([]);
  expect(await counts(url)).toEqual([0, 1, 0]);
  const [second] = await receive(url, { WaitTimeSeconds: 3 });
  expect(second?.Attributes?.['ApproximateReceiveCount']).toBe('2');
  await client().send(new sqs.DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle }));
  expect(await counts(url)).toEqual([0, 1, 0]);
  await client().send(new sqs.DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: second?.ReceiptHandle }));
  expect(await counts(url)).toEqual([0, 0, 0]);
});

test('a long poll wakes for a message that is sent, and for one whose delay ends', async () => {
  const url = await queue();
  // A poll that sleeps through what it waits for ends after this one, which began before it and has nothing to wait
  // for.
  const leaving = new AbortController();
  const nothing = new sqs.ReceiveMessageCommand({ QueueUrl: await queue(), WaitTimeSeconds: 19 });
  const empty = client()
    .send(nothing, { abortSignal: leaving.signal })
    .then(() => 'its whole wait')
    .catch(() => 'aborted');
  await untilLongPolls(1);
  const waiting = receive(url, { WaitTimeSeconds: 20 });
  await untilLongPolls(2);
  await send(url, 'now');
  expect(await Promise.race([waiting.then(([message]) => message?.Body), empty])).toBe('now');
  await send(url, 'later', { DelaySeconds: 1 });
  expect(await counts(url)).toEqual([0, 1, 1]);
  const later = receive(url, { WaitTimeSeconds: 20 });
  expect(await Promise.race([later.then(([message]) => message?.Body), empty])).toBe('later');
  leaving.abort();
  await untilLongPolls(0);
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
    const waiting = client().send(new sqs.ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 10 }), {
      abortSignal: leaving.signal,
    });
    const ended = expect(waiting).rejects.toThrow();
    await untilLongPolls(1);
    leaving.abort();
    await ended;
    // The poll and the message travel over two connections: the queue hears of the end of the first before the second.
    await untilLongPolls(0);
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
    await client().send(new sqs.SendMessageBatchCommand({ QueueUrl: url, Entries }));
  }
  await polling;
  expect(got.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
});

test('visibility can be ended early, and only while a message is in flight', async () => {
  const url = await queue();
  await send(url, 'x');
  const [message] = await receive(url);
  const change = () =>
    client().send(
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
