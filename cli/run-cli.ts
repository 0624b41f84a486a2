import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the real command line as a child process, without variables of this process's environment that could change its
 * behaviour. Calls `onStdout` and `onStderr` with the growing output; the latter may send it a signal.
 */
export const runCli = async (
  argv: readonly string[],
  options: {
    readonly environment?: Record<string, string>;
    readonly directory?: string;
    /** Empty if missing. */
    readonly stdin?: string;
    /** Gets a function that sends it a signal. */
    readonly onSpawn?: (kill: (signal: NodeJS.Signals) => void) => void;
    readonly onStdout?: (soFar: string) => void;
    readonly onStderr?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<CliRun> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs'), ...argv], {
    cwd: options.directory ?? tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  options.onSpawn?.((signal) => child.kill(signal));
  // A child that does not read its stdin closes it.
  child.stdin.on('error', () => {}).end(options.stdin ?? '');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    options.onStderr?.(stderr, (signal) => child.kill(signal));
  });
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    options.onStdout?.(stdout);
  });
  const exitCode = await closed;
  return { exitCode, stdout, stderr };
};
