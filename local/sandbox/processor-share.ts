import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A process that gives way has a sixth of the weight of others, and all that they leave (`nice`, 0 to 19). */
const niceGiving = 8;

/**
 * Sets the weight of a session. Kernels of desktops weigh sessions, of which each sandbox is one, and not processes
 * (Linux, sched(7), "The autogroup feature"). The owner of a session may lower and raise it.
 */
const weighSession = (pid: number, nice: number): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // This kernel weighs processes.
  }
};

/** A sandbox has one process with some threads, or a browser's beside it. */
const threadsMax = 1_000;

/** Returns the threads of a process and of all that it started, as Linux numbers them; none where there is no list. */
const threadsOf = (pid: number): readonly number[] => {
  const threads: number[] = [];
  const processes = [pid];
  for (let each = processes.shift(); each !== undefined; each = processes.shift()) {
    try {
      for (const thread of readdirSync(`/proc/${each}/task`)) {
        if (threads.length >= threadsMax) return threads;
        threads.push(Number(thread));
        const children = readFileSync(`/proc/${each}/task/${thread}/children`, 'utf8');
        processes.push(...children.split(' ').filter(Boolean).map(Number));
      }
    } catch {
      // It has ended, or this system has no such list.
    }
  }
  return threads;
};

/** Weighs threads one by one: Linux takes the number of a thread for that of a process. */
const weighThreads = (threads: readonly number[], nice: number): boolean => {
  for (const thread of threads) {
    try {
      setPriority(thread, nice);
    } catch (error) {
      // A thread that has ended needs no weight.
      if (!String(error).includes('ESRCH')) return false;
    }
  }
  return true;
};

const weighGroup = async (pid: number, nice: number): Promise<boolean> => {
  const threads = threadsOf(pid);
  if (threads.length > 0) return weighThreads(threads, nice);
  return await new Promise((resolve) => {
    // Absolute and without `-n`, which means something else on macOS.
    execFile('renice', [String(nice), '-g', String(pid)], (error) => resolve(error === null));
  });
};

/** The weight of a sandbox's processes when processors are short. */
export interface ProcessorShare {
  giveWay(gives: boolean): void;
  /** Whether it gave way and the system does not let it recover its weight. */
  readonly isLowered: boolean;
}

/**
 * A run that gives way is weighed less once it has lasted so long (milliseconds): most end before. Where there is no
 * list of threads, each change of a weight starts a process, which stops this one for some 30 ms.
 */
const settledMs = 100;

type Weigh = (pid: number, nice: number) => Promise<boolean>;

/**
 * Makes the share of a process group.
 *
 * @param options.weigh Weighs the processes of a group; false if that is not allowed.
 */
export const makeProcessorShare = (
  pid: number | undefined,
  {
    weigh = async (group, nice) => {
      weighSession(group, nice);
      return await weighGroup(group, nice);
    },
    afterMs = settledMs,
  }: { readonly weigh?: Weigh; readonly afterMs?: number } = {},
): ProcessorShare => {
  // What runs in this process has no weight of its own.
  if (pid === undefined) return { giveWay: () => {}, isLowered: false };
  let isGiving = false;
  let isLowered = false;
  let settling: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const set = (gives: boolean): void => {
    if (gives === isGiving) return;
    isGiving = gives;
    // One after the other, so that the last request decides.
    turn = turn.then(async () => {
      const isDone = await weigh(pid, gives ? niceGiving : 0);
      isLowered = !gives && !isDone;
    });
  };
  return {
    giveWay: (gives) => {
      if (gives) {
        settling ??= setTimeout(() => set(true), afterMs).unref();
        return;
      }
      clearTimeout(settling);
      settling = undefined;
      set(false);
    },
    get isLowered() {
      return isLowered;
    },
  };
};
