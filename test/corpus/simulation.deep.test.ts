import { expect, test } from 'vitest';
import { simulateIngestion } from './simulate.ts';

const seeds = 10_000;

test(
  `${seeds} seeds of crashes at any call, duplicates, late and poisoned envelopes: a corpus is the ` +
    'fold of the latest',
  async () => {
    const found: string[] = [];
    for (let seed = 1_000; seed < 1_000 + seeds; seed += 1)
      for (const problem of await simulateIngestion(seed)) found.push(`seed ${seed}: ${problem}`);
    expect(found).toEqual([]);
  },
);
