import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { writeSession } from '../../request/keys/session.ts';
import { putApiKey } from '../../store/keys/api-keys.ts';
import { authenticator } from './admit-caller.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

const pepper = 'the secret of the deployment';
const id = '0123456789abcdef0123';

test('a session is accepted until the moment at which it ends, with the scopes that its key and it have', async () => {
  let clock = 1_000;
  const hmac = 'x'.repeat(64);
  const rights = { scopes: ['read' as const, 'write' as const], limits: {}, makers: [] };
  await putApiKey(store.table, {
    id,
    team: 'team',
    name: 'k',
    hmac,
    ...rights,
    createdAt: 1,
  });
  const ask = authenticator(
    store.table,
    async () => await Promise.resolve(pepper),
    () => clock,
  );
  const token = writeSession({ keyId: id, until: 2_000, scopes: ['read', 'admin'] }, pepper);
  clock = 1_999;
  expect(await ask(`Bearer ${token}`)).toMatchObject({
    ok: true,
    caller: { team: 'team', scopes: ['read'] },
  });
  clock = 2_000;
  expect(await ask(`Bearer ${token}`)).toMatchObject({ ok: false, failure: { code: 'UNAUTHORIZED' } });
  const forged = writeSession({ keyId: id, until: 9_000, scopes: ['read'] }, 'another secret');
  expect(await ask(`Bearer ${forged}`)).toMatchObject({ ok: false, failure: { code: 'UNAUTHORIZED' } });
});
