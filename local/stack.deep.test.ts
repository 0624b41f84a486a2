import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { passwordHeader } from './door/local-credentials.ts';
import { awsClient } from './runtime/aws-request.ts';
import { startRuntime, type Runtime } from './runtime/start-runtime.ts';
import { synthesiseTestStack } from './test-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-stack-'));
const dataDir = join(folder, 'data');
const notices: string[] = [];
let runtime: Runtime;

beforeAll(async () => {
  const assembly = await synthesiseTestStack(folder);
  runtime = await startRuntime({
    assembly: async () => assembly,
    dataDir,
    port: 0,
    onNotice: (line) => void notices.push(line),
  });
});

afterAll(async () => {
  await runtime.stop();
  rmSync(folder, { recursive: true, force: true });
});

const seen = async (id: string): Promise<number> => {
  const client = awsClient(runtime.endpoints.dynamodb, runtime.credentials);
  const { Item: item } = await client.call('DynamoDB_20120810.GetItem', {
    TableName: 'counts',
    Key: { PK: { S: id } },
  });
  client.close();
  return Number((item as { seen?: { N: string } } | undefined)?.seen?.N ?? 0);
};

const send = async (...messages: object[]): Promise<void> => {
  const client = awsClient(runtime.endpoints.cloud, runtime.credentials);
  await client.call('AmazonSQS.SendMessageBatch', {
    QueueUrl: `${runtime.endpoints.cloud}/000000000000/work`,
    Entries: messages.map((it, index) => ({ Id: String(index), MessageBody: JSON.stringify(it) })),
  });
  client.close();
};

const until = async (check: () => Promise<void>): Promise<void> => {
  await vi.waitFor(check, { timeout: 240_000, interval: 50 });
};

/** Processes of this data directory. */
const processes = (): string[] =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir));

test('an HTTP request reaches the function as a proxy event, and what it sends wakes it again', async () => {
  const response = await fetch(`${runtime.url}/some/path%20x?a=1&a=2`, {
    method: 'POST',
    body: JSON.stringify({ id: 'from http' }),
    headers: { 'X-Forwarded-Proto': 'https' },
  });
  const { event, environment, left } = (await response.json()) as {
    event: Record<string, never>;
    environment: Record<string, string>;
    left: number;
  };
  expect(event).toMatchObject({
    resource: '/{proxy+}',
    path: '/some/path%20x',
    httpMethod: 'POST',
    pathParameters: { proxy: 'some/path x' },
    queryStringParameters: { a: '2' },
    multiValueQueryStringParameters: { a: ['1', '2'] },
    headers: { 'X-Forwarded-Proto': 'http' },
    requestContext: { stage: 'prod', domainName: new URL(runtime.url).host, path: '/some/path%20x' },
    isBase64Encoded: false,
  });
  expect(left).toBeLessThanOrEqual(6_000);
  expect(environment['AWS_ACCESS_KEY_ID']).toMatch(runtime.credentials.accessKeyId);
  expect(environment['AWS_ENDPOINT_URL']).toBe(runtime.endpoints.cloud);
  expect(environment['HOME']).toBeUndefined();
  await until(async () => expect(await seen('from http')).toBe(1));
});

test('an object that is created wakes the function through the queue of its notification', async () => {
  const client = awsClient(runtime.endpoints.cloud, runtime.credentials);
  expect((await client.send('PUT', '/files/folder/a.txt', 'hello')).status).toBe(200);
  client.close();
  await until(async () => expect(await seen('object folder/a.txt')).toBe(1));
});

test('a rule of a minute fires once at the start', async () => {
  await until(async () => expect(await seen('heartbeat')).toBeGreaterThanOrEqual(1));
});

