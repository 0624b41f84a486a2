import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openHeaders, publicSealKey, sealHeaders, sealUses } from '../../lib/job/sealed-headers.ts';
import { sealKeysKey } from '../../lib/keys/table-keys.ts';
import { limits } from '../../lib/limits/limits.ts';
import { manageKeys, type OperatorDependencies } from '../../lib/steps/api/manage-keys.ts';
import { claimSealKeys } from '../../lib/store/keys/claim-seal-keys.ts';
import { getSealKeys, putSealKeys } from '../../lib/store/keys/seal-keys.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';

/** How the key gets there under which headers of callers are sealed, and who has the other half. */
let stores: TestTable;
beforeAll(async () => {
  stores = await startTestTable();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  const { documents, name } = stores.table;
  await documents.send(new DeleteCommand({ TableName: name, Key: sealKeysKey() }));
});

/** One invocation of the function, and the secret as Parameter Store has it. */
const vault = { secret: 'none yet', puts: 0, peppers: 0 };
const invocation = (parts: Partial<OperatorDependencies> = {}): OperatorDependencies => ({
  table: stores.table,
  pepper: async () => {
    vault.peppers += 1;
    return await Promise.resolve('pepper');
  },
  putHeaderSecret: async (secret) => {
    vault.puts += 1;
    vault.secret = secret;
    return await Promise.resolve();
  },
  now: () => 1_000,
  sleep: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms)),
  ...parts,
});
const publish = { action: 'publish' };
const place = ['team', 'https://site.example/'];

/** Whether what is sealed from now on opens with the secret of those that send headers, and not with the pepper. */
const opens = async (): Promise<boolean> => {
  const keys = await getSealKeys(stores.table);
  if (keys === null) return false;
  return sealUses.every((use) => {
    const box = sealHeaders(keys[use], use, { cookie: 'a' }, place);
    return (
      openHeaders(vault.secret, use, box, place)?.['cookie'] === 'a' &&
      openHeaders('pepper', use, box, place) === null
    );
  });
};

test('the function makes the secret once, and another when it is told to; it is never told one', async () => {
  expect(await manageKeys(invocation(), publish)).toEqual({ success: true });
  expect(await opens()).toBe(true);
  const { secret, puts, peppers } = vault;
  expect(secret.length).toBeGreaterThan(40);
  await manageKeys(invocation(), publish);
  expect(vault).toEqual({ secret, puts, peppers });
  await manageKeys(invocation(), { action: 'create', team: 'sealing' });
  expect(vault.puts).toBe(puts);
  expect(await manageKeys(invocation(), { action: 'renew-header-secret' })).toEqual({ success: true });
  expect(vault.puts).toBe(puts + 1);
  expect(vault.secret).not.toBe(secret);
  expect(await opens()).toBe(true);
});

test('of many that begin at the same time one makes it, and the others wait for that', async () => {
  const { puts } = vault;
  const ended = Array.from({ length: 8 }, async () => {
    await manageKeys(invocation(), publish);
    return await opens();
  });
  expect(await Promise.all(ended)).toEqual(Array(8).fill(true));
  expect(vault.puts).toBe(puts + 1);
});

test('whoever dies before it is published is taken over from, and publishes nothing late', async () => {
  const stuck = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const dying = manageKeys(
    invocation({
      putHeaderSecret: async (secret) => {
        vault.secret = secret;
        begun.resolve();
        await stuck.promise;
      },
    }),
    publish,
  );
  await begun.promise;
  await manageKeys(invocation({ sleep: async () => await Promise.resolve() }), publish);
  expect(await getSealKeys(stores.table)).toBeNull();
  await manageKeys(invocation({ now: () => 1_001 + limits.sealKeysClaimMs }), publish);
  expect(await opens()).toBe(true);
  stuck.resolve();
  await dying;
  expect(await opens()).toBe(true);
});

test('a secret that Parameter Store does not take is published by nobody', async () => {
  const refuse = async (): Promise<void> => await Promise.reject(new Error('AccessDenied'));
  await expect(manageKeys(invocation({ putHeaderSecret: refuse }), publish)).rejects.toThrow('AccessDenied');
  expect(await getSealKeys(stores.table)).toBeNull();
});

test('a deployment that has keys keeps them, whatever becomes of its pepper', async () => {
  await manageKeys(invocation(), publish);
  const before = await getSealKeys(stores.table);
  const another = { pepper: async () => await Promise.resolve('another') };
  await manageKeys(invocation(another), { action: 'list', team: 'sealing' });
  expect(await getSealKeys(stores.table)).toEqual(before);
});

test('the key of webhooks of release 0.1.0 follows the pepper, until the secret of headers is renewed', async () => {
  const claim = { claim: 'first', now: 0, untilMs: 1 };
  expect(await claimSealKeys(stores.table, claim, false)).toBe(true);
  const crawl = publicSealKey('older', 'crawl');
  await putSealKeys(stores.table, { crawl, webhook: publicSealKey('pepper', 'webhook') }, 'first');
  const list = { action: 'list', team: 'sealing' };
  await manageKeys(invocation(), list);
  expect(await getSealKeys(stores.table)).toEqual({ crawl, webhook: publicSealKey('pepper', 'webhook') });
  await manageKeys(invocation({ pepper: async () => await Promise.resolve('another') }), list);
  expect(await getSealKeys(stores.table)).toEqual({ crawl, webhook: publicSealKey('another', 'webhook') });
  await manageKeys(invocation(), { action: 'renew-header-secret' });
  expect(await opens()).toBe(true);
});
