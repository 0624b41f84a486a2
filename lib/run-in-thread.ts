import { Worker } from 'node:worker_threads';

/** What a thread may take; CPU and time in milliseconds. */
export interface ThreadBounds {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly heapMb: number;
  /** Threads of this process at the same time; a call waits as long as `cpuMs` for its turn. */
  readonly threads: number;
}

/** The thread's message, or why there is none. */
export type ThreadRun =
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** Other threads kept it waiting, or the processor did: another try may succeed. */
  | { readonly kind: 'no-turn' | 'too-slow' }
  | { readonly kind: 'too-much-cpu' | 'too-much-memory' }
  | { readonly kind: 'failed'; readonly message: string };

/** How often a thread's processor time is measured. */
const meterMs = 250;

const runOnce = async (file: URL, workerData: unknown, bounds: ThreadBounds): Promise<ThreadRun> => {
  const { promise, resolve } = Promise.withResolvers<ThreadRun>();
  const worker = new Worker(file, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb },
    // Messages of a library about a broken file are not shown.
    stdout: true,
    stderr: true,
  });
  // Only the thread's own processor time counts; its waiting for a processor is the fault of the work beside it.
  const meter = setInterval(() => {
    worker.cpuUsage().then(
      ({ user, system }) => {
        if ((user + system) / 1_000 > bounds.cpuMs) resolve({ kind: 'too-much-cpu' });
      },
      () => undefined,
    );
  }, meterMs);
  const timer = setTimeout(() => resolve({ kind: 'too-slow' }), bounds.wallMs);
  worker.once('message', (answer: unknown) => resolve({ kind: 'answered', answer }));
  worker.once('error', (error: Error) => {
    const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    resolve(outOfMemory ? { kind: 'too-much-memory' } : { kind: 'failed', message: error.message });
  });
  worker.once('exit', () => resolve({ kind: 'failed', message: 'it ended without an answer' }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(meter);
    await worker.terminate();
  }
};

/** Threads at work, and the calls that wait for one, first come first served. */
let working = 0;
const waiting: (() => void)[] = [];

/** Waits for a turn; false if none came in time. A caller that got one has to give it back. */
const takeTurn = async ({ threads, cpuMs }: ThreadBounds): Promise<boolean> => {
  if (working < threads) {
    working += 1;
    return true;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const take = (): void => resolve(true);
  waiting.push(take);
  const timer = setTimeout(() => {
    const at = waiting.indexOf(take);
    if (at === -1) return;
    waiting.splice(at, 1);
    resolve(false);
  }, cpuMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};

const giveTurnBack = (): void => {
  const next = waiting.shift();
  if (next === undefined) working -= 1;
  else next();
};

/**
 * Has a document read in a thread of its own, which ends with its first message or at its bounds: a file that is made
 * to keep its reader busy does not affect the pages fetched at the same time. All threads of a process share the turns.
 *
 * @param workerData Is copied, not taken.
 */
export const runInThread = async (
  file: URL,
  workerData: unknown,
  bounds: ThreadBounds,
): Promise<ThreadRun> => {
  if (!(await takeTurn(bounds))) return { kind: 'no-turn' };
  try {
    return await runOnce(file, workerData, bounds);
  } finally {
    giveTurnBack();
  }
};
