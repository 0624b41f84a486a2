import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDocuments } from './document-client.ts';
import { withItemVersions } from './item-versions.ts';

/** Differs from call to call, whoever sends it. */
const ofOneCall = new Set(['authorization', 'x-amz-date', 'amz-sdk-invocation-id']);

interface Request {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Notes what it is asked, and answers each question for a key with that key's own item. */
let requests: Request[] = [];
const item = (PK: unknown): object => ({ PK, SK: { S: 's' }, list: { L: [{ N: '1' }] } });
const answerTo = (asked: Record<string, never>): object => {
  const { Key: key, RequestItems: batch, KeyConditionExpression: query } = asked as Record<string, unknown>;
  if (key !== undefined) return { Item: item((key as { PK: unknown }).PK) };
  if (batch !== undefined) return { Responses: { table: [item({ S: 'batch' })] } };
  return query === undefined ? {} : { Items: [item({ S: 'query' })], LastEvaluatedKey: { PK: { S: 'q' } } };
};
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => void parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString();
    const kept = Object.entries(request.headers).filter(([name]) => !ofOneCall.has(name));
    requests.push({ headers: Object.fromEntries(kept), body });
    const isRefused = body.includes('refused');
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    const refusal = {
      __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
      message: 'The conditional request failed',
      Item: item({ S: 'held' }),
    };
    response.end(JSON.stringify(isRefused ? refusal : answerTo(JSON.parse(body) as Record<string, never>)));
  });
});

let ours: DynamoDBDocumentClient;
let theirs: DynamoDBDocumentClient;
const open = (): DynamoDBClient =>
  new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ours = openDocuments(open());
  const marshallOptions = { removeUndefinedValues: true };
  theirs = DynamoDBDocumentClient.from(withItemVersions(open()), { marshallOptions });
});
beforeEach(() => void (requests = []));
afterAll(async () => {
  ours.destroy();
  theirs.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const TableName = 'table';
const key = (PK: string): { PK: string; SK: string } => ({ PK, SK: 's' });
const values = { set: new Set(['a']), bytes: new Uint8Array([1, 2]), none: null, left: undefined, n: 1.5 };
const update = { TableName, UpdateExpression: 'SET a = :a', ExpressionAttributeValues: { ':a': values } };
const query = { KeyConditionExpression: 'PK = :k', ExpressionAttributeValues: { ':k': 'q' } };

/** Each makes a command for one key: every class that a store uses. */
const commands = {
  BatchGet: (pk: string) => new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key(pk)] } } }),
  BatchWrite: (pk: string) =>
    new BatchWriteCommand({
      RequestItems: {
        [TableName]: [
          { PutRequest: { Item: { ...key(pk), ...values } } },
          { DeleteRequest: { Key: key(pk) } },
        ],
      },
    }),
  Delete: (pk: string) => new DeleteCommand({ TableName, Key: key(pk) }),
  Get: (pk: string) => new GetCommand({ TableName, Key: key(pk), ConsistentRead: true }),
  Put: (pk: string) => new PutCommand({ TableName, Item: { ...key(pk), ...values } }),
  Query: (pk: string) => new QueryCommand({ TableName, ...query, ExclusiveStartKey: key(pk), Limit: 3 }),
  Scan: (pk: string) => new ScanCommand({ TableName, ExclusiveStartKey: key(pk) }),
  TransactWrite: (pk: string) =>
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: { ...key(pk), ...values } } },
        { Update: { ...update, Key: key(pk) } },
        { Delete: { TableName, Key: key(pk) } },
        { ConditionCheck: { TableName, Key: key(pk), ConditionExpression: 'attribute_exists(PK)' } },
      ],
      ClientRequestToken: `token-${pk}`,
    }),
  Update: (pk: string) => new UpdateCommand({ ...update, Key: key(pk) }),
};
type Command = GetCommand;

const outcome = async (client: DynamoDBDocumentClient, command: unknown): Promise<unknown> => {
  try {
    const { $metadata: _, ...output } = await client.send(command as Command);
    return output;
  } catch (error) {
    const { name, message, Item } = error as Error & { readonly Item?: unknown };
    return { name, message, Item };
  }
};

test.for(Object.entries(commands))(
  'the second call of %s asks what the SDK asks, and answers what it answers',
  async ([, make]) => {
    await outcome(ours, make('first'));
    for (const pk of ['second', 'refused']) {
      requests = [];
      const answered = [await outcome(ours, make(pk)), await outcome(theirs, make(pk))];
      expect(answered[0]).toEqual(answered[1]);
      const [asked, wanted] = requests;
      expect(asked).toEqual(wanted);
      expect(asked?.body).toContain(pk);
    }
  },
);

test('calls at the same time each get their own answer', async () => {
  const pks = Array.from({ length: 60 }, (_, at) => `key-${at}`);
  const answers = await Promise.all(
    pks.map(async (pk, at) => await outcome(ours, at % 2 === 0 ? commands.Get(pk) : commands.Update(pk))),
  );
  for (const [at, pk] of pks.entries())
    if (at % 2 === 0) expect(answers[at]).toMatchObject({ Item: { PK: pk, list: [1] } });
  const asked = requests.map(({ body }) => (JSON.parse(body) as { Key: { PK: { S: string } } }).Key.PK.S);
  expect(asked.toSorted()).toEqual(pks.toSorted());
});

test('a command that is sent twice asks the same twice', async () => {
  const command = commands.Update('again');
  await ours.send(command);
  await ours.send(command);
  expect(requests).toHaveLength(2);
  expect(requests[0]).toEqual(requests[1]);
});

test('a call that may be ended is ended', async () => {
  await ours.send(commands.Get('before'));
  const abortSignal = AbortSignal.abort();
  await expect(ours.send(commands.Get('ended'), { abortSignal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(requests.some(({ body }) => body.includes('ended'))).toBe(false);
});

test('a class of commands makes one handler, whatever number of calls it has', async () => {
  let made = 0;
  const client = open();
  client.middlewareStack.add(
    (next) => {
      made += 1;
      return next;
    },
    { step: 'initialize', name: 'counts' },
  );
  const documents = openDocuments(client);
  for (let call = 0; call < 5; call += 1) await documents.send(commands.Get(String(call)));
  await documents.send(commands.Update('one'));
  documents.destroy();
  expect(made).toBe(2);
});
