import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Processes of the runtime that must never outlive it. Three safeguards: `setpriv` has the kernel kill a child when its
 * parent dies (Linux); a child of ours exits when its channel to the parent closes; and every child's number is noted
 * in the data directory, so that the next start ends what a killed runtime left.
 */
export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly dataDir: string;
  readonly stdio: StdioOptions;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether it gets a process group of its own, as it does by default. */
  readonly ownGroup?: boolean;
}

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(
  (path) => process.platform === 'linux' && existsSync(path),
);

/**
 * The C library of Linux gives each thread an arena, and keeps what was freed in it. With one arena for all threads a
 * process of a stack that crawls at full speed takes 3 to 23 MiB less, and no more processor time.
 * `npm start` sets it for the runtime itself.
 */
export const oneArena = { MALLOC_ARENA_MAX: '1' };

/**
 * Options of Node for the processes that serve the stores, and for the runtime's own (`npm start`): new objects there
 * are the bytes of one request, so a young generation of 1 MiB is enough, and takes 11 to 17 MiB less.
 */
export const serverNodeOptions = ['--max-semi-space-size=1'] as const;

const pidsDir = (dataDir: string): string => join(dataDir, 'pids');

/**
 * Starts a child in a process group of its own, so that Ctrl-C reaches the runtime first and a kill takes its children
 * too.
 */
export const startChild = (options: ChildOptions): ChildProcess => {
  const [command, args] = setpriv
    ? [setpriv, ['--pdeathsig', 'KILL', '--', options.command, ...options.args]]
    : [options.command, [...options.args]];
  const child = spawn(command, args, {
    stdio: options.stdio,
    detached: options.ownGroup ?? true,
    serialization: 'json',
    env: { ...oneArena, ...(options.env ?? process.env) },
  });
  const { pid } = child;
  if (pid !== undefined) {
    mkdirSync(pidsDir(options.dataDir), { recursive: true });
    const note = join(pidsDir(options.dataDir), String(pid));
    writeFileSync(note, '');
    child.once('exit', () => rmSync(note, { force: true }));
  }
  return child;
};

/** Kills a child and everything it started. Does nothing if it has ended. */
export const killGroup = (pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
};

const commandOf = (pid: number): string => {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  } catch {
    return '';
  }
};

/**
 * Ends the children that a dead runtime left in this data directory. A number may belong to an unrelated process by
 * now: only a process whose command line names the directory is ours.
 */
export const endStaleChildren = async (dataDir: string): Promise<void> => {
  if (!existsSync(pidsDir(dataDir))) return;
  const ours = (pid: number): boolean => commandOf(pid).includes(resolve(dataDir));
  const pids = readdirSync(pidsDir(dataDir)).map(Number).filter(Number.isInteger);
  for (const pid of pids.filter(ours)) killGroup(pid);
  for (let waited = 0; waited < 2_000 && pids.some(ours); waited += 20) await sleep(20);
  rmSync(pidsDir(dataDir), { recursive: true, force: true });
};
