import { costOfUnits } from './cost.ts';
import type { Job } from './job.ts';
import { sumOfUnits } from './units.ts';

/** The cost of models is counted in millionths. */
const partsPerDollar = 1_000_000;

/**
 * Computes the dollars that a job is known to have cost until now, at list prices. A model without a known price counts
 * nothing, so the job cost at least this.
 */
export const spentDollars = (job: Job): number =>
  (costOfUnits(sumOfUnits([job])).total ?? 0) + (job.microdollars ?? 0) / partsPerDollar;

/** Whether a job's cost has reached its budget. */
export const isPastBudget = (job: Job): boolean =>
  job.maxDollars !== undefined && spentDollars(job) >= job.maxDollars;

/**
 * Whether a job has spent the credits of its service. Such a job is not ended early: pages that were paid for may still
 * be on their way. Each of its other pages ends without a request.
 */
export const isOutOfCredits = (job: Pick<Job, 'maxCredits' | 'fetcherCredits'>): boolean =>
  job.maxCredits !== undefined && (job.fetcherCredits ?? 0) >= job.maxCredits;
