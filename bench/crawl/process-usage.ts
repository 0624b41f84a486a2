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

const read = (pid: number): ProcessUsage | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return {
      pid,
      parent: Number(fields[1]),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
      memoryMiB: Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) / 1_024,
    };
  } catch {
    return null;
  }
};

/** The process and everything below it. */
export const usageOfTree = (root: number): ProcessUsage[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? []);
  const members = new Set([root]);
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid, parent } of all) {
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid);
        grew = true;
      }
    }
  }
  return all.filter(({ pid }) => members.has(pid));
};
