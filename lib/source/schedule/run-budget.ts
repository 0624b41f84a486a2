import * as z from 'zod';

/** What a source may spend: dollars at list prices, as far as they are counted (`docs/cost.md`). */
export interface SourceLimits {
  readonly pages?: number | undefined;
  readonly dollars_per_run?: number | undefined;
  readonly dollars_per_month?: number | undefined;
}

/** What the runs of a source spent in a calendar month (UTC). */
export const spentSchema = z.object({ month: z.string(), dollars: z.number() });
export type Spent = z.infer<typeof spentSchema>;

/** Returns the month of a moment, such as `2026-11`. */
export const monthAt = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Returns the dollars that were spent in the month of a moment. */
export const spentIn = (spent: Spent | undefined, at: number): number =>
  spent?.month === monthAt(at) ? spent.dollars : 0;

/** Adds a run that ended at that moment. */
export const addSpent = (spent: Spent | undefined, at: number, dollars: number): Spent => ({
  month: monthAt(at),
  dollars: spentIn(spent, at) + dollars,
});

/** Returns what the next run may spend, in dollars: 0 if the month's share is spent, null if there is no limit. */
export const runBudget = (
  { dollars_per_run: run, dollars_per_month: month }: SourceLimits = {},
  spent: Spent | undefined,
  at: number,
): number | null => {
  const left = month === undefined ? null : Math.max(0, month - spentIn(spent, at));
  if (left === null) return run ?? null;
  return run === undefined ? left : Math.min(run, left);
};
