/** A secret as Secrets Manager keeps it: its present version, and the one before; null for none. */
export interface SecretStages {
  readonly previous: string | null;
  readonly current: string | null;
}

/**
 * Returns the versions of a secret that its parameter lacks, in the order in which they are put. A parameter that is
 * the previous version alone was left by a copy that ended between its two writes: it gets the present one. Any other
 * parameter that there is stays as it is.
 *
 * @param known Versions of the parameter, the newest first; empty if there is no parameter.
 */
export const missingVersions = (
  known: readonly string[],
  { previous, current }: SecretStages,
): readonly string[] => {
  const wanted = [previous, current].filter((text) => text !== null);
  if (known.length === 0) return wanted;
  const wasCut = known.length === 1 && known[0] === previous && current !== previous;
  return wasCut && current !== null ? [current] : [];
};
