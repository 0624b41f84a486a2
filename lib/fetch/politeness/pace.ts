import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import {
  graceAfter,
  graceMs,
  isSlow,
  remainingSlots,
  slotSpacing,
  type PacePolicy,
  type ReturnTimes,
  type Promised,
  type Slots,
} from './slot-times.ts';
import type { PassedSlot } from './slot.ts';
import { areRetriesInVain, doRetriesPay, retryRecordSchema } from './retry-record.ts';
import { noTeamPause, teamPauseShape, toldUntil } from './team-pause.ts';

/**
 * How a host is asked: never two requests closer than its spacing, never more in flight than its concurrency, and none
 * while it has asked to be left alone. One item for each host is shared by every job. These functions compute its next
 * state; a worker writes that on condition that no other worker has written in between.
 *
 * Slots are a generic cell rate algorithm with a burst of one (ITU-T I.371): `next` is the first moment that is
 * promised to no worker. A slot is good for `grace` milliseconds after its moment, and slots lie `spacing + grace`
 * apart, so two requests keep their distance however late within its slot each one starts. A missed slot is lost.
 *
 * A worker that would have to wait longer than it should gets a promise and comes back for it; beyond the horizon it
 * only gets a time to come back at. `nextReturnAt` spreads those times, so that a backlog returns one by one and not
 * all at once.
 *
 * At a host whose slots lie too far apart to wait for, no worker waits from one slot to the next: one page is
 * requested, and each of the others gets a return time, the second in which its own message comes back. That is no
 * promise: the worker that comes takes the next free slot, so no slot is lost when a message is late.
 */
export const paceSchema = z.object({
  next: z.number(),
  nextReturnAt: z.number(),
  /** Requests in flight by lease: how many, and when the lease of a dead worker ends. */
  leases: z.record(z.string(), z.object({ until: z.number(), count: z.number().int() })),
  /** Promises that were not redeemed yet, by id, until they are over. A promise can be redeemed once. */
  promises: z.record(z.string(), z.number()).default({}),
  /** Failures in a row that are the host's own. */
  failures: z.number().int(),
  /** No worker asks before this moment: `Retry-After`, or the breaker. */
  pausedUntil: z.number(),
  /** Typical milliseconds of an answer. */
  responseMs: z.number(),
  /** What retries brought; absent where there were none. */
  retries: retryRecordSchema.optional(),
  ...teamPauseShape,
  version: z.number().int(),
});
export type Pace = z.infer<typeof paceSchema>;

/** The state of a host that no worker has asked yet. */
export const freshPace: Pace = {
  next: 0,
  nextReturnAt: 0,
  leases: {},
  promises: {},
  failures: 0,
  pausedUntil: 0,
  responseMs: 0,
  ...noTeamPause,
  version: 0,
};

export type SlotReservation =
  | {
      readonly kind: 'go';
      readonly slots: Slots;
      readonly inFlight: number;
      /**
       * Failures in a row, before any answer, after which the host is left alone: other workers saw the first of them.
       */
      readonly failuresLeft: number;
      /** Retries bring pages of this host. */
      readonly retriesPay: boolean;
      /** Retries of this host are in vain. */
      readonly retriesInVain: boolean;
      /** The times at which the pages without a slot come back; absent if they may ask again at once. */
      readonly rest?: ReturnTimes;
      readonly pace: Pace;
    }
  | {
      readonly kind: 'later';
      readonly at: number;
      readonly slots?: Promised;
      readonly returnTimes?: ReturnTimes;
      /** The host is left alone because it fails, and its retries are in vain. */
      readonly retriesInVain?: true;
      readonly pace: Pace;
    };

type Later = Extract<SlotReservation, { kind: 'later' }>;

/** Returns the leases that have not run out. */
export const liveLeases = (pace: Pace, now: number): Pace['leases'] =>
  Object.fromEntries(Object.entries(pace.leases).filter(([, lease]) => lease.until > now));

const inFlightOf = (leases: Pace['leases']): number =>
  Object.values(leases).reduce((sum, lease) => sum + lease.count, 0);

const comeBack = (pace: Pace, earliest: number, wanted: number, spacing: number): Later => {
  const at = Math.max(earliest, pace.nextReturnAt);
  return {
    kind: 'later',
    at,
    ...(isSlow(spacing) ? { returnTimes: { from: at, spacing } } : {}),
    pace: { ...pace, nextReturnAt: at + wanted * Math.max(spacing, 10) },
  };
};

