import { APIGatewayProxyEventSchema } from '@aws-lambda-powertools/parser/schemas/api-gateway';
import { EventBridgeSchema } from '@aws-lambda-powertools/parser/schemas/eventbridge';
import { S3SqsEventNotificationSchema } from '@aws-lambda-powertools/parser/schemas/s3';
import { SqsSchema } from '@aws-lambda-powertools/parser/schemas/sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type * as z from 'zod';
import { awsClient, type AwsClient } from './runtime/aws-request.ts';
import { startRuntime, type Runtime } from './runtime/start-runtime.ts';
import { localAccount } from './template/intrinsics.ts';
import { synthesiseTestStack } from './test-stack.ts';

/** What AWS hands to functions and how much it takes, by the schemas that AWS itself publishes for its events. */
let folder: string;
let runtime: Runtime;
let cloud: AwsClient;
let table: AwsClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-shapes-'));
  const assembly = await synthesiseTestStack(folder);
  runtime = await startRuntime({
    assembly: async () => assembly,
    dataDir: join(folder, 'data'),
    port: 0,
    onNotice: () => {},
  });
  cloud = awsClient(runtime.endpoints.cloud, runtime.credentials);
  table = awsClient(runtime.endpoints.dynamodb, runtime.credentials);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  cloud?.close();
  table?.close();
  await runtime?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The event of a kind that a function was last woken with. */
const lastEvent = async (kind: string): Promise<unknown> => {
  const input = { TableName: runtime.plan.tables[0]?.name, Key: { PK: { S: `event ${kind}` } } };
  const { Item: item } = await table.call('DynamoDB_20120810.GetItem', input);
  const text = (item as { event?: { S: string } } | undefined)?.event?.S;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
};

const queueUrl = (name: string): string => `${runtime.endpoints.cloud}/${localAccount}/${name}`;
const queueName = (): string => runtime.plan.eventSources[0]?.queue ?? '';

const wake: Readonly<Record<string, () => Promise<unknown>>> = {
  queue: async () =>
    await cloud.call('AmazonSQS.SendMessage', {
      QueueUrl: queueUrl(queueName()),
      MessageBody: '{}',
      MessageGroupId: 'a team',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'plain' } },
    }),
  bucket: async () => {
    const target = `/${runtime.plan.buckets[0]?.name}/a%20folder/a%20page.json`;
    return await cloud.send('PUT', target, '{}');
  },
  bus: async () =>
    await cloud.call('AWSEvents.PutEvents', {
      Entries: [{ Source: 'shop', DetailType: 'sale', Detail: '{"kind":"sold"}' }],
    }),
  schedule: async () => undefined,
};

test.each<[string, z.ZodType]>([
  ['queue', SqsSchema],
  ['bucket', SqsSchema],
  ['bucket', S3SqsEventNotificationSchema],
  ['bus', SqsSchema],
  ['schedule', EventBridgeSchema],
])('what a function is woken with by a %s has the shape that AWS publishes', async (kind, schema) => {
  await wake[kind]?.();
  await expect.poll(() => lastEvent(kind)).toBeDefined();
  expect(schema.safeParse(await lastEvent(kind)).error?.issues ?? []).toEqual([]);
});

test('what a queue is told of a rule has the shape of an event of EventBridge', async () => {
  await wake['bus']?.();
  await expect.poll(() => lastEvent('bus')).toBeDefined();
  const {
    Records: [record],
  } = (await lastEvent('bus')) as { Records: { body: string }[] };
  expect(EventBridgeSchema.parse(JSON.parse(record?.body ?? ''))).toMatchObject({ detail: { kind: 'sold' } });
});

test.each([
  ['GET', '/a/b?x=1&x=2&y=%C3%A4', undefined],
  ['POST', '/a', '{"text":"ä"}'],
])(
  'what the gateway hands on of a request has the shape that AWS publishes: %s %s',
  async (method, path, body) => {
    const answer = await fetch(`${runtime.url}${path}`, { method, ...(body === undefined ? {} : { body }) });
    const { event } = (await answer.json()) as { event: unknown };
    expect(APIGatewayProxyEventSchema.safeParse(event).error?.issues ?? []).toEqual([]);
    expect(event).toMatchObject({ httpMethod: method, body: body ?? null, isBase64Encoded: false });
  },
);

const megabyte = 1_048_576;

test.each([
  [10 * megabyte + 1, 'what the gateway takes'],
  [6 * megabyte, 'what a function takes, with its headers around it'],
])('a request of %i bytes is refused: %s', async (bytes) => {
  const answer = await fetch(`${runtime.url}/a`, { method: 'POST', body: 'x'.repeat(bytes) });
  expect(answer.status).toBe(413);
});

test('an answer may have 6 MB, and is an error beyond', async () => {
  const statusOf = async (bytes: number): Promise<number> => {
    const answer = await fetch(`${runtime.url}/a?bytes=${bytes}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await statusOf(6 * megabyte - 100)).toBe(200);
  expect(await statusOf(6 * megabyte)).toBe(502);
});

test('a message may have a megabyte, and is refused beyond', async () => {
  const send = async (bytes: number): Promise<unknown> =>
    await cloud.call('AmazonSQS.SendMessage', {
      QueueUrl: queueUrl(queueName()),
      MessageBody: JSON.stringify({ fill: 'x'.repeat(bytes) }),
    });
  await expect(send(megabyte)).rejects.toThrow(/InvalidParameterValue|1048576|too long|size/i);
  await expect(send(megabyte - 100)).resolves.toBeDefined();
});
