import * as sqs from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, vi } from 'vitest';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, sqsClient } from './cloud-under-test.ts';

type Attributes = Record<string, string>;

export interface QueuesUnderTest {
  readonly client: () => sqs.SQSClient;
  readonly cloudUrl: () => string;
  /** Resolves when this many long polls wait. */
  readonly untilLongPolls: (count: number) => Promise<void>;
  /** Makes a queue, with a name of its own unless one is given. @returns its URL. */
  readonly queue: (attributes?: Attributes, name?: string) => Promise<string>;
  /** A queue whose messages are visible again at once, and the queue of its dead letters. */
  readonly withRedrive: (receivesMax?: number) => Promise<{ url: string; dead: string }>;
  readonly send: (url: string, body: string, more?: Partial<sqs.SendMessageCommandInput>) => Promise<unknown>;
  readonly receive: (url: string, more?: Partial<sqs.ReceiveMessageCommandInput>) => Promise<sqs.Message[]>;
  readonly attributes: (url: string, ...names: sqs.QueueAttributeName[]) => Promise<Attributes>;
  /** Messages that are visible, in flight and delayed. */
  readonly counts: (url: string) => Promise<number[]>;
}

export const queueName = (url: string): string => url.split('/').at(-1) ?? '';

export const arnUnderTest = (url: string): string => `arn:aws:sqs:us-east-1:000000000000:${queueName(url)}`;

/** A server for the tests of one file. */
export const queuesUnderTest = (): QueuesUnderTest => {
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

  const queue = async (Attributes: Attributes = {}, name = `queue-${(names += 1)}`): Promise<string> =>
    (await client.send(new sqs.CreateQueueCommand({ QueueName: name, Attributes }))).QueueUrl ?? '';

  const attributes = async (url: string, ...AttributeNames: sqs.QueueAttributeName[]): Promise<Attributes> =>
    (await client.send(new sqs.GetQueueAttributesCommand({ QueueUrl: url, AttributeNames }))).Attributes ??
    {};

  return {
    client: () => client,
    cloudUrl: () => cloud.url,
    untilLongPolls: async (count) => {
      await vi.waitUntil(() => cloud.longPolls() === count, { timeout: 120_000, interval: 5 });
    },
    queue,
    withRedrive: async (receivesMax = 1) => {
      const dead = await queue();
      const policy = { deadLetterTargetArn: arnUnderTest(dead), maxReceiveCount: receivesMax };
      return { url: await queue({ RedrivePolicy: JSON.stringify(policy), VisibilityTimeout: '0' }), dead };
    },
    send: (url, body, more = {}) =>
      client.send(new sqs.SendMessageCommand({ QueueUrl: url, MessageBody: body, ...more })),
    receive: async (url, more = {}) => {
      const asked = { QueueUrl: url, MaxNumberOfMessages: 10, ...more };
      const { Messages } = await client.send(
        new sqs.ReceiveMessageCommand({ MessageSystemAttributeNames: ['All'], ...asked }),
      );
      return Messages ?? [];
    },
    attributes,
    counts: async (url) => {
      const numbers = await attributes(url, 'All');
      return ['', 'NotVisible', 'Delayed'].map((it) => Number(numbers[`ApproximateNumberOfMessages${it}`]));
    },
  };
};
