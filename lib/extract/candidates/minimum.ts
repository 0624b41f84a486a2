/**
 * Returns the least of the values; 1 for an empty list. A loop, because a page can make more values than one call takes
 * as arguments.
 */
export const minimum = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), 1);
