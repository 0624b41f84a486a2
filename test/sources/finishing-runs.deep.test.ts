import { expect, test } from 'vitest';
import { seedsOfRun } from '../slices/slices.ts';
import { finishRuns } from './finishing-runs.ts';

const seeds = seedsOfRun(1_001, 2_000);

test(`of ${seeds.length} histories of runs that end at the same time, each change is told once and in order`, async () => {
  const sums = { runs: 0, changes: 0, faults: 0, refused: 0 };
  for (const seed of seeds) {
    const { violations, ...counts } = await finishRuns(seed);
    expect(violations).toEqual([]);
    for (const name of ['runs', 'changes', 'faults', 'refused'] as const) sums[name] += counts[name];
  }
  console.log(`${seeds.length} histories: ${JSON.stringify(sums)}`);
  expect(sums.changes).toBeGreaterThan(10 * seeds.length);
});
