import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTable } from './clients.ts';

/** A table that refuses the first writes for a transaction on their item, which no emulator does on demand. */
let refusals = 0;
/** How many calls get no answer at all. */
let silences = 0;
let calls = 0;
const server = createServer((request, response) => {
  request.resume();
  calls += 1;
  if (calls <= silences) return;
  const refused = calls <= refusals;
  response.writeHead(refused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(refused ? '{"__type":"com.amazonaws.dynamodb.v20120810#TransactionConflictException"}' : '{}');
});

beforeEach(async () => {
  [calls, refusals, silences] = [0, 0, 0];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const write = async (): Promise<void> => {
  const { documents, name } = openTable('table');
  try {
    await documents.send(
      new UpdateCommand({ TableName: name, Key: { PK: 'a', SK: 'b' }, UpdateExpression: 'REMOVE c' }),
    );
  } finally {
    documents.destroy();
  }
};

test('a single write that meets a transaction on its item is tried again', async () => {
  refusals = 2;
  await write();
  expect(calls).toBe(3);
});

test('one that meets transactions again and again is given up after four tries, with what DynamoDB said', async () => {
  refusals = 99;
  await expect(write()).rejects.toMatchObject({ name: 'TransactionConflictException' });
  expect(calls).toBe(4);
});

test('a call that gets no answer is tried again: a connection that died in silence costs seconds, no invocation', async () => {
  silences = 1;
  await write();
  expect(calls).toBe(2);
});
