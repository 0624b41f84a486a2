/**
 * A moment at which one request to a host may leave, good for its grace: `pace.ts`. Between that moment and the
 * first byte lie names, connections, handshakes, browsers that start, and a thread that may be busy. So whoever
 * sends makes ready while it waits, asks `isOpen` again just before it writes, and takes a slot `instead` where
 * this one has passed. /
 */
export interface Slot {
  /** Milliseconds until it begins; none or fewer once it has. */
  readonly waitMs: () => number;
  /** Waits until so many milliseconds before it begins. */
  readonly comes: (earlyMs?: number) => Promise<void>;
  /** Whether a request that leaves now keeps its distance to the one of the next slot. */
  readonly isOpen: () => boolean;
  /** Another slot of the same host, in place of this one, in which nothing left; null when the host has none soon. */
  readonly instead: () => Promise<Slot | null>;
  /** Another slot of the same host, for a request after this one's; null when the host has none soon. */
  readonly next: () => Promise<Slot | null>;
}

/** The slot of a host that may be asked without pause. */
export const openSlot: Slot = {
  waitMs: () => 0,
  comes: () => Promise.resolve(),
  isOpen: () => true,
  instead: () => Promise.resolve(openSlot),
  next: () => Promise.resolve(openSlot),
};

/** A connection is made this long before its slot: not so early that its host closes it again. */
export const readyMs = 1_000;

/** A browser is started this long before its slot. */
export const browserReadyMs = 4_000;

/** Slots that one request may let pass before it is put off. */
export const slotTriesMax = 3;

/** The slot that begins at a moment (milliseconds since the epoch) and is good for so long. */
export const slotAt = (
  at: number,
  graceMs: number,
  { now, sleep }: { readonly now: () => number; readonly sleep: (ms: number) => Promise<void> },
  more: Pick<Slot, 'instead' | 'next'>,
): Slot => ({
  waitMs: () => at - now(),
  comes: async (earlyMs = 0) => {
    const wait = at - earlyMs - now();
    if (wait > 0) await sleep(wait);
  },
  isOpen: () => now() <= at + graceMs,
  instead: more.instead,
  next: more.next,
});
