/** Writes whole numbers with separators. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Writes a number with what it counts: `1 request`, `2,000 requests`. */
export const formatNumberOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Writes dollars with two significant digits: $12.30, $0.0052. */
export const formatDollars = (amount: number | null): string => {
  if (amount === null) return 'not known';
  if (amount === 0) return '$0';
  const digits = amount >= 1 ? 2 : Math.min(9, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(digits)}`;
};

/** Writes bytes in the unit that fits. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};

/** Writes milliseconds for people: 740 ms, 12.4 s, 5 min 3 s, 2 h 10 min. */
export const formatDuration = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  // Rounded before it is split: 119.6 s are 2 min 0 s.
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** Writes a moment in the reader's own time zone, and in UTC for a tooltip. */
export const formatTime = (time: string): { readonly local: string; readonly utc: string } => {
  const date = new Date(time);
  const local = date.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' });
  return {
    local,
    utc: date
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, ' UTC'),
  };
};