/**
 * Reserves a slot of a slow host, or a return time. A worker with a return time keeps it if the slots have slipped a
 * little, and comes back for the next one, because the host would be idle for a whole delay otherwise. If delays are
 * short, or behind a pause, it queues again instead, so that its slot makes up for the slip.
 */
const reserveSlow = (
  current: Pace,
  spacing: number,
  { now, wanted, returnTimes }: Pick<SlotWish, 'now' | 'wanted' | 'returnTimes'>,
  go: (slots: Slots, pace: Pace, rest?: ReturnTimes) => SlotReservation,
): SlotReservation => {
  const from = Math.max(now, current.next);
  const slipped = from - now;
  if (slipped > limits.slotLateMs) {
    const makesUp = wanted === 1 && spacing < limits.slotKeptMs;
    if (returnTimes === undefined || makesUp || slipped > spacing + limits.slotLateMs)
      return comeBack(current, from, wanted, spacing);
    return { kind: 'later', at: from, returnTimes: { from, spacing }, pace: current };
  }
  const next = from + spacing;
  const slots = { from, count: 1, spacing };
  if (wanted === 1) return go(slots, { ...current, next });
  if (returnTimes !== undefined)
    return go(slots, { ...current, next }, { from: Math.max(returnTimes.from + spacing, next), spacing });
  const first = Math.max(current.nextReturnAt, next);
  return go(
    slots,
    { ...current, next, nextReturnAt: first + (wanted - 1) * spacing },
    { from: first, spacing },
  );
};

/** What a worker asks for. */
interface SlotWish {
  readonly now: number;
  readonly wanted: number;
  readonly lease: string;
  readonly promised?: Promised;
  readonly returnTimes?: ReturnTimes;
  readonly team?: string;
}

/** Grants slots: the next slots in the pace, the promises left, and where the rest comes back. */
type GoAhead = (
  slots: Slots,
  times: Pick<Pace, 'next' | 'nextReturnAt'>,
  more?: { readonly open?: Pace['promises']; readonly rest?: ReturnTimes | undefined },
) => SlotReservation;

/** Reserves slots of a host whose workers wait for them, or a promise of slots, or a time to come back at. */
const reserveWaited = (
  current: Pace,
  policy: PacePolicy,
  ask: SlotWish,
  { probing, inFlight }: { readonly probing: boolean; readonly inFlight: number },
  go: GoAhead,
): SlotReservation => {
  const { now, wanted } = ask;
  const { promises } = current;
  const spacing = slotSpacing(policy);
  const grace = graceMs(policy.spacingMs);
  const isGood = ask.promised !== undefined && ask.promised.id in promises && ask.promised.spacing >= spacing;
  const kept = isGood && ask.promised !== undefined ? remainingSlots(ask.promised, now, grace) : undefined;
  if (kept !== undefined && kept.count > 0 && kept.from - now <= limits.slotPatienceMs) {
    const { [ask.promised?.id ?? '']: _redeemed, ...open } = promises;
    return go({ ...kept, count: Math.min(kept.count, probing ? 1 : wanted) }, current, { open });
  }

  const from = Math.max(now, current.next);
  const waitMs = from - now;
  if (spacing === 0) return go({ from, count: probing ? 1 : wanted, spacing: 0 }, current);
  if (waitMs <= limits.slotPatienceMs) {
    // A host slower than its spacing lets slots pass unused while a request is in progress, so take one at a time.
    const fits = Math.floor((limits.slotPatienceMs - waitMs) / spacing) + 1;
    const count = probing || current.responseMs * 1.2 > spacing * inFlight ? 1 : Math.min(wanted, fits);
    return go({ from, count, spacing }, { next: from + count * spacing, nextReturnAt: current.nextReturnAt });
  }
  if (waitMs <= limits.slotHorizonMs) {
    const count = Math.min(wanted, limits.urlBatchPagesMax);
    const end = from + count * spacing;
    return {
      kind: 'later',
      at: from,
      slots: { id: ask.lease, from, count, spacing },
      pace: {
        ...current,
        next: end,
        nextReturnAt: Math.max(current.nextReturnAt, end),
        promises: { ...promises, [ask.lease]: end + grace },
      },
    };
  }
  return comeBack(current, from, wanted, spacing);
};

