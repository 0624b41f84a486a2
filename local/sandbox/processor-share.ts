import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** What gives way has a sixth of the weight of others, and all that they leave (`nice`, 0 to 19). */
const niceGiving = 8;

/**
 * Kernels of desktops weigh sessions, in which each sandbox is one of its own, and not processes (Linux, sched(7),
 * "The autogroup feature"). Whoever owns a session may lower and raise it.
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

/** How a sandbox's processes stand to others when processors are short. */
export interface ProcessorShare {
  giveWay(gives: boolean): void;
  /** It gave way, and the system does not let it be as it was. */
  readonly isLowered: boolean;
}

/** @param weigh Weighs the processes of a group; false where that is not allowed. */
export const makeProcessorShare = (
  pid: number | undefined,
  weigh: (pid: number, nice: number) => Promise<boolean> = async (group, nice) => {
    weighSession(group, nice);
    return await weighGroup(group, nice);
  },
): ProcessorShare => {
  let wanted = false;
  let isLowered = false;
  let turn = Promise.resolve();
  return {
    giveWay: (gives) => {
      if (pid === undefined || gives === wanted) return;
      wanted = gives;
      // One after the other: what was wanted last is what holds.
      turn = turn.then(async () => {
        const isDone = await weigh(pid, gives ? niceGiving : 0);
        isLowered = !gives && !isDone;
      });
    },
    get isLowered() {
      return isLowered;
    },
  };
};
