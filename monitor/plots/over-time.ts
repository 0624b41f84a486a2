import type { PlotColumn } from './stacked-bars.tsx';

/** An event of one of the series, at a moment (milliseconds since the epoch). */
export interface TimedEvent {
  readonly at: number;
  readonly series: string;
}

/** Usual lengths of columns, in seconds. */
const lengths = [1, 2, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 21_600, 86_400] as const;

/** Returns the shortest length of columns, in milliseconds, with which at most `most` columns cover the span. */
export const chooseLength = (spanMs: number, most: number): number => {
  const found = lengths.find((seconds) => spanMs / (seconds * 1_000) < most);
  return (found ?? Math.ceil(spanMs / most / 86_400_000) * 86_400) * 1_000;
};

/**
 * Counts events in columns of the same length, including empty ones.
 *
 * @param label Names the moment at which a column begins.
 */
export const countOverTime = (
  events: readonly TimedEvent[],
  series: readonly string[],
  lengthMs: number,
  label: (at: number) => PlotColumn['label'],
): readonly PlotColumn[] => {
  if (events.length === 0) return [];
  const columnOf = ({ at }: TimedEvent): number => Math.floor(at / lengthMs);
  const [first, last] = events.reduce(
    ([least, most], event) => [Math.min(least, columnOf(event)), Math.max(most, columnOf(event))],
    [Number.POSITIVE_INFINITY, 0],
  );
  const counts = Array.from({ length: last - first + 1 }, () => series.map(() => 0));
  for (const event of events) {
    const column = counts[columnOf(event) - first];
    const at = series.indexOf(event.series);
    if (column !== undefined && at !== -1) column[at] = (column[at] ?? 0) + 1;
  }
  return counts.map((values, index) => ({
    key: String(first + index),
    label: label((first + index) * lengthMs),
    values,
  }));
};