test('an event that is put on the bus reaches the targets of the rules that it matches, and no others', async () => {
  const client = awsClient(runtime.endpoints.cloud, runtime.credentials);
  const entry = (kind: string) => ({
    Source: 'shop',
    DetailType: 'Book',
    Detail: JSON.stringify({ kind }),
  });
  const { FailedEntryCount, Entries } = await client.call('AWSEvents.PutEvents', {
    Entries: [entry('bought'), entry('lent'), { ...entry('sold'), Detail: 'no JSON' }],
  });
  client.close();
  const ids = (Entries as { EventId?: string; ErrorCode?: string }[]).map((it) => it.EventId ?? it.ErrorCode);
  expect([FailedEntryCount, ids[2]]).toEqual([1, 'MalformedDetail']);
  await until(async () => expect(await seen(ids[1] ?? '')).toBe(1));
  expect(await seen(ids[0] ?? '')).toBe(0);
  expect(notices.filter((line) => line.includes('NotKnown'))).toHaveLength(1);
});

test('of a batch, only the messages that the function names come again, and then go to the dead letters', async () => {
  await send({ id: 'good' }, { id: 'bad', do: 'fail' });
  await until(async () => expect(await seen('bad')).toBe(3));
  await sleep(2_500);
  expect(await seen('good')).toBe(1);
  expect(await seen('bad')).toBe(3);
});

test.each(['throw', 'exit', 'loop'])(
  'a message that makes the function %s is tried again and harms no other',
  async (what) => {
    await send({ id: `evil ${what}`, do: what });
    await until(async () => expect(await seen(`evil ${what}`)).toBe(3));
    await send({ id: `after ${what}` });
    await until(async () => expect(await seen(`after ${what}`)).toBe(1));
    expect(notices.some((line) => line.startsWith('do-work:'))).toBe(true);
  },
);

const invoke = async (name: string, headers: Record<string, string>, body: string) =>
  await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const path = `/2015-03-31/functions/${name}/invocations`;
    const outgoing = request(`${runtime.url}${path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    outgoing.on('error', reject).end(body);
  });

test('Invoke answers programs of this machine, and no web page', async () => {
  const own = { [passwordHeader]: runtime.credentials.password };
  const guessed =
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0';
  const body = '{"echo":{"a":1}}';
  expect(await invoke('do-work', own, body)).toEqual({ status: 200, body: '{"a":1}' });
  expect((await invoke('nobody', own, body)).status).toBe(404);
  expect((await invoke('do-work', {}, body)).status).toBe(403);
  expect((await invoke('do-work', { authorization: guessed }, body)).status).toBe(403);
  expect((await invoke('do-work', { ...own, origin: 'https://evil.example' }, body)).status).toBe(403);
  expect((await invoke('do-work', { ...own, host: 'evil.example:3000' }, body)).status).toBe(403);
});

test('sandboxes that are idle end when they are told to, and the next event has another one', async () => {
  const sandboxOf = async (): Promise<number> => {
    const answer = (await (await fetch(`${runtime.url}/idle`)).json()) as { pid: number };
    return answer.pid;
  };
  const first = await sandboxOf();
  await until(async () => {
    runtime.retireIdle();
    expect(processes().filter((line) => line.includes('sandbox'))).toEqual([]);
    await Promise.resolve();
  });
  expect(await sandboxOf()).not.toBe(first);
});

test('a second runtime in the same data directory is refused', async () => {
  const other = startRuntime({
    assembly: async () => await synthesiseTestStack(join(folder, 'other')),
    dataDir,
    port: 0,
    onNotice: () => {},
  });
  await expect(other).rejects.toThrow(/already running there \(process \d+\)/);
});

test('everything is there again after the processes were killed, and stopping leaves none behind', async () => {
  await send({ id: 'before the kill' });
  await until(async () => expect(await seen('before the kill')).toBe(1));
  await runtime.kill();
  expect(processes()).toEqual([]);
  const assembly = await synthesiseTestStack(join(folder, 'again'));
  runtime = await startRuntime({ assembly: async () => assembly, dataDir, port: 0, onNotice: () => {} });
  expect(await seen('before the kill')).toBe(1);
  await send({ id: 'after the kill' });
  await until(async () => expect(await seen('after the kill')).toBe(1));
  await runtime.stop();
  expect(processes()).toEqual([]);
});
