import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';

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

const weighGroup = async (pid: number, nice: number): Promise<boolean> =>
  await new Promise((resolve) => {
    // Absolute and without `-n`, which means something else on macOS. `os.setPriority` reaches one thread of many.
    execFile('renice', [String(nice), '-g', String(pid)], (error) => resolve(error === null));
  });

/** The weight of a sandbox's processes when processors are short. */
export interface ProcessorShare {
  giveWay(gives: boolean): void;
  /** Whether it gave way and the system does not let it recover its weight. */
  readonly isLowered: boolean;
}

/**
 * A run that gives way is weighed less once it has lasted so long (milliseconds). Most end before, and each change of a
 * weight starts a process: that takes this one, which is large, some 20 ms in which it does nothing else.
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
  let isGiving = false;
  let isLowered = false;
  let settling: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const set = (gives: boolean): void => {
    if (pid === undefined || gives === isGiving) return;
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
