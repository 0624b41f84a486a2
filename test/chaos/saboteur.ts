import type { LocalCredentials } from '../../local/door/local-credentials.ts';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What was done to a stack. */
export interface Sabotage {
  kills: number;
  doubled: number;
}

export interface Saboteur {
  readonly done: Readonly<Sabotage>;
  stop(): Promise<void>;
}

/**
 * Workers of a runtime: its children that run a function. The runtime notes every child's number in its data
 * directory, and a number counts only while its command line names that directory: no stranger is killed.
 */
const workersOf = (dataDir: string): number[] =>
  readdirSync(join(dataDir, 'pids'))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return command.includes('sandbox.ts') && command.includes(dataDir);
      } catch {
        return false;
      }
    });

/** Kills a worker with `kill -9` and doubles messages, every second, until it is stopped. */
export const startSaboteur = (
  dataDir: string,
  queueUrl: string,
  credentials: Pick<LocalCredentials, 'accessKeyId' | 'secretAccessKey'>,
): Saboteur => {
  const done: Sabotage = { kills: 0, doubled: 0 };
  const { origin } = new URL(queueUrl);
  const client = new SQSClient({
    region: 'us-east-1',
    endpoint: origin,
    credentials,
  });
  const stopping = new AbortController();

  const killOne = (): void => {
    const workers = workersOf(dataDir);
    const pid = workers[Math.floor(Math.random() * workers.length)];
    if (pid === undefined) return;
    try {
      process.kill(pid, 'SIGKILL');
      done.kills += 1;
    } catch {
      // It has just ended by itself.
    }
  };

  const doubleSome = async (): Promise<void> => {
    const { Messages: messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 3, VisibilityTimeout: 0 }),
    );
    for (const { Body } of messages) {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: Body }));
      done.doubled += 1;
    }
  };

  const working = (async () => {
    while (!stopping.signal.aborted) {
      await pause(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      killOne();
      await doubleSome();
    }
  })();
  return {
    done,
    stop: async () => {
      stopping.abort();
      await working;
      client.destroy();
    },
  };
};
