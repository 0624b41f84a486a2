import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { casesOfRun, seedRanges, type SeedRange } from '../slices/slices.ts';
import { mutants } from './mutants.ts';

const program = fileURLToPath(new URL('run.ts', import.meta.url));
const lastOfOneRelease = 1_500;
const ofOneRelease = seedRanges(1, lastOfOneRelease);
/** Sandboxes of two releases run beside each other. */
const ofTwoReleases = seedRanges(lastOfOneRelease + 1, 500);
const count = (ranges: readonly SeedRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
const mixedWorlds = count(ofTwoReleases);
const worlds = count(ofOneRelease) + mixedWorlds;

interface Run {
  readonly lines: readonly Record<string, unknown>[];
  readonly errors: string;
}

/** A process of its own for every run: time and chance belong to the simulation there. */
const run = async (...options: string[]): Promise<Run> =>
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', () => {
      const lines = output.split('\n').filter((line) => line !== '');
      resolve({ lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), errors });
    });
  });

/** What a failing run is told with: each seed replays exactly. */
const replays = ({ lines }: Run, beside: string): string[] => {
  return lines.flatMap((line) =>
    'violation' in line
      ? [`${String(line['violation'])}; npm run simulate -- --seeds ${String(line['seed'])}${beside} --trace`]
      : [],
  );
};

test(
  `${worlds} worlds full of crashes, duplicates, losses, delays and refusals: every page counts once, ` +
    `every job ends, no host is hurried, by one release and by two together`,
  async () => {
    const runAll = async (ranges: readonly SeedRange[], ...options: string[]) => {
      const runs: Run[] = [];
      for (const { first, last } of ranges) runs.push(await run('--seeds', `${first}-${last}`, ...options));
      expect(runs.flatMap((one) => replays(one, options.map((option) => ` ${option}`).join('')))).toEqual([]);
      return runs.map(({ lines, errors }) => lines.at(-1) ?? { errors });
    };
    const ofOne = await runAll(ofOneRelease);
    const ofTwo = await runAll(ofTwoReleases, '--mixed');
    const summaries = [...ofOne, ...ofTwo];
    process.stdout.write(`simulation: ${JSON.stringify(summaries)}\n`);
    const sum = (name: string, of = summaries): number =>
      of.reduce((total, summary) => total + Number(summary[name]), 0);
    expect(sum('seeds')).toBe(worlds);
    // It would show nothing if nothing went wrong.
    expect(sum('faults')).toBeGreaterThan(2 * worlds);
    expect(sum('kills')).toBeGreaterThan(worlds);
    expect(sum('buried')).toBeGreaterThan(worlds / 10);
    expect(sum('ofBefore', ofTwo)).toBeGreaterThan(mixedWorlds);
  },
  3_000_000,
);

test('the same seed is the same run, call for call', async () => {
  const [first, second] = await Promise.all([
    run('--seeds', '41-50', '--hashes', '--jobs', '1'),
    run('--seeds', '41-50', '--hashes', '--jobs', '1'),
  ]);
  const traces = first.lines.map((line) => line['trace']).slice(0, 10);
  expect(traces.every((trace) => typeof trace === 'string')).toBe(true);
  expect(new Set(traces).size).toBe(10);
  expect(second.lines.map((line) => line['trace']).slice(0, 10)).toEqual(traces);
});

// Each keeps one processor busy.
test.concurrent.for(casesOfRun(mutants).map((mutant) => ({ ...mutant })))(
  'the simulation notices $title',
  { timeout: 1_500_000 },
  async ({ name, falls, seed, mixed = false }, { expect: expectHere }) => {
    const beside = mixed ? ['--mixed'] : [];
    const violationsIn = async (seeds: string): Promise<string> => {
      const { lines } = await run('--seeds', seeds, '--mutant', name, '--stop-at', falls, ...beside);
      return lines.flatMap((line) => ('violation' in line ? [String(line['violation'])] : [])).join('\n');
    };
    // Another protocol may make another run of that world; then it falls in one of the others.
    const violations = await violationsIn(`${seed}-${seed}`);
    expectHere(violations.includes(falls) ? violations : await violationsIn('1-1500')).toContain(falls);
  },
);
