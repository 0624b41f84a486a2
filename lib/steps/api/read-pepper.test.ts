import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../../../local/cloud/start-cloud.ts';
import { newDataDir, parametersClient } from '../../../test/conformance/cloud-under-test.ts';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { findSecret } from '../../store/keys/get-secret.ts';
import { manageKeys } from './manage-keys.ts';
import { readPepper } from './read-pepper.ts';

const data = newDataDir();
let cloud: Cloud;
let store: TestTable;
let secrets: ReturnType<typeof parametersClient>;

beforeAll(async () => {
  cloud = await startCloud({ dataDir: data.path });
  store = await startTestTable();
  secrets = parametersClient(cloud.url);
});
afterAll(async () => {
  secrets.destroy();
  await store.stop();
  await cloud.close();
  data.remove();
});

const read = async (pepper: string): Promise<string> =>
  await readPepper({ table: store.table, secrets, pepper });

test('a new deployment makes the secret of its keys once; one that had it makes no other', async () => {
  const asked = await Promise.all(Array.from({ length: 5 }, () => read('/New/key-secret')));
  expect(new Set(asked).size).toBe(1);
  expect(asked[0]?.length).toBeGreaterThanOrEqual(64);
  expect(await findSecret(secrets, '/New/key-secret')).toBe(asked[0]);

  await manageKeys(
    {
      table: store.table,
      pepper: async () => await read('/New/key-secret'),
      putHeaderSecret: async () => await Promise.resolve(),
      now: () => 1_000,
      sleep: async () => await Promise.resolve(),
    },
    { action: 'publish' },
  );
  expect(await read('/New/key-secret')).toBe(asked[0]);
  // The table has public keys, so the secret was there and is gone: another one would shut out every key.
  await expect(read('/Lost/key-secret')).rejects.toThrow(/it is gone, and the API keys of the table belong/);
  expect(await findSecret(secrets, '/Lost/key-secret')).toBeNull();
});
