import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { noTeamPause, noteAnswered, noteTold, teamPauseShape, toldUntil } from './team-pause.ts';

/**
 * How a host is asked: never two requests closer than its spacing, never more than its concurrency in flight, not at all
 * while it has asked to be left alone. One item per host, shared by every job; these functions compute its next state,
 * and whoever writes it does so on condition that nobody else did in between.
 *
 * Slots are a generic cell rate algorithm with a burst of one (ITU-T I.371): `next` is the first moment that nobody has
 * been promised. A slot is good for `grace` milliseconds after its moment, and slots lie `spacing + grace` apart, so two
 * requests keep their distance however late within its slot each one starts. A slot that is missed is lost.
 *
 * A worker that would have to wait longer than it should gets a promise and comes back for it; beyond the horizon it only
 * gets a time to come back at. `soft` spreads those times, so that a backlog returns one by one and not all at once.
 */
export const paceSchema = z.object({
  next: z.number(),
  soft: z.number(),
  /** Requests in flight by lease: how many, and when the lease of a dead worker ends. */
  leases: z.record(z.string(), z.object({ until: z.number(), count: z.number().int() })),
  /** Promises that were not redeemed yet, by id, until they are over: a promise is good once. */
  promises: z.record(z.string(), z.number()).default({}),
  /** Failures in a row that are the host's own. */
  failures: z.number().int(),
  /** Nobody asks before this moment: `Retry-After`, or the breaker. */
  pausedUntil: z.number(),
  /** Typical milliseconds of an answer. */
  responseMs: z.number(),
  ...teamPauseShape,
  version: z.number().int(),
});
export type Pace = z.infer<typeof paceSchema>;

/** A host that nobody has asked yet. */
export const freshPace: Pace = {
  next: 0,
  soft: 0,
  leases: {},
  promises: {},
  failures: 0,
  pausedUntil: 0,
  responseMs: 0,
  ...noTeamPause,
  version: 0,
};

export interface PacePolicy {
  /** Milliseconds between two requests; 0 for a host that may be asked without pause. */
  readonly spacingMs: number;
  readonly concurrency: number;
}

/** Moments at which requests may start: `count` of them from `from`, `spacing` apart, each good for `grace`. */
export interface Slots {
  readonly from: number;
  readonly count: number;
  readonly spacing: number;
}

/** Slots that were promised for later, under an id that redeems them once. */
export interface Promised extends Slots {
  readonly id: string;
}

/** Pages that a promise is made for: those of one message. */
const promisedMax = limits.urlBatchPagesMax;

export type SlotReservation =
  | {
      readonly kind: 'go';
      readonly slots: Slots;
      readonly inFlight: number;
      /** Failures in a row, before any answer, with which the host is to be left alone: others saw the first of them. */
      readonly failuresLeft: number;
      readonly pace: Pace;
    }
  | { readonly kind: 'later'; readonly at: number; readonly slots?: Promised; readonly pace: Pace };

/** How late a request may start within its slot. */
export const graceMs = (spacingMs: number): number =>
  spacingMs === 0 ? 0 : Math.min(100, Math.max(10, Math.round(spacingMs / 10)));

/**
 * What the way to the host may hold one request up more than the next: the host counts the distance where it stands.
 */
const jitterMs = (spacingMs: number): number => Math.min(25, Math.round(spacingMs / 10));

/** Distance of two slots: the host's own, whatever part of its grace each request uses and however long it travels. */
export const slotSpacing = ({ spacingMs }: PacePolicy): number =>
  spacingMs + graceMs(spacingMs) + jitterMs(spacingMs);

const liveLeases = (pace: Pace, now: number): Pace['leases'] =>
  Object.fromEntries(Object.entries(pace.leases).filter(([, lease]) => lease.until > now));

const inFlightOf = (leases: Pace['leases']): number =>
  Object.values(leases).reduce((sum, lease) => sum + lease.count, 0);

