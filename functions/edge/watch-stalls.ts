import { Worker } from 'node:worker_threads';

/** Ends the process from another thread: the main one may be in a loop that never lets a timer run. */
const program = `
const { workerData: { turns, cpuMs } } = require('node:worker_threads');
const counted = new Int32Array(turns);
let seen = -1;
let since = process.cpuUsage();
setInterval(() => {
  const now = Atomics.load(counted, 0);
  const { user, system } = process.cpuUsage(since);
  if (now === seen) {
    if ((user + system) / 1000 > cpuMs) process.kill(process.pid, 'SIGKILL');
    return;
  }
  seen = now;
  since = process.cpuUsage();
}, 100);
`;

/** How often the main thread shows that it still takes turns, in milliseconds. */
const turnMs = 50;

/**
 * Ends this process if its main thread computes for `cpuMs` milliseconds of processor time without a pause, unless the
 * returned function is called before: its messages then come again. Waiting costs no processor time and ends nothing.
 */
export const watchStalls = (cpuMs: number): (() => void) => {
  const turns = new SharedArrayBuffer(4);
  const counted = new Int32Array(turns);
  const worker = new Worker(program, {
    eval: true,
    workerData: { turns, cpuMs },
    execArgv: [],
    stdout: false,
    stderr: false,
  });
  worker.unref();
  const timer = setInterval(() => void Atomics.add(counted, 0, 1), turnMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
};
