import { limits } from '../../limits/limits.ts';
import { slotTriesMax } from './slot.ts';

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

/** Slots that were promised for later; the id redeems them once. */
export interface Promised extends Slots {
  readonly id: string;
}

/** Moments at which pages may come back, one each: the first at `from`, the next a `spacing` later. */
export interface ReturnTimes {
  readonly from: number;
  readonly spacing: number;
}

/** Returns how late a request may start within its slot. */
export const graceMs = (spacingMs: number): number =>
  spacingMs === 0 ? 0 : Math.min(100, Math.max(10, Math.round(spacingMs / 10)));

/**
 * Returns how late a request may start within a slot that it takes after `passed` others have passed. The last that it
 * may take is wide: on a machine that is always late, no request would leave else.
 */
export const graceAfter = (spacingMs: number, passed: number): number =>
  passed < slotTriesMax - 1 ? graceMs(spacingMs) : Math.max(graceMs(spacingMs), limits.lastSlotGraceMs);

/**
 * Returns how much longer the way to the host may hold up one request than the next: the host measures the distance at
 * its own end.
 */
const jitterMs = (spacingMs: number): number => Math.min(25, Math.round(spacingMs / 10));

/** Returns the distance of two slots: the host's own, plus the grace that a request may use and its travel time. */
export const slotSpacing = ({ spacingMs }: PacePolicy, grace = graceMs(spacingMs)): number =>
  spacingMs + grace + jitterMs(spacingMs);

/** Returns the slots of a promise that can still be used: the first that is not over, and those after it. */
export const remainingSlots = (slots: Slots, now: number, grace: number): Slots => {
  if (slots.spacing === 0) return slots;
  const passed = Math.max(0, Math.ceil((now - grace - slots.from) / slots.spacing));
  return { ...slots, from: slots.from + passed * slots.spacing, count: Math.max(0, slots.count - passed) };
};

/** Says whether it would cost more to wait from one slot to the next than to send a message for each page. */
export const isSlow = (spacing: number): boolean => spacing > limits.slotWaitMs;
