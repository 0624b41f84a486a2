import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '../../lib/store/table.ts';
import { openDocuments } from '../../lib/store/document-client.ts';
import { startDynoxide } from '../../local/runtime/start-dynoxide.ts';
import { noteCalls } from './acting.ts';
import { tableDefinition } from './table-definition.ts';

/** A table of our shape in an emulator of its own, and what takes both away. */
export interface TestTable {
  readonly table: Table;
  readonly client: DynamoDBClient;
  stop(): Promise<void>;
}

/** A table of an emulator that listens at `url`. */
export const openTableAt = (
  url: string,
  name: string,
  credentials = { accessKeyId: 'test', secretAccessKey: 'test' },
): { readonly client: DynamoDBClient; readonly table: Table } => {
  const client = new DynamoDBClient({
    endpoint: url,
    region: 'us-east-1',
    credentials,
  });
  noteCalls(client);
  return { client, table: { name, documents: openDocuments(client) } };
};

/** Starts an empty table in a DynamoDB emulator on a free port. */
export const startTestTable = async (): Promise<TestTable> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-table-'));
  await mkdir(join(dataDir, 'logs'));
  const store = await startDynoxide(dataDir, { inMemory: true });
  // As on the laptop.
  const name = 'table';
  const { client, table } = openTableAt(store.url, name);
  await client.send(new CreateTableCommand(tableDefinition(name)));
  return {
    table,
    client,
    stop: async () => {
      client.destroy();
      await store.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
