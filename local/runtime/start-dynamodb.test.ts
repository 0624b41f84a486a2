import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judgeAddress } from '../../lib/fetch/http/address.ts';
import { parseOpenRanges } from '../../lib/fetch/http/open-ranges.ts';
import { makeLocalCredentials } from '../door/local-credentials.ts';
import { functionEnvironment } from '../sandbox/function-environment.ts';
import type { FunctionPlan } from '../template/functions.ts';
import { awsClient } from './aws-request.ts';
import { startDynamoDb, type GuardedDynamoDb } from './start-dynamodb.ts';

const start = async (hide?: () => null): Promise<GuardedDynamoDb> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-start-dynamodb-'));
  onTestFinished(async () => await rm(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'logs'));
  const store = await startDynamoDb(dataDir, makeLocalCredentials(), hide);
  onTestFinished(async () => await store.stop());
  return store;
};

test('an emulator without a network of its own names its port, which no page or webhook reaches', async () => {
  const { url, openPort = 0 } = await start(() => null);
  expect(openPort).not.toBe(Number(new URL(url).port));
  const client = awsClient(`http://127.0.0.1:${openPort}`);
  expect(await client.call('DynamoDB_20120810.ListTables', {})).toHaveProperty('TableNames');
  client.close();
  const plan = { name: 'fetch-pages', folder: '/', memoryMb: 512, environment: {} };
  const endpoints = { dynamodb: url, cloud: 'http://127.0.0.1:2', front: 'http://127.0.0.1:3', openPort };
  const { GLEANER_CLOSED_PORTS: closed = '' } = functionEnvironment(
    plan as unknown as FunctionPlan,
    endpoints,
    makeLocalCredentials(),
    {},
  );
  const ports = closed.split(',').map(Number);
  expect(ports).toEqual([Number(new URL(url).port), 2, 3, openPort]);
  const named = parseOpenRanges([`127.0.0.1/32:${openPort}`]);
  expect(judgeAddress('127.0.0.1', named, openPort, [], ports).allowed).toBe(false);
  expect(judgeAddress('127.0.0.1', named, openPort, [], ports.slice(0, 3)).allowed).toBe(true);
});
