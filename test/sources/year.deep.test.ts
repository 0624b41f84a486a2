import { expect, test, vi } from 'vitest';
import { simulateYear } from './year.ts';

vi.mock('../../lib/steps/submit-job/submit-job.ts', async () => ({
  submitJob: (await import('./year-jobs.ts')).submitClaim,
}));
vi.mock('../../lib/store/jobs/get-job.ts', async () => ({
  getJob: (await import('./year-jobs.ts')).findYearJob,
}));

test('a year of two thousand sources: each period has one run or one recorded reason', async () => {
  const { violations, ...counts } = await simulateYear({
    teams: 100,
    sourcesPerTeam: 20,
    days: 365,
    seed: 1,
  });
  console.log(JSON.stringify(counts));
  expect(violations).toEqual([]);
  expect(counts.sources).toBe(2_000);
  expect(counts.waited).toBeGreaterThan(0);
  expect(counts.mostInMinute).toBeLessThanOrEqual(counts.sources / 50);
});
