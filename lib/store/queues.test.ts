import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import 'aws-sdk-client-mock-vitest/extend';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sendUrlBatches, sendMessages, type Queues } from './queues.ts';

/** SQS refusing some entries of a batch is what the emulator cannot be made to do. */
const sqs = mockClient(SQSClient);
const queues: Queues = {
  client: new SQSClient({ region: 'us-east-1' }),
  fetch: { high: 'https://sqs/high', normal: 'https://sqs/normal' },
  render: 'https://sqs/render',
  extract: 'https://sqs/extract',
  finish: 'https://sqs/finish',
  deliver: 'https://sqs/deliver',
};

beforeEach(() => {
  sqs.reset();
});
// The class is mocked: the next file of this process needs it as it is.
afterAll(() => {
  sqs.restore();
});

test('entries that SQS refuses are sent again, and only those', async () => {
  sqs
    .on(SendMessageBatchCommand)
    .resolvesOnce({ Successful: [], Failed: [{ Id: '1', Code: 'InternalError', SenderFault: false }] })
    .resolves({ Successful: [], Failed: [] });
  await sendMessages(queues, queues.finish, 'team', [{ body: 'a' }, { body: 'b' }, { body: 'c' }]);
  const calls = sqs
    .commandCalls(SendMessageBatchCommand)
    .map((call) => call.args[0].input.Entries?.map((entry) => entry.MessageBody));
  expect(calls).toEqual([['"a"', '"b"', '"c"'], ['"b"']]);
});

test('a queue that goes on refusing is an outage, which the caller hears of', async () => {
  sqs.on(SendMessageBatchCommand).callsFake((input: { Entries: { Id: string }[] }) => ({
    Failed: input.Entries.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })),
  }));
  await expect(sendMessages(queues, queues.finish, 'team', [{ body: 'a' }])).rejects.toThrow(
    /Cannot send 1 messages: .*InternalError/,
  );
});

test('URL batches that nobody waits for share a queue, ten a call, and scheduled ones are a group of their own', async () => {
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [] });
  const urlBatch = (priority: 'high' | 'normal' | 'low') => ({
    urlBatch: { v: 1 as const, job: 'job', host: 'example.com', priority, pages: ['0'.repeat(32)] },
    delaySeconds: priority === 'low' ? 30 : 0,
  });
  await sendUrlBatches(queues, 'team', [
    ...Array.from({ length: 12 }, () => urlBatch('low')),
    urlBatch('normal'),
    urlBatch('high'),
  ]);
  const calls = sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => {
    const [{ MessageGroupId: group, DelaySeconds: delay } = {}] = input.Entries ?? [];
    return [input.QueueUrl, input.Entries?.length, group, delay];
  });
  expect(calls.toSorted()).toEqual([
    ['https://sqs/high', 1, 'team', undefined],
    ['https://sqs/normal', 1, 'team', undefined],
    ['https://sqs/normal', 10, 'team/scheduled', 30],
    ['https://sqs/normal', 2, 'team/scheduled', 30],
  ]);
});
