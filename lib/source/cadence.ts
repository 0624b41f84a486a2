export const frequencies = ['hourly', 'daily', 'weekly', 'biweekly', 'monthly'] as const;

/** The words of a manifest that say how often a source is due: one of them. */
export const cadences = ['frequency', 'every', 'cron', 'auto'] as const;

/**
 * When a source is due: a calendar of its own, the same for whoever asks. A cadence of days falls on times of a
 * clock in the source's zone, through changes of clocks; where within its window, and on which day, follows from
 * the source's name, so that sources of one cadence spread evenly and each keeps its place for good. A cron
 * expression is kept to the minute.
 */
export interface Cadence {
  readonly frequency?: (typeof frequencies)[number] | undefined;
  /** `6h`, `3d`. */
  readonly every?: string | undefined;
  readonly cron?: string | undefined;
  /** `6h`, `3d`, counted from the last run and not from a calendar: of a source that is asked as often as it changes. */
  readonly gap?: string | undefined;
  readonly timezone?: string | undefined;
  /** Times of day between which runs begin. */
  readonly window?: { readonly from: string; readonly to: string } | undefined;
}
