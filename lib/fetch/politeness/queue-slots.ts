import { graceMs, remainingSlots, type PacePolicy, type Slots } from './slot-times.ts';
import { openSlot, slotAt, type Slot } from './slot.ts';

/** Gives one more slot of a host. */
export interface MoreSlots {
  /**
   * Reserves one more slot for the holder of a lease; null if the wait for it would be too long. `passed`: when a slot
   * began that passed before its request could leave.
   */
  oneMore(host: string, policy: PacePolicy, passed?: number): Promise<Slot | null>;
}

interface QueueDependencies {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly rateLimiter: MoreSlots;
}

/** The slots that were granted, one after the other. */
export interface SlotQueue {
  /**
   * Takes the next slot; null when none is left. A slot that passed because we were too busy is lost, and the next one
   * is taken.
   */
  readonly take: () => Slot | null;
  readonly unusedFrom: () => number;
}

/**
 * Makes the queue of the slots granted at a host. A request that finds none left may ask the host's gate for one more.
 */
export const queueSlots = (
  { now, sleep, rateLimiter }: QueueDependencies,
  host: string,
  policy: PacePolicy,
  slots: Slots,
): SlotQueue => {
  const grace = graceMs(policy.spacingMs);
  let index = 0;
  const next = (): number | null => {
    if (slots.spacing === 0) return index < slots.count ? (index++, now()) : null;
    const open = { ...slots, from: slots.from + index * slots.spacing, count: slots.count - index };
    const left = remainingSlots(open, now(), grace);
    index = slots.count - left.count;
    return left.count > 0 ? (index++, left.from) : null;
  };
  const take = (): Slot | null => {
    const at = next();
    if (at === null || slots.spacing === 0) return at === null ? null : openSlot;
    // For a redirect, or a request that was late: one of ours, or one more.
    return slotAt(
      at,
      grace,
      { now, sleep },
      {
        instead: async () => take() ?? (await rateLimiter.oneMore(host, policy, at)),
        next: async () => take() ?? (await rateLimiter.oneMore(host, policy)),
      },
    );
  };
  return {
    take,
    unusedFrom: () => slots.from + index * slots.spacing,
  };
};
