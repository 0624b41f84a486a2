import * as z from 'zod';

/** What a source may take: dollars at list prices, as far as they are counted (`docs/cost.md`). */
export interface SourceLimits {
  readonly pages?: number | undefined;
  readonly dollars_per_run?: number | undefined;
  readonly dollars_per_month?: number | undefined;
}

/** What runs of a source took in a calendar month (UTC). */
export const spentSchema = z.object({ month: z.string(), dollars: z.number() });
export type Spent = z.infer<typeof spentSchema>;

/** The month of a moment, such as `2026-11`. */
export const monthAt = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Dollars that were spent in the month of a moment. */
export const spentIn = (spent: Spent | undefined, at: number): number =>
  spent?.month === monthAt(at) ? spent.dollars : 0;

/** The same after a run that ended then. */
export const addSpent = (spent: Spent | undefined, at: number, dollars: number): Spent => ({
  month: monthAt(at),
  dollars: spentIn(spent, at) + dollars,
});

/** What the next run may spend, in dollars: 0 where the month's share is spent, null where nothing bounds it. */
export const runBudget = (
  { dollars_per_run: run, dollars_per_month: month }: SourceLimits = {},
  spent: Spent | undefined,
  at: number,
): number | null => {
  const left = month === undefined ? null : Math.max(0, month - spentIn(spent, at));
  if (left === null) return run ?? null;
  return run === undefined ? left : Math.min(run, left);
};
