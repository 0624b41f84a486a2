import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The repository, whose `npm start` this is. */
export const repositoryRoot = resolve(import.meta.dirname, '../..');
/** Environment of a start whose key is known beforehand. */
export const withOwnKey = { GLEANER_LOCAL_KEY: 'my-own-key' };

export interface StartedProcess {
  readonly child: ChildProcess;
  /** What it wrote so far, to both streams. */
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

/** Waits until something holds; a deadline only ends what hangs. */
export const until = async (condition: () => boolean, what: string, ms = 800_000): Promise<void> => {
  const deadline = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Waited ${ms} ms in vain for ${what}`);
    await pause(50);
  }
};

/** `npm start` as its user has it: processes of their own, their output, their signals; all over one data directory. */
export const openStartFolder = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-start-'));
  const running = new Set<ChildProcess>();
  const startAs = (environment: Readonly<Record<string, string>>, ...args: string[]): StartedProcess => {
    const child = spawn(process.execPath, ['local/start.ts', '--data', dataDir, '--port', '0', ...args], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    running.add(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
    return { child, output: () => text, exited };
  };
  return {
    dataDir,
    startAs,
    start: (...args: string[]): StartedProcess => startAs({}, ...args),
    /** Processes whose command line names the data directory. */
    leftBehind: (): string[] =>
      spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((line) => line.includes(dataDir) && !line.startsWith('ps ')),
    close: async (): Promise<void> => {
      for (const child of running) child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
