import { readFileSync } from 'node:fs';
import { usageOfTree } from '../crawl/process-usage.ts';

/** CPU seconds of a laptop stack so far, by part. */
export interface StackCpu {
  /** Sandboxes: those that live, and those that have ended. */
  readonly handlers: number;
  /** DynamoDB, and SQS with S3: what AWS runs for a deployment. */
  readonly emulators: number;
  readonly runtime: number;
}

/** Clock ticks to a second: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** What a process's children used that have ended and been waited for: `cutime` and `cstime` of proc(5). */
const endedChildren = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
};

/**
 * Reads the CPU of the runtime `runtime` and all below it, and of `table`, the DynamoDB beside it. The runtime's
 * only children that end while it runs are sandboxes, so nothing of a sandbox is lost between two readings.
 */
export const stackCpu = (runtime: number, table: number): StackCpu => {
  const all = [...usageOfTree(runtime), ...usageOfTree(table)];
  const sum = (wanted: (command: string, pid: number) => boolean): number =>
    all.reduce((total, { command, pid, cpuSeconds }) => total + (wanted(command, pid) ? cpuSeconds : 0), 0);
  return {
    handlers: sum((command) => command.includes('sandbox.ts')) + endedChildren(runtime),
    emulators: sum((command) => command.includes('dynoxide') || command.includes('local/cloud/main')),
    runtime: sum((_, pid) => pid === runtime),
  };
};

export const cpuBetween = (before: StackCpu, after: StackCpu): StackCpu => ({
  handlers: after.handlers - before.handlers,
  emulators: after.emulators - before.emulators,
  runtime: after.runtime - before.runtime,
});