/** The slots of a promise that can still be used: the first that is not over, and those after it. */
export const remainingSlots = (slots: Slots, now: number, grace: number): Slots => {
  if (slots.spacing === 0) return slots;
  const passed = Math.max(0, Math.ceil((now - grace - slots.from) / slots.spacing));
  return { ...slots, from: slots.from + passed * slots.spacing, count: Math.max(0, slots.count - passed) };
};

const comeBack = (pace: Pace, earliest: number, wanted: number, spacing: number): SlotReservation => {
  const at = Math.max(earliest, pace.soft);
  return { kind: 'later', at, pace: { ...pace, soft: at + wanted * Math.max(spacing, 10) } };
};

/** What somebody asks for who would ask a host. */
interface PaceAsk {
  readonly now: number;
  readonly wanted: number;
  readonly lease: string;
  readonly promised?: Promised;
  readonly team?: string;
}

/** When to come back to a host that has asked to be left alone; null where it has not, or no longer. */
const whilePaused = (pace: Pace, { now, wanted, team }: PaceAsk, spacing: number): SlotReservation | null => {
  const told = toldUntil(pace, team);
  // Times to come back at are everybody's: one team's own waiting takes none of them.
  if (told > now && told > pace.pausedUntil) return { kind: 'later', at: told, pace };
  return pace.pausedUntil > now ? comeBack(pace, pace.pausedUntil, wanted, spacing) : null;
};

/**
 * Asks for up to `wanted` slots and a lease under the name `lease`.
 *
 * `promised`: slots of an earlier `later`, which are used first if enough of them are left.
 */
export const reserve = (pace: Pace, policy: PacePolicy, ask: PaceAsk): SlotReservation => {
  const { now, wanted } = ask;
  const spacing = slotSpacing(policy);
  const leases = liveLeases(pace, now);
  const promises = Object.fromEntries(Object.entries(pace.promises).filter(([, until]) => until > now));
  const current: Pace = {
    ...pace,
    leases,
    promises,
    soft: Math.max(pace.soft, now),
    version: pace.version + 1,
  };
  const paused = whilePaused(current, ask, spacing);
  if (paused !== null) return paused;

  const probing = pace.probing || pace.failures >= limits.breakerFailuresMax;
  const concurrency = probing ? 1 : policy.concurrency;
  const free = concurrency - inFlightOf(leases);
  if (free <= 0) return comeBack(current, now + 1_000, wanted, spacing);
  // Half of what is free, so that a second worker finds room as well.
  const inFlight = Math.min(wanted, Math.max(1, Math.ceil(free / 2)));
  const withLease = {
    ...leases,
    [ask.lease]: { until: now + limits.leaseMs, count: inFlight },
  };
  const go = ({ from, count, spacing: apart }: Slots, next: number, open = promises): SlotReservation => ({
    kind: 'go',
    slots: { from, count, spacing: apart },
    inFlight,
    failuresLeft: probing ? 1 : limits.breakerFailuresMax - pace.failures,
    pace: { ...current, next, leases: withLease, promises: open },
  });

  const grace = graceMs(policy.spacingMs);
  const isGood = ask.promised !== undefined && ask.promised.id in promises && ask.promised.spacing >= spacing;
  const kept = isGood && ask.promised !== undefined ? remainingSlots(ask.promised, now, grace) : undefined;
  if (kept !== undefined && kept.count > 0 && kept.from - now <= limits.slotPatienceMs) {
    const { [ask.promised?.id ?? '']: _redeemed, ...open } = promises;
    return go({ ...kept, count: Math.min(kept.count, probing ? 1 : wanted) }, current.next, open);
  }

  const from = Math.max(now, pace.next);
  const waitMs = from - now;
  if (spacing === 0) return go({ from, count: probing ? 1 : wanted, spacing: 0 }, pace.next);
  if (waitMs <= limits.slotPatienceMs) {
    // A host slower than its spacing lets slots pass unused while one request is under way: take one at a time.
    const fits = Math.floor((limits.slotPatienceMs - waitMs) / spacing) + 1;
    const count = probing || pace.responseMs * 1.2 > spacing * inFlight ? 1 : Math.min(wanted, fits);
    return go({ from, count, spacing }, from + count * spacing);
  }
  if (waitMs <= limits.slotHorizonMs) {
    const count = Math.min(wanted, promisedMax);
    const end = from + count * spacing;
    return {
      kind: 'later',
      at: from,
      slots: { id: ask.lease, from, count, spacing },
      pace: {
        ...current,
        next: end,
        soft: Math.max(current.soft, end),
        promises: { ...promises, [ask.lease]: end + grace },
      },
    };
  }
  return comeBack(current, from, wanted, spacing);
};

