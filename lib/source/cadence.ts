export const frequencies = ['hourly', 'daily', 'weekly', 'biweekly', 'monthly'] as const;

/** The keys of a manifest that say how often a source is due; only one may be used. */
export const cadences = ['frequency', 'every', 'cron', 'auto'] as const;

/**
 * When a source is due. The times follow from the cadence and the name alone, so every caller computes the same. A
 * cadence of days falls on times of a clock in the source's zone, also across clock changes. The source's name decides
 * the time within its window, and the day, so that sources with one cadence spread evenly and each keeps its place for
 * good. A cron expression is kept to the minute.
 */
export interface Cadence {
  readonly frequency?: (typeof frequencies)[number] | undefined;
  /** `6h`, `3d`. */
  readonly every?: string | undefined;
  readonly cron?: string | undefined;
  /** `6h`, `3d`, counted from the last run and not from a calendar: for a source that runs as often as it changes. */
  readonly gap?: string | undefined;
  readonly timezone?: string | undefined;
  /** Times of day between which runs begin. */
  readonly window?: { readonly from: string; readonly to: string } | undefined;
}
