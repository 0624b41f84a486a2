import { getJobItem } from '../../store/jobs/get-job.ts';
import { drainUnits } from '../../store/meter.ts';
import type { Table } from '../../store/table.ts';
import { microdollarsPerDollar } from '../../extract/model/page-extraction.ts';
import { costOfUnits, type Cost } from '../../job/cost.ts';
import type { Job } from '../../job/job.ts';
import { sumOfUnits, type UnitCounters } from '../../job/units.ts';

/**
 * Computes what a job cost until now, by service, at list prices. `docs/cost.md` lists what is not counted.
 *
 * @param beside Use by the job that is not counted on its item.
 */
export const jobCost = (job: Job, beside: UnitCounters = {}): Cost =>
  costOfUnits(sumOfUnits([job, beside]), {
    inputTokens: job.inputTokens ?? 0,
    outputTokens: job.outputTokens ?? 0,
    calls: job.modelCalls ?? 0,
    dollars: (job.unpriced ?? 0) > 0 ? null : (job.microdollars ?? 0) / microdollarsPerDollar,
  });

/**
 * Computes what a scrape cost when it is answered. It includes the time for which the answering function waited, which
 * no write counts on the job.
 */
export const scrapeCost = async (table: Table, id: string): Promise<Cost | null> => {
  const job = await getJobItem(table, id);
  return job === null ? null : jobCost(job, drainUnits().units);
};
