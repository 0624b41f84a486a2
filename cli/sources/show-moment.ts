/** Writes a moment for people: date and minute, in UTC. */
export const showMoment = (iso: string | null): string =>
  iso === null ? '' : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

/** Writes counts on one line, by name, without those that are 0: `1 added, 2 modified`. */
export const showCounts = (counts: Readonly<Record<string, number>>, none = ''): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ') || none;
