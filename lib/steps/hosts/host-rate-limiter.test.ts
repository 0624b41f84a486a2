import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { getPace } from '../../store/hosts/pace.ts';
import type { Table } from '../../store/table.ts';
import { createRateLimiter, type HostRateLimiter } from './host-rate-limiter.ts';

let store: TestTable;

beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

/** A sandbox of its own, whose reads and refused writes are counted. */
const sandbox = () => {
  const calls = { reads: 0, refused: 0 };
  const documents = Object.create(store.table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    if ((command as unknown) instanceof GetCommand) calls.reads += 1;
    try {
      return await store.table.documents.send(command);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) calls.refused += 1;
      throw error;
    }
  }) as Table['documents']['send'];
  const table = { ...store.table, documents };
  return { calls, limiter: createRateLimiter(table, Date.now, Math.random, async () => {}) };
};

const policy = { spacingMs: 0, concurrency: 3 };

const visit = async (limiter: HostRateLimiter, host: string, lease: string): Promise<void> => {
  const granted = await limiter.reserve(host, policy, { wanted: 1, lease });
  if (granted.kind !== 'go') throw new Error('The host is busy');
  await limiter.release(host, lease, { answered: 1, failedInRow: 0, granted: granted.slots });
};

test('a sandbox that is alone with a host reads its pace once, and no write of it is refused', async () => {
  const { calls, limiter } = sandbox();
  for (let round = 1; round <= 4; round += 1) await visit(limiter, 'alone.test', `lease-${round}`);
  expect(calls).toEqual({ reads: 1, refused: 0 });
});

test('of two sandboxes that take turns at a host, each is refused once, and looks from then on', async () => {
  const [one, other] = [sandbox(), sandbox()];
  for (let round = 1; round <= 4; round += 1) {
    await visit(one.limiter, 'shared.test', `one-${round}`);
    await visit(other.limiter, 'shared.test', `other-${round}`);
  }
  expect([one.calls.refused, other.calls.refused]).toEqual([1, 1]);
  expect(one.calls.reads + other.calls.reads).toBeGreaterThan(2);
});

const shares = { spacingMs: 0, concurrency: 10 };

test('a lease that rests is taken up without a write, and counts as in use meanwhile', async () => {
  const { limiter } = sandbox();
  const granted = await limiter.reserve('rests.test', shares, { wanted: 1, lease: 'first' });
  if (granted.kind !== 'go') throw new Error('The host is busy');
  expect(limiter.rest('rests.test', 'first', granted, 5)).toBe(true);
  const { version, leases } = await getPace(store.table, 'rests.test');
  expect(Object.keys(leases)).toEqual(['first']);
  expect(limiter.resume('rests.test')?.lease).toBe('first');
  expect(limiter.resume('rests.test')).toBeNull();
  expect((await getPace(store.table, 'rests.test')).version).toBe(version);
  await limiter.release('rests.test', 'first', { answered: 1, failedInRow: 0, granted: granted.slots });
});

test('where others need the leases, none rests; and one that has run out is not taken up', async () => {
  const { limiter } = sandbox();
  const granted = await limiter.reserve('needed.test', shares, { wanted: 2, lease: 'two' });
  if (granted.kind !== 'go') throw new Error('The host is busy');
  expect(limiter.rest('needed.test', 'two', granted, 1)).toBe(false);
  expect(limiter.rest('needed.test', 'two', granted, 2)).toBe(true);
  const pace = await getPace(store.table, 'needed.test');
  const late = createRateLimiter(
    store.table,
    () => (pace.leases['two']?.until ?? 0) - 1_000,
    Math.random,
    async () => {},
  );
  // Its sandbox was frozen until a second before the end of the lease.
  await late.reserve('needed.test', shares, { wanted: 1, lease: 'other' });
  expect(late.rest('needed.test', 'two', granted, 10)).toBe(true);
  expect(late.resume('needed.test')).toBeNull();
  await limiter.release('needed.test', 'two', { answered: 1, failedInRow: 0, granted: granted.slots });
});
