import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sketchStack } from './sketch-stack.ts';
import { makeLocalCredentials, type LocalCredentials } from './door/local-credentials.ts';
import { awsClient } from './runtime/aws-request.ts';
import { endStaleChildren } from './runtime/children.ts';
import { closeDataDir } from './runtime/close-data-dir.ts';
import { lockDataDir } from './runtime/data-lock.ts';
import { provisionBucket } from './runtime/provision-cloud.ts';
import { provisionTable } from './runtime/provision-tables.ts';
import { startLocalStores } from './runtime/start-stores.ts';
import { patientClient } from './runtime/try-again.ts';
import { readAssembly } from './template/read-assembly.ts';
import { readPlan, type Plan } from './template/plan.ts';

/** The stores of a data directory, without the functions that use them. */
export interface OpenDataDir {
  readonly dynamodb: string;
  readonly s3: string;
  readonly credentials: LocalCredentials;
  readonly table: string;
  readonly buckets: readonly string[];
  close(): Promise<void>;
}

const planOf = async (cloudUrl: string): Promise<Plan> => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-sketch-'));
  try {
    const settings = { environment: 'development', corpus: 'main,all' } as const;
    return readPlan(await readAssembly(await sketchStack(folder, settings)), cloudUrl);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Opens the table and the buckets of a data directory in which no stack runs, and creates missing ones. Writes to them
 * wake no function.
 *
 * @throws {Error} that says what to do, when a stack runs there, or its table was made by another release.
 */
export const openDataDir = async (folder: string): Promise<OpenDataDir> => {
  const dataDir = resolve(folder);
  closeDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  const undo: (() => void | Promise<void>)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await endStaleChildren(dataDir);
    const credentials = makeLocalCredentials();
    const stores = await startLocalStores(dataDir, undefined, credentials);
    undo.push(() => stores.stop());
    const cloud = awsClient(stores.cloud, credentials);
    const dynamodb = awsClient(stores.dynamodb, credentials);
    undo.push(() => {
      cloud.close();
      dynamodb.close();
    });
    const { tables, buckets } = await planOf(stores.cloud);
    for (const table of tables) await provisionTable(patientClient(dynamodb), table);
    for (const bucket of buckets)
      await provisionBucket(patientClient(cloud), { ...bucket, notifications: [] });
    const [table] = tables;
    if (table === undefined) throw new Error('The template has no table');
    return {
      dynamodb: stores.dynamodb,
      s3: stores.cloud,
      credentials,
      table: table.name,
      buckets: buckets.map(({ name }) => name),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Says whether a stack ever ran in a folder. */
export const isDataDir = (folder: string): boolean => existsSync(join(resolve(folder), 'lock'));
