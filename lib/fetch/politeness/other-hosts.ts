import { randomUUID } from 'node:crypto';
import { hostOf } from '../../frontier/page.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';
import type { HostRateLimiter } from './host-rate-limiter.ts';
import { type PaceReport } from './pace.ts';
import { graceMs, type PacePolicy, type Slots } from './slot-times.ts';
import { openSlot, slotAt, type Slot } from './slot.ts';

/**
 * The hosts that one fetch is redirected to: each is asked in slots of its own, under a lease that ends with the fetch.
 */
export interface OtherHosts {
  /** Takes a slot of the host of `url`; null when the host has no room for one more request now. */
  takeSlot(url: string, policy: PacePolicy): Promise<Slot | null>;
  /** Gives every lease back, with what the fetch came to. No slot is given any more. */
  release(outcome: FetchOutcome | undefined): Promise<void>;
}

interface HeldLease {
  readonly host: string;
  readonly lease: string;
  readonly granted: Slots;
}

/** What the fetch says of a host that it entered on the way: trouble counts where it happened. */
const reportOf = ({ host, granted }: HeldLease, outcome: FetchOutcome | undefined): PaceReport => {
  const here = outcome?.kind === 'failed' && hostOf(outcome.url) === host ? outcome : undefined;
  const failed = here !== undefined && here.status === undefined;
  return {
    answered: failed ? 0 : 1,
    failedInRow: failed ? 1 : 0,
    granted,
    ...(here?.retryAfterMs === undefined ? {} : { retryAfterMs: here.retryAfterMs }),
  };
};

export const openOtherHosts = (
  rateLimiter: HostRateLimiter,
  now: () => number,
  sleep: (ms: number) => Promise<void>,
): OtherHosts => {
  const leases: HeldLease[] = [];
  const entering: Promise<Slot | null>[] = [];
  let over = false;

  const oneMore = async (host: string, policy: PacePolicy, passed?: number): Promise<Slot | null> => {
    const slot = await rateLimiter.oneMore(host, policy, passed);
    return over ? null : slot;
  };

  const enter = async (host: string, policy: PacePolicy): Promise<Slot | null> => {
    if (leases.some((held) => held.host === host)) return await oneMore(host, policy);
    const lease = randomUUID();
    const entered = await rateLimiter.enter(host, policy, lease);
    if (entered === null) return null;
    leases.push({ host, lease, granted: entered.slots });
    if (over) return null;
    const { from, spacing } = entered.slots;
    if (spacing === 0) return openSlot;
    return slotAt(
      from,
      graceMs(policy.spacingMs),
      { now, sleep },
      { instead: () => oneMore(host, policy, from), next: () => oneMore(host, policy) },
    );
  };

  return {
    takeSlot: async (url, policy) => {
      const asked = enter(hostOf(url), policy);
      entering.push(asked);
      return await asked;
    },
    release: async (outcome) => {
      // A fetch that ran out of time may leave a reservation under way: its lease is given back as well.
      over = true;
      await Promise.allSettled(entering);
      await Promise.all(
        leases.splice(0).map((held) => rateLimiter.release(held.host, held.lease, reportOf(held, outcome))),
      );
    },
  };
};
