/**
 * Holds what sources say against what is true, of as many seeds as are asked for.
 *
 *   npm run prove:sources                                       everything, some minutes of CPU
 *   npm run prove:sources -- --law feed --seeds 1-10000
 *   npm run prove:sources -- --law fold --seeds 1-1000000
 *   npm run prove:sources -- --law runs --seeds 1-167
 *
 * `fold`: of random histories, no page that is there is told as deleted, and none that is gone is kept.
 * `feed`: runs that end at the same time are each told of once, in order, and fold into what is stored.
 * `runs`: twelve runs of a site through the real steps, with the same said of it as of histories.
 *
 * A line for each violation; then the sums of each law, as JSON.
 */
import { commandArguments, refuseArguments } from '../command-line/command-arguments.ts';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { finishRuns } from './finishing-runs.ts';
import { foldHistory } from './fold-history.ts';
import { simulateRuns } from './simulated-runs.ts';

const runsOfSite = 12;

interface Law {
  /** What is proved unless seeds are named. */
  readonly seeds: readonly [first: number, last: number];
  /** Seeds that are judged at a time: what they wait for passes together. */
  readonly atOnce: number;
  readonly judge: (seed: number) => Promise<{ readonly violations: readonly string[] }>;
}

const laws: Readonly<Record<string, Law>> = {
  fold: { seeds: [1, 100_000], atOnce: 1, judge: async (seed) => await Promise.resolve(foldHistory(seed)) },
  feed: { seeds: [1, 10_000], atOnce: 1, judge: finishRuns },
  runs: {
    // Two thousand runs.
    seeds: [1, 167],
    atOnce: 10,
    // Each site has stores of its own: what another left makes nothing slower.
    judge: async (seed) => await simulateRuns(startMemoryStores(), seed, runsOfSite),
  },
};

const { values } = commandArguments('npm run prove:sources', {
  options: { law: { type: 'string' }, seeds: { type: 'string' } },
});
const names = values.law === undefined ? Object.keys(laws) : [values.law];

for (const name of names) {
  const law = laws[name];
  if (law === undefined) refuseArguments(`--law ${name}: expected one of ${Object.keys(laws).join(', ')}`);
  const [first, last = first] =
    values.seeds === undefined ? law.seeds : (values.seeds.split('-').map(Number) as [number, number?]);
  if (!(first >= 0 && last >= first))
    refuseArguments(`--seeds ${values.seeds}: expected one number, or two such as 1-1000`);
  const startedAt = process.cpuUsage();
  const sums: Record<string, number> = {};
  let violated = 0;
  let next = first;
  const work = async (): Promise<void> => {
    while (next <= last) {
      const { violations, ...counts } = await law.judge(next++);
      for (const [counted, count] of Object.entries(counts))
        sums[counted] = (sums[counted] ?? 0) + Number(count);
      for (const violation of violations) process.stdout.write(`${violation}\n`);
      if (violations.length > 0) violated += 1;
    }
  };
  await Promise.all(Array.from({ length: law.atOnce }, work));
  const { user, system } = process.cpuUsage(startedAt);
  const cpuSeconds = Math.round((user + system) / 1e6);
  const told = { law: name, seeds: last - first + 1, violated, ...sums, cpuSeconds };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  if (violated > 0) process.exitCode = 1;
}
