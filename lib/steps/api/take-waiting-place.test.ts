import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { takeWaitingPlace, type WaitingDependencies } from './take-waiting-place.ts';

let started: TestTable;
beforeAll(async () => {
  started = await startTestTable();
});
afterAll(async () => {
  await started.stop();
});

const places = (waitingMax: number | undefined, now = () => 1_000_000): WaitingDependencies => ({
  table: started.table,
  now,
  random: () => 0.9,
  ...(waitingMax === undefined ? {} : { waitingMax }),
});

test('of callers who come at once as many wait as there are places, and the next once one leaves', async () => {
  const taken = await Promise.all(
    Array.from({ length: 10 }, (_, caller) => takeWaitingPlace(places(4), `job-${caller}`)),
  );
  const waiting = taken.filter((place) => place !== null);
  expect(waiting).toHaveLength(4);
  await waiting[0]?.();
  expect(await takeWaitingPlace(places(4), 'next')).not.toBeNull();
  expect(await takeWaitingPlace(places(4), 'last')).toBeNull();
});

test('whoever dies while waiting keeps its place for half a minute', async () => {
  const later = (ms: number) => places(4, () => 1_000_000 + ms);
  expect(await takeWaitingPlace(later(29_000), 'early')).toBeNull();
  expect(await takeWaitingPlace(later(31_000), 'late')).not.toBeNull();
});

test('where executions are enough nobody asks for a place', async () => {
  const unreachable = { ...places(undefined), table: { name: 'none', documents: null as never } };
  expect(await takeWaitingPlace(unreachable, 'job')).not.toBeNull();
});
