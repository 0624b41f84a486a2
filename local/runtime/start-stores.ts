import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { killGroup } from './children.ts';
import { startCloudProcess } from './start-cloud-process.ts';
import type { LocalCredentials } from '../door/local-credentials.ts';
import { startDynamoDb, type GuardedDynamoDb } from './start-dynamodb.ts';
import { waitForDynamoDb } from './start-dynoxide.ts';

/** The processes that keep the data: DynamoDB, and SQS with S3 and secrets. */
export interface LocalStores {
  readonly dynamodb: string;
  /** The DynamoDB emulator's own port, if programs of this machine reach it without its door. */
  readonly openPort?: number;
  readonly cloud: string;
  stop(): Promise<void>;
  /** Ends them at once, like a power cut. */
  kill(): void;
}

const useEndpoint = async (url: string): Promise<GuardedDynamoDb> => {
  await waitForDynamoDb(url, () => false, 15_000);
  // A user with an endpoint of their own knows who can reach it.
  return { url, pid: undefined, stop: async () => {} };
};

/**
 * Starts the stores over the data directory, side by side.
 *
 * @param dynamodb - another DynamoDB to use instead of dynoxide (DynamoDB Local, or one on another machine).
 */
export const startLocalStores = async (
  dataDir: string,
  dynamodb: string | undefined,
  credentials: LocalCredentials,
): Promise<LocalStores> => {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const starting = [
    dynamodb === undefined ? startDynamoDb(dataDir, credentials) : useEndpoint(dynamodb),
    startCloudProcess(dataDir, credentials),
  ] as const;
  try {
    const [table, cloud] = await Promise.all(starting);
    return {
      dynamodb: table.url,
      ...(table.openPort === undefined ? {} : { openPort: table.openPort }),
      cloud: cloud.url,
      stop: async () => {
        await Promise.all([table.stop(), cloud.stop()]);
      },
      kill: () => {
        killGroup(table.pid);
        killGroup(cloud.pid);
      },
    };
  } catch (error) {
    const settled = await Promise.allSettled(starting);
    for (const it of settled) if (it.status === 'fulfilled') await it.value.stop();
    throw error;
  }
};
