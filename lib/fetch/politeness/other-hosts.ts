import { randomUUID } from 'node:crypto';
import { hostOf } from '../../frontier/page.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';
import type { SlotReservation } from './pace.ts';
import type { PaceReport } from './pace-report.ts';
import type { MoreSlots } from './queue-slots.ts';
import { graceMs, type PacePolicy, type Slots } from './slot-times.ts';
import { openSlot, slotAt, type PassedSlot, type Slot } from './slot.ts';

/**
 * The hosts to which one fetch is redirected: each is asked in slots of its own, under a lease that ends with the
 * fetch.
 */
export interface OtherHosts {
  /** Takes a slot of the host of `url`; null if the host has no room for another request now. */
  takeSlot(url: string, policy: PacePolicy): Promise<Slot | null>;
  /** Gives every lease back, with the outcome of the fetch. No slot is given out after that. */
  release(outcome: FetchOutcome | undefined): Promise<void>;
}

/** Gives slots of a host to which a redirect leads. */
export interface OtherHostSlots extends MoreSlots {
  /** Reserves one slot now, or none: a redirect to another host is no reason to promise it slots. */
  enter(
    host: string,
    policy: PacePolicy,
    lease: string,
    team: string,
  ): Promise<Extract<SlotReservation, { kind: 'go' }> | null>;
  release(host: string, lease: string, report: PaceReport): Promise<void>;
}

interface HeldLease {
  readonly host: string;
  readonly lease: string;
  readonly granted: Slots;
}

/** Reports what the fetch shows of a host that it entered on the way: trouble counts for the host where it happened. */
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
  rateLimiter: OtherHostSlots,
  team: string,
  now: () => number,
  sleep: (ms: number) => Promise<void>,
): OtherHosts => {
  const leases: HeldLease[] = [];
  const entering: Promise<Slot | null>[] = [];
  let over = false;

  const oneMore = async (host: string, policy: PacePolicy, passed?: PassedSlot): Promise<Slot | null> => {
    const slot = await rateLimiter.oneMore(host, policy, passed);
    return over ? null : slot;
  };

  const enter = async (host: string, policy: PacePolicy): Promise<Slot | null> => {
    if (leases.some((held) => held.host === host)) return await oneMore(host, policy);
    const lease = randomUUID();
    const entered = await rateLimiter.enter(host, policy, lease, team);
    if (entered === null) return null;
    leases.push({ host, lease, granted: entered.slots });
    if (over) return null;
    const { from, spacing } = entered.slots;
    if (spacing === 0) return openSlot;
    return slotAt(
      from,
      graceMs(policy.spacingMs),
      { now, sleep },
      { instead: () => oneMore(host, policy, { from, count: 1 }), next: () => oneMore(host, policy) },
    );
  };

  return {
    takeSlot: async (url, policy) => {
      const asked = enter(hostOf(url), policy);
      entering.push(asked);
      return await asked;
    },
    release: async (outcome) => {
      // A fetch that ran out of time may leave a reservation in progress: its lease is given back as well.
      over = true;
      await Promise.allSettled(entering);
      await Promise.all(
        leases
          .splice(0)
          .map((held) => rateLimiter.release(held.host, held.lease, { ...reportOf(held, outcome), team })),
      );
    },
  };
};
