import { setTimeout as pause } from 'node:timers/promises';

/** Waits so many milliseconds. Handed to steps, so that a test can own the time. */
export const sleep = async (ms: number): Promise<void> => {
  await pause(ms);
};
