import { describe, expect, test } from 'vitest';
import { corpusMutants } from './mutants.ts';
import { simulateIngestion, type SimulationOptions } from './simulate.ts';

const runSeeds = async (from: number, to: number, options: SimulationOptions = {}): Promise<string[]> => {
  const found: string[] = [];
  for (let seed = from; seed <= to; seed += 1)
    for (const problem of await simulateIngestion(seed, options)) found.push(`seed ${seed}: ${problem}`);
  return found;
};

test(
  'whoever dies at whatever call, and in whatever order envelopes come: a corpus shows whole versions, and ' +
    'in the end the latest',
  async () => {
    expect(await runSeeds(1, 60)).toEqual([]);
  },
);

describe('the simulation finds', () => {
  const firstFound = async (options: SimulationOptions): Promise<string | undefined> => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const [problem] = await simulateIngestion(seed, options);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

  test.each(Object.entries(corpusMutants))('the mistake: %s', async (_name, mutant) => {
    expect(await firstFound({ mutant })).toBeDefined();
  });

  test('a bucket that does not heed conditions', async () => {
    expect(await firstFound({ isConditional: false })).toBeDefined();
  });
});
