import { afterAll, beforeAll, expect, test } from 'vitest';
import { Outage } from '../../lib/outage.ts';
import { finishRun } from '../../lib/steps/finish-job/finish-run.ts';
import { readChangeFeed } from '../../lib/steps/manage-sources/read-change-feed.ts';
import { getSourceState } from '../../lib/store/sources/source-states.ts';
import { getObjectBytes, type Objects } from '../../lib/store/objects.ts';
import type { Table } from '../../lib/store/table.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { seedsOfRun } from '../slices/slices.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { drawRuns, feedMutants, finishRuns, team, type EndingRun } from './finishing-runs.ts';
import { memoryStores } from './memory-stores.ts';

test('runs that end at the same time are each told of once and in order, and fold into what is stored', async () => {
  const sums = { runs: 0, changes: 0, faults: 0, refused: 0 };
  for (let seed = 1; seed <= 40; seed += 1) {
    const { violations, ...counts } = await finishRuns(seed);
    expect(violations).toEqual([]);
    for (const name of ['runs', 'changes', 'faults', 'refused'] as const) sums[name] += counts[name];
  }
  // It would show nothing if nothing went wrong, or nobody was first.
  expect(sums.faults).toBeGreaterThan(400);
  expect(sums.refused).toBeGreaterThan(400);
});

test.each(feedMutants)('and that is noticed where $title', async (mutant) => {
  const found: string[] = [];
  for (let seed = 1; seed <= 60 && found.length === 0; seed += 1)
    found.push(...(await finishRuns(seed, mutant)).violations);
  expect(found).not.toEqual([]);
});

const dependenciesOf = (table: Table, sources: Objects) => ({
  table,
  sources,
  envelopes: sources,
  random: () => 0.5,
  sleep: async () => await Promise.resolve(),
  log: () => {},
});

const endOneByOne = async (table: Table, sources: Objects, runs: readonly EndingRun[]): Promise<void> => {
  for (const { job, pages } of runs)
    await finishRun(dependenciesOf(table, sources), job, pages, { outcome: 'completed' });
};

test('a worker that is killed at any call leaves, with whoever comes next, the same bytes as one that is not', async () => {
  const runs = drawRuns(seededRandom(4), 5, 1);
  const before = runs.slice(0, -1);
  const last = runs.slice(-1);
  /** What is stored once a worker died at the nth call of the last run, before or after its effect. */
  const imageAfter = async (kill: number, isAfter: boolean): Promise<{ image: string; calls: number }> => {
    let [calls, isCounting] = [0, false];
    const { table, bucket, image } = memoryStores(async (call, act) => {
      const isFatal = isCounting && (calls += 1) === kill;
      if (isFatal && !isAfter) throw new Outage('killed');
      const answer = await Promise.resolve(act(call));
      if (isFatal) throw new Outage('killed');
      return answer;
    });
    await endOneByOne(table, bucket, before);
    isCounting = true;
    await endOneByOne(table, bucket, last).catch((error: unknown) => {
      if (!(error instanceof Outage)) throw error;
    });
    isCounting = false;
    await endOneByOne(table, bucket, last);
    return { image: image(), calls };
  };
  const whole = await imageAfter(0, false);
  expect(whole.calls).toBeGreaterThan(10);
  for (let kill = 1; kill <= whole.calls; kill += 1)
    for (const isAfter of [false, true])
      expect((await imageAfter(kill, isAfter)).image === whole.image, `killed at call ${kill}`).toBe(true);
});

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

test('the stores in memory leave what the emulated ones leave', async () => {
  const runs = drawRuns(seededRandom(9), 8, 2);
  const told = async (table: Table, sources: Objects) => {
    await endOneByOne(table, sources, runs);
    const from = { seq: 1, line: 0 };
    const feed = await readChangeFeed({ table, sources }, team, { from, count: 1_000, isWanted: () => true });
    const heads = [];
    for (const source of ['source-0', 'source-1']) {
      const state = await getSourceState(table, { team, source });
      const bytes = await getObjectBytes(sources, String(state.headKey));
      heads.push({ state, snapshot: Buffer.from(bytes ?? []).toString('base64') });
    }
    return { feed, heads };
  };
  const memory = memoryStores(async (call, act) => await Promise.resolve(act(call)));
  expect(await told(memory.table, memory.bucket)).toEqual(await told(stores.table, stores.sources));
});

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
