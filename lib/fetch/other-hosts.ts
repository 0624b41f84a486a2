import { randomUUID } from 'node:crypto';
import { hostOf } from '../frontier/page.ts';
import type { FetchOutcome } from './fetch-request.ts';
import type { HostGate } from './host-gate.ts';
import { isMissed, type PacePolicy, type PaceReport, type Slots } from './pace.ts';

/** The hosts that one fetch is redirected to: each is asked in slots of its own, under a lease that ends with the fetch. */
export interface OtherHosts {
  /** Takes a slot of the host of `url` and waits for it; false when the host has no room for one more request now. */
  takeSlot(url: string, policy: PacePolicy): Promise<boolean>;
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
  gate: HostGate,
  now: () => number,
  sleep: (ms: number) => Promise<void>,
): OtherHosts => {
  const leases: HeldLease[] = [];
  const entering: Promise<boolean>[] = [];
  let over = false;

  const enter = async (host: string, policy: PacePolicy): Promise<boolean> => {
    if (leases.some((held) => held.host === host)) return (await gate.waitForSlot(host, policy)) && !over;
    const lease = randomUUID();
    const entered = await gate.enter(host, policy, lease);
    if (entered === null) return false;
    leases.push({ host, lease, granted: entered.slots });
    const wait = entered.slots.from - now();
    if (wait > 0) await sleep(wait);
    if (isMissed(entered.slots, policy, now()) && !(await gate.waitForSlot(host, policy))) return false;
    return !over;
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
        leases.splice(0).map((held) => gate.release(held.host, held.lease, reportOf(held, outcome))),
      );
    },
  };
};
