import { expect, test } from 'vitest';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { seedsOfRun } from '../slices/slices.ts';
import { simulateRuns } from './simulated-runs.ts';

/** Other ones than `npm run prove:sources` has, 12 runs each. */
const seeds = seedsOfRun(1_001, 20);

test('of runs through losses, outages and limits, no page is told as deleted that was not gone in two runs', async () => {
  const sums = { runs: 0, deletions: 0, restored: 0 };
  for (const seed of seeds) {
    const { violations, ...counts } = await simulateRuns(startMemoryStores(), seed, 12);
    expect(violations).toEqual([]);
    for (const name of ['runs', 'deletions', 'restored'] as const) sums[name] += counts[name];
  }
  console.log(JSON.stringify(sums));
  expect(sums.deletions).toBeGreaterThan(0);
}, 3_000_000);
