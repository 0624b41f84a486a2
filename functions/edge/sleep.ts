import { setTimeout as pause } from 'node:timers/promises';

/** Waits so many milliseconds. Steps get it as a dependency, so that a test can control the time. */
export const sleep = async (ms: number): Promise<void> => {
  await pause(ms);
};
