/** The number of values between two edges. */
export interface Bucket {
  /** The least value that falls in it. */
  readonly from: number;
  /** All values in it are below this; the last one has no end. */
  readonly to: number;
  readonly count: number;
}

/**
 * Counts values, in milliseconds, in buckets that double in width, so that hosts of ten milliseconds and of ten seconds
 * are both readable: twice as slow is one bucket further.
 */
export const makeDurationBuckets = (values: readonly number[]): readonly Bucket[] => {
  const most = Math.max(0, ...values);
  const edges = [0, 25];
  while ((edges.at(-1) ?? 0) <= most) edges.push((edges.at(-1) ?? 0) * 2);
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1] ?? Number.POSITIVE_INFINITY;
    return { from, to, count: values.filter((value) => value >= from && value < to).length };
  });
};

/** Returns the value that a share of the values does not exceed (nearest rank); 0 if there are none. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};
