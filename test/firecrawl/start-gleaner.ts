import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Gleaner in a process of its own, as `npm start` runs it. */
export interface RunningGleaner {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

/**
 * Starts it and waits until it is up; what it prints goes to `<folder>/gleaner.log`.
 *
 * @throws {Error} that names the log when it ends instead.
 */
export const startGleaner = async (
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningGleaner> => {
  const data = join(folder, 'data');
  const log = join(folder, 'gleaner.log');
  const child = spawn(
    process.execPath,
    [join(root, 'local/start.ts'), '--idle', '--port', '0', '--data', data, ...args],
    { cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = createWriteStream(log);
  child.stdout.pipe(output);
  child.stderr.pipe(output);
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (;;) {
    if (hasEnded) throw new Error(`Gleaner ended while it was starting: see ${log}`);
    const text = await readFile(join(data, 'instance.json'), 'utf8').catch(() => '');
    if (text.endsWith('}\n')) {
      const { url, key } = JSON.parse(text) as { url: string; key: string };
      return {
        url,
        key,
        pid: child.pid ?? 0,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      };
    }
    await sleep(100);
  }
};
