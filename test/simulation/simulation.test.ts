import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';

const program = fileURLToPath(new URL('run.ts', import.meta.url));
const seedsInAll = 2_000;
/** From this seed on, sandboxes of two releases run beside each other. */
const firstMixed = 1_501;

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
const replays = ({ lines }: Run, index = 0): string[] => {
  const beside = index === 0 ? '' : ' --mixed';
  return lines.flatMap((line) =>
    'violation' in line
      ? [`${String(line['violation'])}; npm run simulate -- --seeds ${String(line['seed'])}${beside} --trace`]
      : [],
  );
};

test(
  `${seedsInAll} worlds full of crashes, duplicates, losses, delays and refusals: every page counts once, ` +
    `every job ends, no host is hurried, by one release and by two together`,
  async () => {
    const runs = [
      await run('--seeds', `1-${firstMixed - 1}`),
      await run('--seeds', `${firstMixed}-${seedsInAll}`, '--mixed'),
    ];
    expect(runs.flatMap(replays)).toEqual([]);
    const summaries = runs.map(({ lines, errors }) => lines.at(-1) ?? { errors });
    process.stdout.write(`simulation: ${JSON.stringify(summaries)}\n`);
    const sum = (name: string): number =>
      summaries.reduce((total, summary) => total + Number(summary[name]), 0);
    expect(sum('seeds')).toBe(seedsInAll);
    // It would show nothing if nothing went wrong.
    expect(sum('faults')).toBeGreaterThan(2 * seedsInAll);
    expect(sum('kills')).toBeGreaterThan(seedsInAll);
    expect(sum('buried')).toBeGreaterThan(seedsInAll / 10);
    expect(Number(summaries[1]?.['ofBefore'])).toBeGreaterThan(seedsInAll - firstMixed);
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
test.concurrent.for(mutants.map((mutant) => ({ ...mutant })))(
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
