/**
 * Runs the real handlers against the emulated table under a scheduler that owns time, delivery and failure.
 *
 *   npm run simulate -- --seeds 1-1000            a line for each violation, and a summary as JSON
 *   npm run simulate -- --seeds 17 --trace        every step of one seed, the same each time
 *   npm run simulate -- --seeds 1-1000 --mixed    half of the sandboxes run the release before
 *   npm run simulate -- --seeds 1-500 --mutant no-heartbeat --stop-at stuck
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { commandArguments, refuseArguments } from '../command-line/command-arguments.ts';
import { foundExitCode } from './settings.ts';

const { values } = commandArguments('npm run simulate', {
  options: {
    seeds: { type: 'string', default: '1-100' },
    mutant: { type: 'string' },
    trace: { type: 'boolean', default: false },
    hashes: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    'stop-at': { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const [first = 1, last = first] = values.seeds.split('-').map(Number);
if (!(first >= 0 && last >= first))
  refuseArguments(`--seeds ${values.seeds}: expected one number, or two such as 1-1000`);

/** Seeds of one process: every sandbox is a module that is never freed, so a process takes so many and no more. */
const seedsPerProcess = 250;
const worker = fileURLToPath(new URL('run-seeds.ts', import.meta.url));

const totals: Record<string, number> = {};
const stopping = new AbortController();

/** Runs a portion in a process of its own; violations go on to the output as they come. */
const runPortion = async (from: number, to: number): Promise<void> => {
  const options = [
    `--seeds=${from}-${to}`,
    ...(values.mutant === undefined ? [] : [`--mutant=${values.mutant}`]),
    ...(values.trace ? ['--trace'] : []),
    ...(values.mixed ? ['--mixed'] : []),
    ...(values.hashes || first === last ? ['--hashes'] : []),
    ...(values['stop-at'] === undefined ? [] : [`--stop-at=${values['stop-at']}`]),
  ];
  const child = spawn(process.execPath, [worker, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Each sandbox loads its modules under names of its own, of which a cache would keep a copy each.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  let isWhole = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"total"')) {
      process.stdout.write(`${line}\n`);
      continue;
    }
    isWhole = true;
    const { total } = JSON.parse(line) as { total: Record<string, number> };
    for (const [name, value] of Object.entries(total)) totals[name] = (totals[name] ?? 0) + value;
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  // A process that crashes ends with 1 as well, but tells no total.
  const isKnown = child.exitCode === 0 || child.exitCode === 1 || child.exitCode === foundExitCode;
  if (!isKnown || !isWhole) {
    throw new Error(`The simulation of seeds ${from}-${to} ended with ${child.exitCode ?? child.signalCode}`);
  }
  if (child.exitCode === foundExitCode) stopping.abort();
};

const began = Date.now();
let next = first;
const take = async (): Promise<void> => {
  while (next <= last && !stopping.signal.aborted) {
    const from = next;
    next += seedsPerProcess;
    await runPortion(from, Math.min(last, next - 1));
  }
};
await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, take));
process.stdout.write(`${JSON.stringify({ ...totals, seconds: Math.round((Date.now() - began) / 1_000) })}\n`);
process.exit((totals['failed'] ?? 0) > 0 ? 1 : 0);
