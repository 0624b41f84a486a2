import * as sqs from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { queuesUnderTest } from './queues-under-test.ts';

const { client, cloudUrl, queue, send, receive } = queuesUnderTest();

test('one bad entry of a batch fails alone', async () => {
  const url = await queue();
  const { Successful, Failed } = await client().send(
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
  client().send(new sqs.SendMessageBatchCommand({ QueueUrl: url, Entries: [...entries] }));

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
  await expect(receive(`${cloudUrl()}/000000000000/nowhere`)).rejects.toThrow(sqs.QueueDoesNotExist);
});

test('the attributes of messages count for the size of their batch', async () => {
  const url = await queue();
  const StringValue = 'x'.repeat(600_000);
  const Entries = ['a', 'b'].map((Id) => ({
    Id,
    MessageBody: Id,
    MessageAttributes: { large: { DataType: 'String', StringValue } },
  }));
  await expect(client().send(new sqs.SendMessageBatchCommand({ QueueUrl: url, Entries }))).rejects.toThrow(
    /Batch requests/,
  );
});

test('a batch is measured as SQS does: bodies, and the names, types and values of attributes, to the byte', async () => {
  const url = await queue();
  // In base64, or with JSON around it, each would be too large.
  const entry = (Id: string, length: number) => ({
    Id,
    MessageBody: '"',
    MessageAttributes: { b: { DataType: 'Binary', BinaryValue: new Uint8Array(length) } },
  });
  const half = 1_048_576 / 2 - '"bBinary'.length;
  const { Successful } = await sendBatch(url, [entry('a', half), entry('b', half)]);
  expect(Successful).toHaveLength(2);
  await expect(sendBatch(url, [entry('a', half), entry('b', half + 1)])).rejects.toThrow(
    sqs.BatchRequestTooLong,
  );
});

test('an entry whose attributes cannot be read fails alone', async () => {
  const { Successful, Failed } = await sendBatch(await queue(), [
    { Id: 'good', MessageBody: 'x' },
    {
      Id: 'odd',
      MessageBody: 'x',
      MessageAttributes: { n: { DataType: 'Number', StringValue: 'many' } },
    },
  ]);
  expect([Successful, Failed].map((them) => them?.map(({ Id }) => Id))).toEqual([['good'], ['odd']]);
});
