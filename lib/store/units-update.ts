/**
 * The parts of an update that add units to the counters of an item, beside what else it sets: its expression, names,
 * values.
 */
export interface UnitsUpdate {
  /** ` ADD …`, or empty if there is nothing to add. */
  readonly add: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
}

/** `units`: by how much each counter changes; those that do not change are left out. */
export const makeUnitsUpdate = (units: Readonly<Record<string, number | undefined>>): UnitsUpdate => {
  const all = Object.entries(units).filter((entry): entry is [string, number] => (entry[1] ?? 0) !== 0);
  return {
    add: all.length === 0 ? '' : ` ADD ${all.map((_, index) => `#unit${index} :unit${index}`).join(', ')}`,
    names: Object.fromEntries(all.map(([name], index) => [`#unit${index}`, name])),
    values: Object.fromEntries(all.map(([, by], index) => [`:unit${index}`, by])),
  };
};
