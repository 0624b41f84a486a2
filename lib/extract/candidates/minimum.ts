/**
 * The least of some confidences or factors; 1 of none. Of as many as a page can make, which are more than a call takes.
 */
export const minimum = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), 1);
