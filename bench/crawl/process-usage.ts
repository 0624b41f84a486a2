import { readFileSync, readdirSync } from 'node:fs';

/** CPU and memory of one process, from Linux's /proc. */
export interface ProcessUsage {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly cpuSeconds: number;
  /** Proportional set size: what processes share is counted once among them. */
  readonly memoryMiB: number;
}

/** Clock ticks to a second: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

const readCpu = (pid: number): Pick<ProcessUsage, 'pid' | 'parent' | 'cpuSeconds'> | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, which may hold any character, stands in parentheses; then come state, parent and group (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    return { pid, parent: Number(fields[1]), cpuSeconds };
  } catch {
    return null;
  }
};

const read = (pid: number): ProcessUsage | null => {
  const cpu = readCpu(pid);
  if (cpu === null) return null;
  try {
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return {
      ...cpu,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      memoryMiB: Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) / 1_024,
    };
  } catch {
    return null;
  }
};

const processNumbers = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Adds to the roots everything below them. */
const membersOf = (
  all: readonly Pick<ProcessUsage, 'pid' | 'parent'>[],
  roots: Iterable<number>,
): Set<number> => {
  const members = new Set(roots);
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid, parent } of all) {
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid);
        grew = true;
      }
    }
  }
  return members;
};

/** The process and everything below it. */
export const usageOfTree = (root: number): ProcessUsage[] => {
  const all = processNumbers().flatMap((pid) => read(pid) ?? []);
  const members = membersOf(all, [root]);
  return all.filter(({ pid }) => members.has(pid));
};

/**
 * Sums the CPU of a process and of everything that was ever seen below it, ended or not. A parent that ends without
 * waiting for its children takes their account with it, as Chromium does with its renderers: so each process is looked
 * at for itself, and one that ends loses what it did since the last look.
 */
export const watchTreeCpu = (root: number): { readonly look: () => number } => {
  const seen = new Map<number, number>([[root, 0]]);
  const look = (): number => {
    const all = processNumbers().flatMap((pid) => readCpu(pid) ?? []);
    const members = membersOf(all, seen.keys());
    for (const { pid, cpuSeconds } of all) if (members.has(pid)) seen.set(pid, cpuSeconds);
    return [...seen.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
  return { look };
};
