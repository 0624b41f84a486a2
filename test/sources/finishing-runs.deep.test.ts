import { expect, test } from 'vitest';
import { finishRuns } from './finishing-runs.ts';

const seeds = 2_000;

test(`of ${seeds} histories of runs that end at the same time, each change is told once and in order`, async () => {
  const sums = { runs: 0, changes: 0, faults: 0, refused: 0 };
  for (let seed = 1_001; seed <= 1_000 + seeds; seed += 1) {
    const { violations, ...counts } = await finishRuns(seed);
    expect(violations).toEqual([]);
    for (const name of ['runs', 'changes', 'faults', 'refused'] as const) sums[name] += counts[name];
  }
  console.log(`${seeds} histories: ${JSON.stringify(sums)}`);
  expect(sums.changes).toBeGreaterThan(10 * seeds);
});