/** Returns when to come back to a host that has asked to be left alone; null if it has not, or no longer does. */
const whilePaused = (pace: Pace, { now, wanted, team }: SlotWish, spacing: number): Later | null => {
  const told = toldUntil(pace, team);
  // Times to come back at are shared by all: a team that waits alone takes none of them.
  if (told > now && told > pace.pausedUntil) return { kind: 'later', at: told, pace };
  if (pace.pausedUntil <= now) return null;
  const failsDeadLinks = pace.failures >= limits.breakerFailuresMax && areRetriesInVain(pace.retries);
  return {
    ...comeBack(pace, pace.pausedUntil, wanted, spacing),
    ...(failsDeadLinks ? { retriesInVain: true } : {}),
  };
};

/**
 * Asks for up to `wanted` slots and a lease with the name `lease`.
 *
 * `promised`: slots of an earlier `later`, which are used first if enough of them are left. `returnTimes`: when
 * an earlier answer told these pages to come back; they do not queue again.
 */
export const reserve = (pace: Pace, policy: PacePolicy, ask: SlotWish): SlotReservation => {
  const { now, wanted } = ask;
  const spacing = slotSpacing(policy);
  const leases = liveLeases(pace, now);
  const promises = Object.fromEntries(Object.entries(pace.promises).filter(([, until]) => until > now));
  const current: Pace = {
    ...pace,
    leases,
    promises,
    nextReturnAt: Math.max(pace.nextReturnAt, now),
    version: pace.version + 1,
  };
  const paused = whilePaused(current, ask, spacing);
  if (paused !== null) return paused;

  const probing = pace.probing || pace.failures >= limits.breakerFailuresMax;
  const slow = isSlow(spacing);
  const concurrency = probing ? 1 : policy.concurrency;
  // A lease at a slow host runs out by the next slot, so it need not be given back.
  const starts = slow ? Math.max(now, pace.next) : now;
  const free = concurrency - inFlightOf(liveLeases(current, starts));
  if (free <= 0) {
    const from = now + 1_000;
    if (slow && ask.returnTimes !== undefined)
      return { kind: 'later', at: from, returnTimes: { from, spacing }, pace: current };
    return comeBack(current, from, wanted, spacing);
  }
  // Half of the free ones, so that a second worker finds room as well.
  const inFlight = slow ? 1 : Math.min(wanted, Math.max(1, Math.ceil(free / 2)));
  const until = slow ? starts + spacing : now + limits.leaseMs;
  const withLease = { ...leases, [ask.lease]: { until, count: inFlight } };
  const go: GoAhead = (slots, { next, nextReturnAt }, { open = promises, rest } = {}) => ({
    kind: 'go',
    slots,
    inFlight,
    failuresLeft: probing ? 1 : limits.breakerFailuresMax - pace.failures,
    retriesPay: doRetriesPay(pace.retries),
    retriesInVain: areRetriesInVain(pace.retries),
    ...(rest === undefined ? {} : { rest }),
    pace: { ...current, next, nextReturnAt, leases: withLease, promises: open },
  });
  if (slow) return reserveSlow(current, spacing, ask, (slots, to, rest) => go(slots, to, { rest }));

  return reserveWaited(current, policy, ask, { probing, inFlight }, go);
};

/**
 * Reserves one more slot for a worker that already has a lease: a redirect is a second request. Returns null if the
 * wait would be too long.
 *
 * `passed`: a slot of this worker that passed before its request could leave. If no slot was reserved behind it, it
 * counts as not granted: a host that is asked every 40 seconds does not lose its turn because it is far away.
 */
export const reserveOne = (
  pace: Pace,
  policy: PacePolicy,
  now: number,
  passed?: PassedSlot,
): { readonly at: number; readonly grace: number; readonly pace: Pace } | null => {
  const isLast = passed !== undefined && pace.next === passed.from + slotSpacing(policy);
  const at = Math.max(now, isLast ? passed.from : pace.next);
  if (pace.pausedUntil > now || at - now > limits.slotPatienceMs) return null;
  const grace = graceAfter(policy.spacingMs, passed?.count ?? 0);
  return { at, grace, pace: { ...pace, next: at + slotSpacing(policy, grace), version: pace.version + 1 } };
};

/** Renews a lease. If it ran out because its holder was delayed, it is taken again. */
export const renew = (pace: Pace, lease: string, count: number, now: number): Pace => ({
  ...pace,
  leases: { ...liveLeases(pace, now), [lease]: { until: now + limits.leaseMs, count } },
  version: pace.version + 1,
});
