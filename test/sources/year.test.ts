import { expect, test, vi } from 'vitest';
import { simulateYear } from './year.ts';

vi.mock('../../lib/steps/submit-job/submit-job.ts', async () => ({
  submitJob: (await import('./year-jobs.ts')).submitClaim,
}));
vi.mock('../../lib/store/jobs/get-job.ts', async () => ({
  getJob: (await import('./year-jobs.ts')).findYearJob,
}));

const few = { teams: 4, sourcesPerTeam: 20, days: 120, seed: 3 };

test('each period of a source has one run or one recorded reason, through changes of clocks', async () => {
  const { violations, ...counts } = await simulateYear(few);
  expect(violations).toEqual([]);
  expect(counts.runs).toBeGreaterThan(1_000);
  expect(counts.skipped['skipped_overlap']).toBeGreaterThan(10);
  expect(counts.paused).toBeGreaterThan(0);
  expect(counts.missed).toBeGreaterThan(0);
});

test('and that is noticed where heartbeats do not ask whether another was first', async () => {
  expect((await simulateYear({ ...few, days: 60, unasked: true })).violations).not.toEqual([]);
});
