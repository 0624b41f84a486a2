import { expect, test, vi } from 'vitest';
import { slicesInAll, slicesOfRun } from '../slices/slices.ts';
import { simulateYear } from './year.ts';

vi.mock('../../lib/steps/submit-job/submit-job.ts', async () => ({
  submitJob: (await import('./year-jobs.ts')).submitClaim,
}));
vi.mock('../../lib/store/jobs/get-job.ts', async () => ({
  getJob: (await import('./year-jobs.ts')).findYearJob,
}));

const slices = slicesOfRun();
/**
 * Two thousand sources are needed for one to wait behind the others, and an outage at an unlucky time. Each slice has
 * the first weeks of another year.
 */
const years =
  slices.length === slicesInAll
    ? [{ days: 365, seed: 1, waitedMin: 1 }]
    : slices.map((slice) => ({ days: 37, seed: 2 + slice, waitedMin: 0 }));

test.each(years)(
  'two thousand sources through $days days: each period has one run or one recorded reason, seed $seed',
  async ({ days, seed, waitedMin }) => {
    const { violations, ...counts } = await simulateYear({ teams: 100, sourcesPerTeam: 20, days, seed });
    console.log(JSON.stringify(counts));
    expect(violations).toEqual([]);
    expect(counts.sources).toBe(2_000);
    expect(counts.waited).toBeGreaterThanOrEqual(waitedMin);
    expect(counts.mostInMinute).toBeLessThanOrEqual(counts.sources / 50);
  },
);
