import { costOfUnits } from './cost.ts';
import type { Job } from './job.ts';
import { sumOfUnits } from './units.ts';

/** Models are counted in millionths. */
const partsPerDollar = 1_000_000;

/**
 * Dollars that a job is known to have cost until now, at list prices. A model whose price nobody said counts nothing:
 * this is what the job cost at least.
 */
export const spentDollars = (job: Job): number =>
  (costOfUnits(sumOfUnits([job])).total ?? 0) + (job.microdollars ?? 0) / partsPerDollar;

/** Whether a job has cost what it may. */
export const isPastBudget = (job: Job): boolean =>
  job.maxDollars !== undefined && spentDollars(job) >= job.maxDollars;
