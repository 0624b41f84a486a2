/** What waiting touches. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Looks for something until it is there, ever less often. Null when `deadline` (milliseconds since the epoch) comes
 * first: it is looked for once more before that.
 */
export const pollUntil = async <Found>(
  { now, sleep }: Clock,
  deadline: number,
  look: () => Promise<Found | null>,
): Promise<Found | null> => {
  for (let pause = 60; ; pause = Math.min(500, pause * 1.3)) {
    const found = await look();
    if (found !== null) return found;
    if (now() + pause > deadline) return null;
    await sleep(pause);
  }
};
