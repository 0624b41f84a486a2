import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalCredentials } from '../door/local-credentials.ts';
import { awsClient } from './aws-request.ts';
import { killGroup, startChild } from './children.ts';

/** A process that serves one of the stores. */
export interface StoreProcess {
  readonly url: string;
  readonly pid: number | undefined;
  /** Ends the process and waits until it has ended. */
  stop(): Promise<void>;
}

/** A busy machine takes long to start a process. */
const startMs = 60_000;

const binaryPath = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = join(folder, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {
    // Not installed for this platform.
  }
  throw new Error(
    `Cannot start DynamoDB: the package ${name} is not installed. Run "npm install --no-save ${name}@1.2.1", ` +
      'or start DynamoDB Local yourself and give its address with --dynamodb http://127.0.0.1:8000 ' +
      '(or GLEANER_DYNAMODB_ENDPOINT).',
  );
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

/** Waits until an endpoint answers ListTables. */
export const waitForDynamoDb = async (
  url: string,
  isDead: () => boolean,
  patienceMs: number,
  credentials?: LocalCredentials,
): Promise<void> => {
  const client = awsClient(url, credentials);
  const deadline = Date.now() + patienceMs;
  try {
    for (;;) {
      try {
        await client.call('DynamoDB_20120810.ListTables', {});
        return;
      } catch (error) {
        if (isDead() || Date.now() > deadline) {
          throw new Error(`Cannot reach DynamoDB at ${url}: ${(error as Error).message}`, { cause: error });
        }
        await sleep(15);
      }
    }
  } finally {
    client.close();
  }
};

interface DynoxideOptions {
  readonly inMemory?: boolean;
  /** Whether it gets a process group of its own; else it ends with that of this process. */
  readonly ownGroup?: boolean;
  /** Finds a port to listen on. */
  readonly findPort?: () => Promise<number>;
}

/** Starts dynoxide on a port, which another process may have taken since it was found free: then it ends at once. */
const startAt = async (
  port: number,
  dataDir: string,
  { inMemory = false, ownGroup = true }: DynoxideOptions,
): Promise<StoreProcess | { readonly failure: unknown; readonly isPortTaken: boolean }> => {
  const log = openSync(join(dataDir, 'logs', 'dynamodb.log'), 'a', 0o600);
  const child = startChild({
    command: binaryPath(),
    args: [
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      ...(inMemory ? [] : ['--db-path', join(resolve(dataDir), 'dynamodb.sqlite')]),
    ],
    dataDir,
    ownGroup,
    stdio: ['ignore', log, log],
  });
  const end = (signal: NodeJS.Signals): void =>
    void (ownGroup ? killGroup(child.pid, signal) : child.kill(signal));
  let dead = false;
  const exited = new Promise<void>((done) => {
    const settle = (): void => {
      dead = true;
      done();
    };
    child.once('exit', settle);
    child.once('error', settle);
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitForDynamoDb(url, () => dead, startMs);
    // Whoever took the port may have answered.
    if (dead) throw new Error(`Cannot reach DynamoDB at ${url}: it has ended`);
  } catch (failure) {
    const isPortTaken = dead;
    end('SIGKILL');
    return { failure, isPortTaken };
  }
  return {
    url,
    pid: child.pid,
    stop: async () => {
      end('SIGTERM');
      await Promise.race([exited, sleep(1_000, undefined, { ref: false })]);
      end('SIGKILL');
      await exited;
    },
  };
};

/** Ports that are tried, one after the other. */
const portsMax = 5;

/**
 * Starts dynoxide over a file in the data directory, or over memory alone, and waits until it answers.
 *
 * @throws {Error} that says what to install or which endpoint to give, if the platform has no package.
 */
export const startDynoxide = async (
  dataDir: string,
  options: DynoxideOptions = {},
): Promise<StoreProcess> => {
  const { findPort = freePort } = options;
  for (let tried = 1; ; tried += 1) {
    const started = await startAt(await findPort(), dataDir, options);
    if ('url' in started) return started;
    if (!started.isPortTaken || tried === portsMax) throw started.failure;
  }
};
