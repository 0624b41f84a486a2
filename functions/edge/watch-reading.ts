import { Worker } from 'node:worker_threads';

/** Ends the process from outside its main thread, which may be in a loop that never lets a timer run. */
const program = `
const { workerData } = require('node:worker_threads');
setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData);
`;

/**
 * Ends this process after `ms` milliseconds unless the returned function is called before: its messages then come
 * again. A function's own time limit does the same, minutes later.
 */
export const watchReading = (ms: number): (() => void) => {
  const worker = new Worker(program, { eval: true, workerData: ms, stdout: false, stderr: false });
  worker.unref();
  return () => void worker.terminate();
};
