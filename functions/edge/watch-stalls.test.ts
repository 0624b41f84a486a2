import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';

const watch = new URL('watch-stalls.ts', import.meta.url).href;

/** Runs a program of its own under the watch; returns its end, by code or by signal. */
const runWatched = async (work: string): Promise<string | number | null> => {
  const program = `
    import { watchStalls } from '${watch}';
    const release = watchStalls(300);
    ${work}
    release();
    process.exit(7);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
  return await new Promise((done) => void child.on('exit', (code, signal) => done(signal ?? code)));
};

/** A program that computes for so many milliseconds of processor time: the program's own and the system's for it. */
const busy = (ms: number): string => `{
  const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
  const end = used() + ${ms * 1_000};
  while (used() < end);
}`;

test('a process that computes without a pause is ended, and one that waits or pauses is not', async () => {
  const ends = await Promise.all([
    runWatched(busy(3_000)),
    // Waits for longer than it may compute, and computes for longer with pauses between.
    runWatched('await new Promise((done) => setTimeout(done, 1_500));'),
    runWatched(`for (let part = 0; part < 15; part += 1) {
      ${busy(40)}
      await new Promise((done) => setTimeout(done, 120));
    }`),
    // Released before.
    runWatched(`release(); ${busy(900)}`),
  ]);
  expect(ends).toEqual(['SIGKILL', 7, 7, 7]);
});
