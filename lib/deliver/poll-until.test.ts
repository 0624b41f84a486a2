import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pollUntil } from './poll-until.ts';

/** Waits for something that is there from a moment on, by a clock of its own. Each look takes some time. */
const poll = async ({
  deadline,
  thereAt,
  lookMs = 0,
}: {
  readonly deadline: number;
  readonly thereAt: number;
  readonly lookMs?: number;
}): Promise<{ readonly found: string | null; readonly looks: readonly number[]; readonly at: number }> => {
  let time = 0;
  const looks: number[] = [];
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      // Timers count whole milliseconds.
      time += Math.round(ms);
      await Promise.resolve();
    },
  };
  const found = await pollUntil(clock, deadline, async () => {
    looks.push(time);
    const seen = time >= thereAt ? 'there' : null;
    time += lookMs;
    return await Promise.resolve(seen);
  });
  return { found, looks, at: time };
};

test('what is there by the deadline is found, and what is not is waited for until then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(10_000), fc.nat(12_000), async (deadline, thereAt) => {
      const { found, looks, at } = await poll({ deadline, thereAt });
      expect(found).toBe(thereAt <= deadline ? 'there' : null);
      if (found === null) expect([at, looks.at(-1)]).toEqual([deadline, deadline]);
      else expect(at).toBeLessThanOrEqual(deadline);
    }),
  );
});

test('looks become rarer, and none but the last follows another sooner', async () => {
  const { looks } = await poll({ deadline: 3_000, thereAt: Number.POSITIVE_INFINITY });
  const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
  expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(500);
});

test('after the deadline is one look at most, and one that comes too late for it looks once', async () => {
  expect((await poll({ deadline: -1, thereAt: 0 })).looks).toHaveLength(1);
  const { looks } = await poll({ deadline: 1_000, thereAt: Number.POSITIVE_INFINITY, lookMs: 700 });
  expect(looks.filter((at) => at >= 1_000).length).toBeLessThanOrEqual(1);
});
