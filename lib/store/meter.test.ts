import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordUnits, openMeter, drainUnits, transactionUnits } from './meter.ts';

const part = { invocations: 1, fromQueue: false };

test('moments are divided among those at work, so that all parts together are the time in which anybody was', async () => {
  const works = fc.array(
    fc.record({ from: fc.nat(50), ms: fc.integer({ min: 1, max: 50 }), job: fc.nat(3) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(works, async (all) => {
      let now = 0;
      const meter = openMeter('fetchMs', () => now);
      const told = new Map<number, number>();
      const running: Promise<void>[] = [];
      const ends: { at: number; end: () => void }[] = [];
      let busyMs = 0;
      for (; now <= 101; now += 1) {
        for (const { end } of ends.filter(({ at }) => at === now)) end();
        await turn();
        for (const { job, ms } of all.filter(({ from }) => from === now)) {
          const { promise, resolve } = Promise.withResolvers<void>();
          ends.push({ at: now + ms, end: resolve });
          running.push(
            meter.run(String(job), part, async () => {
              await promise;
              told.set(job, (told.get(job) ?? 0) + (drainUnits().units.fetchMs ?? 0));
            }),
          );
        }
        await turn();
        if (ends.some(({ at }) => at > now)) busyMs += 1;
      }
      await Promise.all(running);
      const sum = [...told.values()].reduce((total, ms) => total + ms, 0);
      // What is left of each account is below a thousandth.
      expect(sum).toBeGreaterThan(busyMs - 0.01 * all.length);
      expect(sum).toBeLessThanOrEqual(busyMs + 0.01);
    }),
    { numRuns: 60 },
  );
});

test('what a call takes is charged to the job for which it is made, however works interleave', async () => {
  const meter = openMeter('fetchMs', () => 0);
  const told = await Promise.all(
    ['a', 'b', 'c'].map((job, index) =>
      meter.run(job, part, async () => {
        for (let call = 0; call <= index; call += 1) {
          await turn();
          recordUnits({ wru: 1 });
        }
        await turn();
        return drainUnits().units.wru;
      }),
    ),
  );
  expect(told).toEqual([1, 2, 3]);
});

test('a bill is taken once; one that is given back is on the next', async () => {
  const meter = openMeter('fetchMs', () => 0);
  await meter.run('job', { invocations: 0, fromQueue: false }, async () => {
    recordUnits({ wru: 3, rru: 0.5 });
    const drained = drainUnits();
    expect(drained.units).toEqual({ wru: 3, rru: 0.5 });
    expect(drainUnits().units).toEqual({});
    drained.restore();
    recordUnits({ wru: 1 });
    expect(drainUnits().units).toEqual({ wru: 4, rru: 0.5 });
    await turn();
  });
});

test('a write that carries units carries its own, once', async () => {
  const meter = openMeter('fetchMs', () => 0);
  await meter.run('job', { invocations: 0, fromQueue: false }, async () => {
    recordUnits({ wru: 3 });
    const drained = drainUnits(transactionUnits(2));
    expect(drained.units).toEqual({ wru: 7 });
    // An item was larger than a kilobyte.
    recordUnits({ wru: 6 });
    expect(drainUnits().units).toEqual({ wru: 2 });
    // One that is refused takes as much, and carries nothing.
    const refused = drainUnits(2);
    recordUnits({ wru: 2 });
    refused.restore();
    expect(drainUnits().units).toEqual({ wru: 2 });
    await turn();
  });
});

test('what comes after the last write is on the first bill of the next visit, but not on that of another job', async () => {
  const meter = openMeter('fetchMs', () => 0);
  const nothing = { invocations: 0, fromQueue: false };
  await meter.run('job', nothing, async () => await Promise.resolve(recordUnits({ sqs: 2 })));
  const drained = async (): Promise<object> => await Promise.resolve(drainUnits().units);
  expect(await meter.run('other', nothing, drained)).toEqual({});
  expect(await meter.run(null, nothing, drained)).toEqual({});
  expect(await meter.run('job', nothing, drained)).toEqual({ sqs: 2 });
});

test('the first work of a sandbox pays for its start, and each for its part of an invocation and its messages', async () => {
  const meter = openMeter('finishMs', () => 0, 250);
  const drained = async (): Promise<object> => await Promise.resolve(drainUnits().units);
  expect(await meter.run('a', { invocations: 0.5, fromQueue: true }, drained)).toEqual({
    runs: 0.5,
    sqs: 1,
    finishMs: 250,
  });
  expect(await meter.run('b', { invocations: 0.5, fromQueue: true }, drained)).toEqual({ runs: 0.5, sqs: 1 });
});

test('outside of any work nothing is charged, and bills are empty', () => {
  recordUnits({ wru: 1 });
  expect(drainUnits().units).toEqual({});
});
