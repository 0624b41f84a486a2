import { getPace, putPace } from '../../store/hosts/pace.ts';
import type { Table } from '../../store/table.ts';
import { limits } from '../../limits/limits.ts';
import { Outage } from '../../outage.ts';
import {
  liveLeases,
  renew,
  reserve,
  reserveOne,
  type Pace,
  type SlotReservation,
} from '../../fetch/politeness/pace.ts';
import type { PaceReport } from '../../fetch/politeness/pace-report.ts';
import { releaseLease } from '../../fetch/politeness/release-lease.ts';
import {
  isSlow,
  type PacePolicy,
  type Promised,
  type ReturnTimes,
} from '../../fetch/politeness/slot-times.ts';
import type { OtherHostSlots } from '../../fetch/politeness/other-hosts.ts';
import { openSlot, slotAt } from '../../fetch/politeness/slot.ts';

type Granted = Extract<SlotReservation, { kind: 'go' }>;

/**
 * Reserves slots of a host and gives them back, in the host's item of the table. It remembers the last pace of each
 * host, so a worker that is alone with a host needs one write. If another worker wrote first, the failed write returns
 * the new state, and this one looks at the host before its next changes. A lease is renewed until it is given back; so
 * it can be short, and the lease of a dead worker is soon free.
 */
export interface HostRateLimiter extends OtherHostSlots {
  reserve(
    host: string,
    policy: PacePolicy,
    ask: {
      readonly wanted: number;
      readonly lease: string;
      readonly promised?: Promised;
      readonly team?: string;
      readonly returnTimes?: ReturnTimes;
    },
  ): Promise<SlotReservation>;
  /**
   * Keeps a lease that is not used at the moment, for `resume`, until it runs out: no write is needed to give it back
   * and to take another. False, and nothing is done, where more than `most` requests hold leases of the host.
   */
  rest(host: string, lease: string, granted: Granted, most: number): boolean;
  /** Takes up a lease that rests and still lives for a moment; null if there is none. */
  resume(host: string): { readonly lease: string; readonly granted: Granted } | null;
}

const triesMax = 50;
const hostsKept = 1_000;
/** A visit changes a pace twice; after this many looks that found nothing new the host counts as our own again. */
const looksInVainMax = 4;
/** How long before its end a lease is renewed. */
const renewBeforeMs = 500;
/** A lease that rests is taken up while it lives for so long: its first renewal must not come too late. */
const resumeBeforeMs = 2_000;

/** Whether a report changes nothing that is known of a host: its one slot was used, and was answered. */
const isUneventful = (report: PaceReport, seen: Pace | undefined): boolean => {
  const { answered, failedInRow, retries, retryAfterMs, granted, unusedFrom = 0 } = report;
  if (retries !== undefined) return false;
  const isUsed = unusedFrom >= granted.from + granted.count * granted.spacing;
  return seen?.failures === 0 && answered > 0 && failedInRow === 0 && retryAfterMs === undefined && isUsed;
};

/**
 * Holds the last seen paces of hosts, and the function that changes one. A change holds only if no other worker has
 * changed the pace since.
 */
const openPaces = (
  table: Table,
  now: () => number,
  random: () => number,
  sleep: (ms: number) => Promise<void>,
) => {
  const seen = new Map<string, Pace>();
  /**
   * Hosts that other sandboxes ask as well, and how many looks in a row found nothing new: a write that is refused
   * costs ten times what it costs to look first.
   */
  const shared = new Map<string, number>();
  const look = async (host: string): Promise<void> => {
    const inVain = shared.get(host);
    if (inVain === undefined || !seen.has(host)) return;
    const pace = await getPace(table, host);
    const isNew = pace.version > (seen.get(host)?.version ?? 0);
    if (isNew) seen.set(host, pace);
    if (isNew || inVain < looksInVainMax) shared.set(host, isNew ? 0 : inVain + 1);
    else shared.delete(host);
  };
  const change = async <Result extends { readonly pace: Pace }>(
    host: string,
    step: (pace: Pace, at: number) => Result,
  ): Promise<Result> => {
    await look(host);
    let pace = seen.get(host) ?? (await getPace(table, host));
    for (let attempt = 1; attempt <= triesMax; attempt += 1) {
      const at = now();
      const result = step(pace, at);
      const current = await putPace(table, host, result.pace, at);
      if (current === null) {
        if (seen.size >= hostsKept) {
          seen.clear();
          shared.clear();
        }
        seen.set(host, result.pace);
        return result;
      }
      pace = current;
      shared.set(host, 0);
      if (attempt > 3) await sleep(random() * 10 * attempt);
    }
    throw new Outage(`Cannot change the pace of ${host}: ${triesMax} tries met another writer`);
  };
  return { seen, change };
};

