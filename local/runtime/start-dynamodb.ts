import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialsVariable, type LocalCredentials } from '../door/local-credentials.ts';
import { compileCacheVariable } from '../compile-cache.ts';
import { killGroup, startChild } from './children.ts';
import { inOwnNetwork } from './own-network.ts';
import { waitForDynamoDb, type StoreProcess } from './start-dynoxide.ts';
import { moduleExtension } from '../../lib/module-extension.ts';

/** A busy machine takes long to start a process. */
const startMs = 60_000;

const isReady = async (stream: Readable): Promise<void> => {
  for await (const _line of createInterface({ input: stream })) return;
  throw new Error('Cannot start DynamoDB: it ended before it was ready, see logs/dynamodb.log');
};

/** DynamoDB behind its door. `isHidden`: only the door can reach the emulator itself. */
export interface GuardedDynamoDb extends StoreProcess {
  readonly isHidden: boolean;
}

/**
 * Starts the DynamoDB emulator over the data directory, behind a door that requires credentials: the emulator itself
 * answers every page in every browser. It only listens on TCP, so it is put into a network of its own if the system has
 * that.
 */
export const startDynamoDb = async (
  dataDir: string,
  credentials: LocalCredentials,
): Promise<GuardedDynamoDb> => {
  const log = openSync(join(dataDir, 'logs', 'dynamodb.log'), 'a', 0o600);
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // Passed as a descriptor: Node itself passes sockets only to Node programs.
  const { fd: descriptor } = (socket as unknown as { _handle: { fd: number } })._handle;
  const main = join(import.meta.dirname, '..', 'dynamodb', `main${moduleExtension}`);
  const args = [main, '--data', resolve(dataDir)];
  const hidden = inOwnNetwork(process.execPath, args);
  const child = startChild({
    ...(hidden ?? { command: process.execPath, args }),
    dataDir,
    stdio: ['pipe', 'pipe', log, descriptor],
    env: { ...process.env, ...compileCacheVariable, [credentialsVariable]: JSON.stringify(credentials) },
  });
  // Our own copy would accept connections as well.
  socket.close();
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    if (!child.stdout || !child.stdin) throw new Error('Cannot start DynamoDB: no pipes');
    child.stdin.on('error', () => {});
    await isReady(child.stdout);
    child.stdout.resume();
    await waitForDynamoDb(url, () => child.exitCode !== null, startMs, credentials);
  } catch (error) {
    killGroup(child.pid);
    throw error;
  }
  return {
    url,
    pid: child.pid,
    isHidden: hidden !== null,
    stop: async () => {
      child.stdin?.end();
      await Promise.race([exited, sleep(1_500, undefined, { ref: false })]);
      killGroup(child.pid);
      await exited;
    },
  };
};
