import { graceMs, remainingSlots, type PacePolicy, type Slots } from './slot-times.ts';
import { openSlot, slotAt, slotTriesMax, type PassedSlot, type Slot } from './slot.ts';

/** Gives one more slot of a host. */
export interface MoreSlots {
  /**
   * Reserves one more slot for the holder of a lease; null if the wait for it would be too long. `passed`: the slot
   * that it stands for.
   */
  oneMore(host: string, policy: PacePolicy, passed?: PassedSlot): Promise<Slot | null>;
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
  const take = (passedBefore = 0): Slot | null => {
    const at = next();
    if (at === null || slots.spacing === 0) return at === null ? null : openSlot;
    const instead = async (): Promise<Slot | null> => {
      const passed = { from: at, count: passedBefore + 1 };
      // The last one has to be wide, and ours are not.
      const wide = passed.count < slotTriesMax - 1 ? null : await rateLimiter.oneMore(host, policy, passed);
      return wide ?? take(passed.count) ?? (await rateLimiter.oneMore(host, policy, passed));
    };
    // For a redirect: one of ours, or one more.
    const another = async (): Promise<Slot | null> => take() ?? (await rateLimiter.oneMore(host, policy));
    return slotAt(at, grace, { now, sleep }, { instead, next: another });
  };
  return {
    take: () => take(),
    unusedFrom: () => slots.from + index * slots.spacing,
  };
};
