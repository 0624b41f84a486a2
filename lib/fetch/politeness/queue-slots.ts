import type { HostRateLimiter } from './host-rate-limiter.ts';
import { graceMs, remainingSlots, type PacePolicy, type Slots } from './slot-times.ts';
import { openSlot, slotAt, type Slot } from './slot.ts';

interface QueueDependencies {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly rateLimiter: Pick<HostRateLimiter, 'oneMore'>;
}

/** The slots that were granted, one after the other. */
export interface SlotQueue {
  /** The next slot; null when none is left. One that we were too busy to start in is lost, and the next one taken. */
  readonly take: () => Slot | null;
  readonly unusedFrom: () => number;
}

/**
 * Makes the queue of slots that were granted at a host. A request that finds none left may ask the host's gate for
 * one more.
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
