/** Returns the milliseconds before try `attempt` (from 1): full jitter over a doubling range, 2 s at most. */
export const backoffMs = (attempt: number, random: () => number): number =>
  random() * Math.min(2_000, 10 * 2 ** attempt);
