/**
 * Holds what sources say against what is true, of as many seeds as are asked for.
 *
 *   npm run prove:sources -- --law feed --seeds 1-10000
 *   npm run prove:sources -- --law fold --seeds 1-1000000
 *
 * `feed`: runs that end at the same time are each told of once, in order, and fold into what is stored.
 * `fold`: of random histories, no page that is there is told as deleted, and none that is gone is kept.
 *
 * A line for each violation; then the sums, as JSON.
 */
import { parseArgs } from 'node:util';
import { finishRuns } from './finishing-runs.ts';
import { foldHistory } from './fold-history.ts';

const laws = {
  feed: finishRuns,
  fold: async (seed: number) => await Promise.resolve(foldHistory(seed)),
} as const;

const { values } = parseArgs({
  options: { law: { type: 'string', default: 'feed' }, seeds: { type: 'string', default: '1-1000' } },
});
const law = (laws as Readonly<Record<string, (seed: number) => Promise<{ violations: readonly string[] }>>>)[
  values.law
];
if (law === undefined)
  throw new Error(`--law ${values.law}: expected one of ${Object.keys(laws).join(', ')}`);
const [first = 1, last = first] = values.seeds.split('-').map(Number);
if (!(first >= 0 && last >= first))
  throw new Error(`--seeds ${values.seeds}: expected one number, or two such as 1-1000`);

const sums: Record<string, number> = {};
let violated = 0;
for (let seed = first; seed <= last; seed += 1) {
  const { violations, ...counts } = await law(seed);
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + Number(count);
  for (const violation of violations) process.stdout.write(`${violation}\n`);
  if (violations.length > 0) violated += 1;
}
const { user, system } = process.cpuUsage();
const cpuSeconds = Math.round((user + system) / 1e6);
process.stdout.write(
  `${JSON.stringify({ law: values.law, seeds: last - first + 1, violated, ...sums, cpuSeconds })}\n`,
);
process.exitCode = violated > 0 ? 1 : 0;
