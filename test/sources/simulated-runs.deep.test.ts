import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { simulateRuns } from './simulated-runs.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
}, 60_000);
afterAll(() => stores.stop());

const sites = Number(process.env['GLEANER_SITES'] ?? 8);

test('of runs through losses, outages and limits, no page is told as deleted that was not gone in two runs', async () => {
  const sums = { runs: 0, deletions: 0, restored: 0 };
  for (let seed = 1; seed <= sites; seed += 1) {
    const { violations, ...counts } = await simulateRuns(stores, seed, 12);
    expect(violations).toEqual([]);
    for (const name of ['runs', 'deletions', 'restored'] as const) sums[name] += counts[name];
  }
  console.log(JSON.stringify(sums));
  expect(sums.deletions).toBeGreaterThan(0);
}, 3_000_000);
