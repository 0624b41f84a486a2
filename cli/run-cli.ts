import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the real command line as a child process, with nothing of this process's environment that could change what it
 * does. `onStderr` hears stderr as it grows, and may send the child a signal.
 */
export const runCli = async (
  argv: readonly string[],
  options: {
    readonly environment?: Record<string, string>;
    readonly directory?: string;
    readonly onStderr?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<CliRun> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'gleaner.ts'), ...argv], {
    cwd: options.directory ?? tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    options.onStderr?.(stderr, (signal) => child.kill(signal));
  });
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  const stdout = await text(child.stdout);
  return { exitCode: await closed, stdout, stderr };
};
