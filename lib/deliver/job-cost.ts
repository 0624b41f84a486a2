import { microdollarsPerDollar } from '../extract/page-answer.ts';
import { costOfUnits, type Cost } from '../job/cost.ts';
import type { Job } from '../job/job.ts';

/** What a job cost until now, by service, at list prices. What is not counted says `docs/cost.md`. */
export const jobCost = (job: Job): Cost =>
  costOfUnits(job, {
    inputTokens: job.inputTokens ?? 0,
    outputTokens: job.outputTokens ?? 0,
    calls: job.modelCalls ?? 0,
    dollars: (job.unpriced ?? 0) > 0 ? null : (job.microdollars ?? 0) / microdollarsPerDollar,
  });
