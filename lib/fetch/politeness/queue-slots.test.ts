import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshPace, reserve, reserveOne, type Pace } from './pace.ts';
import { graceMs, remainingSlots, slotSpacing, type PacePolicy } from './slot-times.ts';
import { queueSlots } from './queue-slots.ts';
import { slotAt, type Slot } from './slot.ts';

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

test('however late workers are between a slot and the first byte, no two requests leave closer than the delay', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(100, 200, 500, 2_000),
      fc.array(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 900 })), {
          minLength: 1,
          maxLength: 8,
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (spacingMs, workers) => {
        const policy = { spacingMs, concurrency: 9 };
        const time = virtualTime();
        let pace: Pace = freshPace;
        const left: number[] = [];
        const oneMore = async (host: string, own: PacePolicy, passed?: number): Promise<Slot | null> => {
          const one = reserveOne(pace, own, time.now(), passed);
          if (one === null) return null;
          ({ pace } = one);
          const { at } = one;
          return await Promise.resolve(
            slotAt(at, graceMs(spacingMs), time, {
              instead: async () => await oneMore(host, own, at),
              next: async () => await oneMore(host, own),
            }),
          );
        };
        const worker = async (latenesses: readonly number[], index: number): Promise<void> => {
          const asked = reserve(pace, policy, {
            now: time.now(),
            wanted: latenesses.length,
            lease: String(index),
          });
          ({ pace } = asked);
          if (asked.kind === 'later') return;
          const queue = queueSlots({ ...time, rateLimiter: { oneMore } }, 'host.test', policy, asked.slots);
          await Promise.all(
            latenesses.map(async (lateMs) => {
              // Every request is as late, until its connection stands; every second one is redirected.
              let late = lateMs;
              let redirects = lateMs % 2;
              let slot: Slot | null = queue.take();
              while (slot !== null) {
                await slot.comes();
                await time.sleep(late);
                late = 0;
                if (!slot.isOpen()) {
                  slot = await slot.instead();
                  continue;
                }
                left.push(time.now());
                if (redirects === 0) return;
                redirects -= 1;
                slot = await slot.next();
              }
            }),
          );
        };
        await time.run(
          Promise.all(workers.map(async (latenesses, index) => await worker(latenesses, index))),
        );
        left.sort((one, other) => one - other);
        const gaps = left.slice(1).map((at, index) => at - (left[index] ?? 0));
        expect(Math.min(...gaps, spacingMs)).toBeGreaterThanOrEqual(spacingMs);
      },
    ),
    { numRuns: 300, seed: 1 },
  );
});

test('a slot that passes while its request is made ready is lost, and those after it are not', () => {
  const slots = { from: t0, count: 3, spacing: slotSpacing({ spacingMs: 500, concurrency: 1 }) };
  const left = remainingSlots(slots, t0 + graceMs(500) + 1, graceMs(500));
  expect(left).toEqual({ ...slots, from: t0 + slots.spacing, count: 2 });
});
