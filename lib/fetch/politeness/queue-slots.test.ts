import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { freshPace, reserve, reserveOne, type Pace } from './pace.ts';
import { graceMs, remainingSlots, slotSpacing, type PacePolicy } from './slot-times.ts';
import { queueSlots } from './queue-slots.ts';
import { slotAt, slotTriesMax, type PassedSlot, type Slot } from './slot.ts';

const t0 = 1_000_000;

/** Waits in virtual time: whoever is due next goes on. */
const virtualTime = () => {
  let now = t0;
  const waiting: { readonly at: number; readonly go: () => void }[] = [];
  const sleep = async (ms: number): Promise<void> =>
    await new Promise((resolve) => void waiting.push({ at: now + Math.max(0, ms), go: resolve }));
  const run = async (work: Promise<unknown>): Promise<void> => {
    const state = { isOver: false };
    void work.finally(() => (state.isOver = true));
    while (!state.isOver) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      waiting.sort((one, other) => one.at - other.at);
      const next = waiting.shift();
      if (next === undefined) continue;
      now = Math.max(now, next.at);
      next.go();
    }
  };
  return { now: () => now, sleep, run };
};

/** How late one request is at each of its tries, in milliseconds. */
type Latenesses = readonly number[];

/**
 * Has workers send requests to one host, each as late at each try as it says, and the last of them at all tries after
 * that. Returns when requests left, and how many did not.
 */
const sendLate = async (
  policy: PacePolicy,
  workers: readonly (readonly Latenesses[])[],
): Promise<{ readonly left: readonly number[]; readonly putOff: number }> => {
  const time = virtualTime();
  let pace: Pace = freshPace;
  const left: number[] = [];
  let putOff = 0;
  const oneMore = async (host: string, own: PacePolicy, passed?: PassedSlot): Promise<Slot | null> => {
    const one = reserveOne(pace, own, time.now(), passed);
    if (one === null) return null;
    ({ pace } = one);
    const { at, grace } = one;
    const count = (passed?.count ?? 0) + 1;
    return await Promise.resolve(
      slotAt(at, grace, time, {
        instead: async () => await oneMore(host, own, { from: at, count }),
        next: async () => await oneMore(host, own),
      }),
    );
  };
  const send = async (first: Slot | null, latenesses: Latenesses): Promise<void> => {
    let slot = first;
    for (let tries = 0; slot !== null && tries < slotTriesMax; tries += 1) {
      await slot.comes();
      await time.sleep(latenesses[tries] ?? latenesses.at(-1) ?? 0);
      if (slot.isOpen()) {
        left.push(time.now());
        // Every second one is redirected.
        if ((latenesses[0] ?? 0) % 2 === 0) return;
        return await send(await slot.next(), [0]);
      }
      slot = tries < slotTriesMax - 1 ? await slot.instead() : null;
    }
    putOff += 1;
  };
  const work = async (requests: readonly Latenesses[], index: number): Promise<void> => {
    const asked = reserve(pace, policy, {
      now: time.now(),
      wanted: requests.length,
      lease: String(index),
    });
    ({ pace } = asked);
    if (asked.kind === 'later') return;
    const queue = queueSlots({ ...time, rateLimiter: { oneMore } }, 'host.test', policy, asked.slots);
    await Promise.all(requests.map(async (latenesses) => await send(queue.take(), latenesses)));
  };
  await time.run(Promise.all(workers.map(async (requests, index) => await work(requests, index))));
  return { left: left.toSorted((one, other) => one - other), putOff };
};

const lateness = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2_500 }));
const requests = fc.array(fc.array(lateness, { minLength: 1, maxLength: slotTriesMax }), {
  minLength: 1,
  maxLength: 8,
});

test('however late workers are between a slot and the first byte, no two requests leave closer than the delay', async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(100, 200, 500, 2_000, 10_000),
      fc.array(requests, { minLength: 1, maxLength: 4 }),
      async (spacingMs, workers) => {
        const { left, putOff } = await sendLate({ spacingMs, concurrency: 9 }, workers);
        const gaps = left.slice(1).map((at, index) => at - (left[index] ?? 0));
        expect(Math.min(...gaps, spacingMs)).toBeGreaterThanOrEqual(spacingMs);
        passed += putOff;
      },
    ),
    { numRuns: 300, seed: 1 },
  );
  // It would show nothing if no request had been too late.
  expect(passed).toBeGreaterThan(100);
});

test('a machine that is always late, by up to two seconds, sends a request all the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(100, 200, 500, 2_000, 40_000),
      fc.integer({ min: 101, max: limits.lastSlotGraceMs }),
      fc.integer({ min: 1, max: 8 }),
      async (spacingMs, lateMs, pages) => {
        const always = Array.from({ length: pages }, () => [lateMs]);
        const { left } = await sendLate({ spacingMs, concurrency: 9 }, [always]);
        expect(left.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});

test('a slot that passes while its request is made ready is lost, and those after it are not', () => {
  const slots = { from: t0, count: 3, spacing: slotSpacing({ spacingMs: 500, concurrency: 1 }) };
  const left = remainingSlots(slots, t0 + graceMs(500) + 1, graceMs(500));
  expect(left).toEqual({ ...slots, from: t0 + slots.spacing, count: 2 });
});
