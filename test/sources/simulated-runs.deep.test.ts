import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { seedsOfRun } from '../slices/slices.ts';
import { simulateRuns, tellCalmRuns } from './simulated-runs.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

test('runs over stores in memory tell what they tell over the emulated ones', async () => {
  const [memory, emulated] = await Promise.all([
    tellCalmRuns(startMemoryStores(), 3, 5),
    tellCalmRuns(stores, 3, 5),
  ]);
  expect(memory).toEqual(emulated);
  expect(memory.flat().length).toBeGreaterThan(10);
});

test('of a site whose runs are cut and disturbed, no page is told as deleted that was not gone in two runs', async () => {
  const { violations, runs, deletions } = await simulateRuns(startMemoryStores(), 1, 12);
  expect([violations, runs]).toEqual([[], 12]);
  // It would show nothing if nothing was told as deleted. Of other seeds a single one may have no such page.
  expect(deletions).toBeGreaterThan(0);
});

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
  expect(sums.runs).toBe(12 * seeds.length);
}, 3_000_000);
