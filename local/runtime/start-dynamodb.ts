import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { credentialsVariable, type LocalCredentials } from '../door/local-credentials.ts';
import { compileCacheVariable } from '../compile-cache.ts';
import { killGroup, serverNodeOptions, startChild } from './children.ts';
import { inOwnNetwork } from './own-network.ts';
import { waitForDynamoDb, type StoreProcess } from './start-dynoxide.ts';
import { moduleExtension } from '../../lib/module-extension.ts';

/** A busy machine takes long to start a process. */
const startMs = 60_000;

/** What the process prints when it is ready: the emulator's own port. */
const readySchema = z.object({ ready: z.literal(true), port: z.int() });

const untilReady = async (stream: Readable, logPath: string): Promise<z.infer<typeof readySchema>> => {
  for await (const line of createInterface({ input: stream })) return readySchema.parse(JSON.parse(line));
  throw new Error(`Cannot start DynamoDB: it ended before it was ready, see ${logPath}`);
};

/** DynamoDB behind its door. */
export interface GuardedDynamoDb extends StoreProcess {
  /** The emulator's own port, if programs of this machine reach it without the door. */
  readonly openPort?: number;
}

/**
 * Starts the DynamoDB emulator over the data directory, behind a door that requires credentials: the emulator itself
 * answers every page in every browser. It only listens on TCP, so it is put into a network of its own if the system has
 * that.
 *
 * @param hide - how a command gets a network of its own.
 */
export const startDynamoDb = async (
  dataDir: string,
  credentials: LocalCredentials,
  hide = inOwnNetwork,
): Promise<GuardedDynamoDb> => {
  const logPath = join(dataDir, 'logs', 'dynamodb.log');
  const log = openSync(logPath, 'a', 0o600);
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // Passed as a descriptor: Node itself passes sockets only to Node programs.
  const { fd: descriptor } = (socket as unknown as { _handle: { fd: number } })._handle;
  const main = join(import.meta.dirname, '..', 'dynamodb', `main${moduleExtension}`);
  const args = [...serverNodeOptions, main, '--data', resolve(dataDir)];
  const hidden = hide(process.execPath, args);
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
  let openPort: number | undefined;
  try {
    if (!child.stdout || !child.stdin) throw new Error('Cannot start DynamoDB: no pipes');
    child.stdin.on('error', () => {});
    const ready = await untilReady(child.stdout, logPath);
    if (hidden === null) openPort = ready.port;
    child.stdout.resume();
    await waitForDynamoDb(url, () => child.exitCode !== null, startMs, credentials);
  } catch (error) {
    killGroup(child.pid);
    throw error;
  }
  return {
    url,
    pid: child.pid,
    ...(openPort === undefined ? {} : { openPort }),
    stop: async () => {
      child.stdin?.end();
      await Promise.race([exited, sleep(1_500, undefined, { ref: false })]);
      killGroup(child.pid);
      await exited;
    },
  };
};
