import * as z from 'zod';

/**
 * What a source may spend: dollars at list prices, as far as they are counted (`docs/cost.md`), and credits of the
 * service that fetches its pages (`docs/fetchers.md`).
 */
export interface SourceLimits {
  readonly pages?: number | undefined;
  readonly dollars_per_run?: number | undefined;
  readonly dollars_per_month?: number | undefined;
  readonly credits_per_run?: number | undefined;
  readonly credits_per_month?: number | undefined;
}

/** What the runs of a source spent in a calendar month (UTC). */
export const spentSchema = z.object({
  month: z.string(),
  dollars: z.number(),
  credits: z.number().optional(),
});
export type Spent = z.infer<typeof spentSchema>;

/** Returns the month of a moment, such as `2026-11`. */
export const monthAt = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Returns the dollars that were spent in the month of a moment. */
export const spentIn = (spent: Spent | undefined, at: number): number =>
  spent?.month === monthAt(at) ? spent.dollars : 0;

/** Returns the credits that were spent in the month of a moment. */
export const creditsSpentIn = (spent: Spent | undefined, at: number): number =>
  spent?.month === monthAt(at) ? (spent.credits ?? 0) : 0;

/** Adds a run that ended at that moment. */
export const addSpent = (spent: Spent | undefined, at: number, dollars: number, credits = 0): Spent => {
  const all = creditsSpentIn(spent, at) + credits;
  return {
    month: monthAt(at),
    dollars: spentIn(spent, at) + dollars,
    ...(all === 0 ? {} : { credits: all }),
  };
};

/** Returns what is left for one run of what a run and a month may take; null if there is no limit. */
const leftOf = (run: number | undefined, month: number | undefined, spent: number): number | null => {
  const left = month === undefined ? null : Math.max(0, month - spent);
  if (left === null) return run ?? null;
  return run === undefined ? left : Math.min(run, left);
};

/** Returns what the next run may spend, in dollars: 0 if the month's share is spent, null if there is no limit. */
export const runBudget = (
  { dollars_per_run: run, dollars_per_month: month }: SourceLimits = {},
  spent: Spent | undefined,
  at: number,
): number | null => leftOf(run, month, spentIn(spent, at));

/** Returns the credits that the next run may spend: 0 if the month's are spent, null if there is no limit. */
export const creditBudget = (
  { credits_per_run: run, credits_per_month: month }: SourceLimits = {},
  spent: Spent | undefined,
  at: number,
): number | null => leftOf(run, month, creditsSpentIn(spent, at));

/** Writes dollars for a sentence, with four decimals; of less than a cent as many as two digits that say something. */
const written = (dollars: number): string =>
  dollars.toFixed(dollars > 0 && dollars < 0.01 ? Math.min(20, 1 - Math.floor(Math.log10(dollars))) : 4);

/** Writes a limit as its manifest does, but never as a power of ten. */
const writtenLimit = (dollars: number): string =>
  dollars.toLocaleString('en-US', { maximumFractionDigits: 20, useGrouping: false });

/** Says in words what a source has spent of a month's share that is used up; null if it may run. */
export const tellSpent = (
  allowed: SourceLimits | undefined,
  spent: Spent | undefined,
  at: number,
): string | null => {
  if (runBudget(allowed, spent, at) === 0)
    return `${written(spentIn(spent, at))} of ${writtenLimit(allowed?.dollars_per_month ?? 0)} dollars`;
  if (creditBudget(allowed, spent, at) === 0)
    return `${creditsSpentIn(spent, at)} of ${allowed?.credits_per_month ?? 0} credits`;
  return null;
};
