import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { killGroup } from './children.ts';
import { startCloudProcess } from './start-cloud-process.ts';
import { startDynoxide, waitForDynamoDb, type StoreProcess } from './start-dynoxide.ts';

/** The processes that keep the data: DynamoDB, and SQS with S3 and secrets. */
export interface LocalStores {
  readonly dynamodb: string;
  readonly cloud: string;
  stop(): Promise<void>;
  /** Ends them at once, as a power cut would. */
  kill(): void;
}

const useEndpoint = async (url: string): Promise<StoreProcess> => {
  await waitForDynamoDb(url, () => false, 15_000);
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
): Promise<LocalStores> => {
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const starting = [
    dynamodb === undefined ? startDynoxide(dataDir) : useEndpoint(dynamodb),
    startCloudProcess(dataDir),
  ] as const;
  try {
    const [table, cloud] = await Promise.all(starting);
    return {
      dynamodb: table.url,
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
