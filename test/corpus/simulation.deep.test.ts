import { expect, test } from 'vitest';
import { seedsOfRun } from '../slices/slices.ts';
import { simulateIngestion } from './simulate.ts';

const seeds = seedsOfRun(1_000, 10_000);

test(
  `${seeds.length} seeds of crashes at any call, duplicates, late and poisoned envelopes: a corpus is the ` +
    'fold of the latest',
  async () => {
    const found: string[] = [];
    for (const seed of seeds)
      for (const problem of await simulateIngestion(seed)) found.push(`seed ${seed}: ${problem}`);
    expect(found).toEqual([]);
  },
);
