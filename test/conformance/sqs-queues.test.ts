import * as sqs from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { sqsClient } from './cloud-under-test.ts';
import { arnUnderTest, queueName, queuesUnderTest } from './queues-under-test.ts';

const { client, cloudUrl, queue, send, receive, attributes, counts } = queuesUnderTest();

test('a queue is named by the path of its URL, whatever port it was stored with', async () => {
  const url = await queue();
  expect(url).toBe(`${cloudUrl()}/000000000000/${queueName(url)}`);
  const stored = url.replace(/:\d+/, ':9');
  const own = sqsClient(cloudUrl(), { useQueueUrlAsEndpoint: false });
  await own.send(new sqs.SendMessageCommand({ QueueUrl: stored, MessageBody: 'x' }));
  own.destroy();
  expect(await receive(url)).toHaveLength(1);
});

test('making a queue again gives it the attributes of the last call', async () => {
  const url = await queue({ VisibilityTimeout: '7' });
  expect(await queue({ VisibilityTimeout: '9' }, queueName(url))).toBe(url);
  expect(await attributes(url, 'VisibilityTimeout', 'QueueArn')).toEqual({
    VisibilityTimeout: '9',
    QueueArn: arnUnderTest(url),
  });
});

test('queues are listed, purged and deleted', async () => {
  const url = await queue({}, 'listed-1');
  await send(url, 'x');
  await client().send(new sqs.PurgeQueueCommand({ QueueUrl: url }));
  expect(await counts(url)).toEqual([0, 0, 0]);
  expect((await client().send(new sqs.ListQueuesCommand({ QueueNamePrefix: 'listed' }))).QueueUrls).toEqual([
    url,
  ]);
  await client().send(new sqs.DeleteQueueCommand({ QueueUrl: url }));
  await expect(client().send(new sqs.GetQueueUrlCommand({ QueueName: 'listed-1' }))).rejects.toThrow(
    sqs.QueueDoesNotExist,
  );
});

test('an action that is not run is refused with its name', async () => {
  const refused = client().send(new sqs.TagQueueCommand({ QueueUrl: await queue(), Tags: { a: 'b' } }));
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining('AmazonSQS TagQueue') as string,
    $metadata: { httpStatusCode: 501 },
  });
});

test('making a queue again with attributes gives those that it leaves out their defaults', async () => {
  const url = await queue({ VisibilityTimeout: '7', DelaySeconds: '3' });
  await queue({ DelaySeconds: '5' }, queueName(url));
  expect(await attributes(url, 'VisibilityTimeout', 'DelaySeconds')).toEqual({
    VisibilityTimeout: '30',
    DelaySeconds: '5',
  });
});

test('making a queue again without attributes changes none, and setting some changes those alone', async () => {
  const url = await queue({ VisibilityTimeout: '7', DelaySeconds: '3' });
  await client().send(new sqs.CreateQueueCommand({ QueueName: queueName(url) }));
  await client().send(
    new sqs.SetQueueAttributesCommand({ QueueUrl: url, Attributes: { DelaySeconds: '4' } }),
  );
  expect(await attributes(url, 'VisibilityTimeout', 'DelaySeconds')).toEqual({
    VisibilityTimeout: '7',
    DelaySeconds: '4',
  });
});

test.each([
  ['VisibilityTimeout', '43201'],
  ['DelaySeconds', '-1'],
  ['MessageRetentionPeriod', '59'],
  ['MaximumMessageSize', 'large'],
])('the attribute %s of %s is refused for its value', async (name, value) => {
  await expect(queue({ [name]: value })).rejects.toThrow(sqs.InvalidAttributeValue);
});
