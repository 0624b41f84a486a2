/**
 * How long it takes to read a year of a source's audit, and to plan manifests of 500 and 5,000 sources, over stores in
 * memory. Tests hold the number of reads (`test/sources/reading-at-scale.test.ts`); times are printed here.
 *
 *   npm run bench:sources
 */
import { makeAuditYear } from '../../test/sources/audit-year.ts';
import { makeLargeManifest, openPlanner } from '../../test/sources/large-plan.ts';

const rounds = 3;

/** Prints the shortest of some rounds: the others met other work of the machine. */
const measure = async (what: string, act: () => Promise<string>): Promise<void> => {
  const times: { readonly wall: number; readonly cpu: number }[] = [];
  let told = '';
  for (let round = 0; round < rounds; round += 1) {
    const [startedAt, used] = [performance.now(), process.cpuUsage()];
    told = await act();
    const { user, system } = process.cpuUsage(used);
    times.push({ wall: performance.now() - startedAt, cpu: (user + system) / 1_000 });
  }
  const least = (of: 'wall' | 'cpu'): string => Math.min(...times.map((each) => each[of])).toFixed(0);
  process.stdout.write(
    `${what.padEnd(44)}${least('wall').padStart(8)} ms ${least('cpu').padStart(8)} ms CPU  ${told}\n`,
  );
};

const year = makeAuditYear(52, 1_000);
await measure('audit: 52 runs of 1,000 pages', async () => {
  year.reads.splice(0);
  const { rows, answers } = await year.read();
  return `${rows} rows in ${answers} answers, ${year.reads.length} reads`;
});
for (const count of [500, 5_000]) {
  const planner = openPlanner();
  await planner.apply(makeLargeManifest('1.0.0', count));
  const next = makeLargeManifest('1.1.0', count, { priority: 'high' });
  await measure(`plan: ${count} sources, all of them changed`, async () => {
    planner.calls.splice(0);
    const { entries } = await planner.plan(next);
    return `${entries.length} entries, ${planner.calls.length} calls`;
  });
}