/**
 * One more slot for a worker that has a lease already: a redirect is a second request. Null when the wait would be too long.
 *
 * `passed`: when a slot of this worker began that passed before its request could leave. Where none was reserved behind it,
 * it is as if it had not been granted: a host that is asked every 40 seconds is not left out for having been far away.
 */
export const reserveOne = (
  pace: Pace,
  policy: PacePolicy,
  now: number,
  passed?: number,
): { readonly at: number; readonly pace: Pace } | null => {
  const isLast = passed !== undefined && pace.next === passed + slotSpacing(policy);
  const at = Math.max(now, isLast ? passed : pace.next);
  if (pace.pausedUntil > now || at - now > limits.slotPatienceMs) return null;
  return { at, pace: { ...pace, next: at + slotSpacing(policy), version: pace.version + 1 } };
};

/** Keeps a lease for another while. One that ran out, because its holder was held up, is taken anew. */
export const renew = (pace: Pace, lease: string, count: number, now: number): Pace => ({
  ...pace,
  leases: { ...liveLeases(pace, now), [lease]: { until: now + limits.leaseMs, count } },
  version: pace.version + 1,
});

/** What a worker saw while it held a lease. */
export interface PaceReport {
  /** Requests that the host answered, with whatever status, and those in a row at the end that it failed. */
  readonly answered: number;
  readonly failedInRow: number;
  /** The team that asked; nothing of it is known where a report has none. */
  readonly team?: string;
  /** The host asked to be left alone for so long. */
  readonly retryAfterMs?: number;
  readonly responseMs?: number;
  /** Slots that were granted, and the first moment from which none was used. */
  readonly granted: Slots;
  readonly unusedFrom?: number;
}

/** Gives a lease back, with what was seen: a failing host is left alone for a while, then probed once. */
export const release = (pace: Pace, lease: string, report: PaceReport, now: number): Pace => {
  const leases = Object.fromEntries(Object.entries(liveLeases(pace, now)).filter(([name]) => name !== lease));
  const failures = report.answered > 0 ? report.failedInRow : pace.failures + report.failedInRow;
  const broken = report.failedInRow > 0 && failures >= limits.breakerFailuresMax;
  const grantedEnd = report.granted.from + report.granted.count * report.granted.spacing;
  const next =
    report.unusedFrom !== undefined && report.granted.spacing > 0 && pace.next === grantedEnd
      ? Math.min(pace.next, report.unusedFrom)
      : pace.next;
  const { sharedUntil, ...told } =
    report.retryAfterMs !== undefined
      ? noteTold(pace, report.team, report.retryAfterMs, now)
      : report.answered > 0 && report.failedInRow === 0
        ? { ...noteAnswered(pace, report.team, now), sharedUntil: 0 }
        : { sharedUntil: 0 };
  return {
    ...pace,
    ...told,
    leases,
    next,
    failures,
    pausedUntil: Math.max(pace.pausedUntil, sharedUntil, broken ? now + limits.breakerPauseMs : 0),
    responseMs:
      report.responseMs === undefined
        ? pace.responseMs
        : pace.responseMs === 0
          ? report.responseMs
          : Math.round(pace.responseMs * 0.7 + report.responseMs * 0.3),
    version: pace.version + 1,
  };
};