/** Reserves one more slot for the holder of a lease, and others in its place. */
const openOneMore = (
  change: ReturnType<typeof openPaces>['change'],
  now: () => number,
  sleep: (ms: number) => Promise<void>,
): HostRateLimiter['oneMore'] => {
  const oneMore: HostRateLimiter['oneMore'] = async (host, policy, passed) => {
    const { one } = await change(host, (pace, at) => {
      const reserved = reserveOne(pace, policy, at, passed);
      return { one: reserved, pace: reserved?.pace ?? { ...pace, version: pace.version + 1 } };
    });
    if (one === null) return null;
    if (policy.spacingMs === 0) return openSlot;
    const count = (passed?.count ?? 0) + 1;
    return slotAt(
      one.at,
      one.grace,
      { now, sleep },
      {
        instead: () => oneMore(host, policy, { from: one.at, count }),
        next: () => oneMore(host, policy),
      },
    );
  };
  return oneMore;
};

/** Holds leases that rest in this sandbox. A lease that is not taken up runs out, as that of a dead worker. */
const openRests = (
  seen: ReadonlyMap<string, Pace>,
  now: () => number,
  renewing: {
    readonly start: (host: string, lease: string, granted: Granted) => void;
    stop(lease: string): void;
  },
): Pick<HostRateLimiter, 'rest' | 'resume'> => {
  const resting = new Map<string, { readonly lease: string; readonly granted: Granted }[]>();
  return {
    rest: (host, lease, granted, most) => {
      const pace = seen.get(host);
      const leases = pace === undefined ? {} : liveLeases(pace, now());
      const inFlight = Object.values(leases).reduce((sum, { count }) => sum + count, 0);
      if (leases[lease] === undefined || inFlight > most) return false;
      renewing.stop(lease);
      resting.set(host, [...(resting.get(host) ?? []), { lease, granted }]);
      return true;
    },
    resume: (host) => {
      const kept = resting.get(host) ?? [];
      for (let one = kept.pop(); one !== undefined; one = kept.pop()) {
        const pace = seen.get(host);
        if ((pace?.leases[one.lease]?.until ?? 0) - now() < resumeBeforeMs) continue;
        renewing.start(host, one.lease, { ...one.granted, pace: pace as Pace });
        return one;
      }
      return null;
    },
  };
};

/** Makes the rate limiter of one sandbox. */
export const createRateLimiter = (
  table: Table,
  now: () => number,
  random: () => number,
  sleep: (ms: number) => Promise<void>,
): HostRateLimiter => {
  const { seen, change } = openPaces(table, now, random, sleep);
  const renewals = new Map<string, NodeJS.Timeout>();

  /** Leases that are left to run out, unless a request took so long that they were renewed. */
  const lapsing = new Set<string>();

  const keepRenewing = (host: string, lease: string, { pace, inFlight: count, slots }: Granted): void => {
    const lives = (pace.leases[lease]?.until ?? 0) - now();
    if (isSlow(slots.spacing)) lapsing.add(lease);
    const timer = setInterval(
      () => {
        lapsing.delete(lease);
        // If a renewal fails, the next one makes up for it: the lease outlives two failures.
        change(host, (pace, at) => ({
          pace: renewals.has(lease) ? renew(pace, lease, count, at) : { ...pace, version: pace.version + 1 },
        })).catch(() => {});
      },
      Math.min(limits.leaseRenewMs, Math.max(renewBeforeMs, lives - renewBeforeMs)),
    );
    timer.unref();
    renewals.set(lease, timer);
  };

  const stopRenewing = (lease: string): void => {
    clearInterval(renewals.get(lease));
    renewals.delete(lease);
  };

  const oneMore = openOneMore(change, now, sleep);
  return {
    ...openRests(seen, now, { start: keepRenewing, stop: stopRenewing }),
    reserve: async (host, policy, ask) => {
      const reservation = await change(host, (pace, at) => reserve(pace, policy, { ...ask, now: at }));
      if (reservation.kind === 'go') keepRenewing(host, ask.lease, reservation);
      return reservation;
    },
    enter: async (host, policy, lease, team) => {
      const asked = await change(host, (pace, at) => {
        const reservation = reserve(pace, policy, { now: at, wanted: 1, lease, team });
        const taken = reservation.kind === 'go' ? reservation : null;
        return { taken, pace: taken?.pace ?? { ...pace, version: pace.version + 1 } };
      });
      if (asked.taken !== null) keepRenewing(host, lease, asked.taken);
      return asked.taken;
    },
    oneMore,
    release: async (host, lease, report) => {
      stopRenewing(lease);
      const tellsNothing = lapsing.delete(lease) && isUneventful(report, seen.get(host));
      if (!tellsNothing) await change(host, (pace, at) => ({ pace: releaseLease(pace, lease, report, at) }));
    },
  };
};
