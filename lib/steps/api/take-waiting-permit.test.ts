import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { takeWaitingPermit, type WaitingDependencies } from './take-waiting-permit.ts';

let started: TestTable;
beforeAll(async () => {
  started = await startTestTable();
});
afterAll(async () => {
  await started.stop();
});

const permits = (waitingMax: number | undefined, now = () => 1_000_000): WaitingDependencies => ({
  table: started.table,
  now,
  random: () => 0.9,
  ...(waitingMax === undefined ? {} : { waitingMax }),
});

test('of callers who come at once as many wait as there are permits, and the next once one leaves', async () => {
  const taken = await Promise.all(
    Array.from({ length: 10 }, (_, caller) => takeWaitingPermit(permits(4), `job-${caller}`)),
  );
  const waiting = taken.filter((permit) => permit !== null);
  expect(waiting).toHaveLength(4);
  await waiting[0]?.();
  expect(await takeWaitingPermit(permits(4), 'next')).not.toBeNull();
  expect(await takeWaitingPermit(permits(4), 'last')).toBeNull();
});

test('whoever dies while waiting keeps its permit for half a minute', async () => {
  const later = (ms: number) => permits(4, () => 1_000_000 + ms);
  expect(await takeWaitingPermit(later(29_000), 'early')).toBeNull();
  expect(await takeWaitingPermit(later(31_000), 'late')).not.toBeNull();
});

test('where executions are enough nobody asks for a permit', async () => {
  const unreachable = { ...permits(undefined), table: { name: 'none', documents: null as never } };
  expect(await takeWaitingPermit(unreachable, 'job')).not.toBeNull();
});
