/**
 * A moment at which one request to a host may leave, good for its grace: `pace.ts`. Between that moment and the first
 * byte come names, connections, handshakes, browsers that start, and perhaps a busy thread. So the sender prepares
 * while it waits, calls `isOpen` again just before it writes, and takes a slot by `instead` if this one has passed.
 */
export interface Slot {
  /** Milliseconds until it begins; 0 or less once it has. */
  readonly waitMs: () => number;
  /** Waits until this many milliseconds before it begins. */
  readonly comes: (earlyMs?: number) => Promise<void>;
  /** Says whether a request that leaves now keeps its distance to the one of the next slot. */
  readonly isOpen: () => boolean;
  /** Takes another slot of the same host in place of this one, which was not used; null if the host has none soon. */
  readonly instead: () => Promise<Slot | null>;
  /** Takes another slot of the same host, for a later request; null if the host has none soon. */
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

/** Most slots that one request may miss before it is put off. */
export const slotTriesMax = 3;

/** A slot that passed before its request could leave. */
export interface PassedSlot {
  /** When it began, in milliseconds since the epoch. */
  readonly from: number;
  /** How many slots of this request have passed in a row, this one included. */
  readonly count: number;
}

/** Makes the slot that begins at a moment (milliseconds since the epoch) and is good for so long. */
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
