import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { credentialsVariable, type LocalCredentials } from '../door/local-credentials.ts';
import { compileCacheVariable } from '../compile-cache.ts';
import { killGroup, serverNodeOptions, startChild } from './children.ts';
import type { StoreProcess } from './start-dynoxide.ts';
import { moduleExtension } from '../../lib/module-extension.ts';

const readySchema = z.object({ url: z.string() });

const firstLine = async (stream: Readable, logPath: string): Promise<string> => {
  const lines = createInterface({ input: stream });
  for await (const line of lines) return line;
  throw new Error(`Cannot start the SQS and S3 server: it ended before it was ready, see ${logPath}`);
};

/** Returns the file with the port of the last start, so that links to pictures from before work again. */
const portFile = (dataDir: string): string => join(dataDir, 'cloud.port');

const lastPort = (dataDir: string): string => {
  try {
    return /^\d{1,5}$/.exec(readFileSync(portFile(dataDir), 'utf8'))?.[0] ?? '0';
  } catch {
    return '0';
  }
};

/**
 * Starts the process that serves SQS, S3 and secrets, and refuses every other service. It is a process of its own
 * because it would otherwise share the event loop of the runtime that polls it. It ends when its standard input closes.
 */
export const startCloudProcess = async (
  dataDir: string,
  credentials: LocalCredentials,
): Promise<StoreProcess> => {
  const logPath = join(dataDir, 'logs', 'cloud.log');
  const log = openSync(logPath, 'a', 0o600);
  const main = join(import.meta.dirname, '..', 'cloud', `main${moduleExtension}`);
  const child = startChild({
    command: process.execPath,
    args: [...serverNodeOptions, main, '--data', resolve(dataDir), '--port', lastPort(dataDir)],
    dataDir,
    stdio: ['pipe', 'pipe', log],
    env: { ...process.env, ...compileCacheVariable, [credentialsVariable]: JSON.stringify(credentials) },
  });
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  if (!child.stdout || !child.stdin) throw new Error('Cannot start the SQS and S3 server: no pipes');
  child.stdin.on('error', () => {});
  const { url } = readySchema.parse(JSON.parse(await firstLine(child.stdout, logPath)));
  child.stdout.resume();
  writeFileSync(portFile(dataDir), new URL(url).port);
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.stdin?.end();
      await Promise.race([exited, sleep(1_500, undefined, { ref: false })]);
      killGroup(child.pid);
      await exited;
    },
  };
};
