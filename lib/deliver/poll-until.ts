/** The clock with which to wait. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Looks for something until it is there, less and less often. Returns null when `deadline` (milliseconds since the
 * epoch) comes first, after a last look at that time and not before.
 */
export const pollUntil = async <Found>(
  { now, sleep }: Clock,
  deadline: number,
  look: () => Promise<Found | null>,
): Promise<Found | null> => {
  for (let pause = 60; ; pause = Math.min(500, pause * 1.3)) {
    const found = await look();
    if (found !== null) return found;
    const rest = deadline - now();
    if (rest <= 0) return null;
    await sleep(Math.min(pause, rest));
    if (rest <= pause) return await look();
  }
};
