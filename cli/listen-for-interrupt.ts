import { exitCodes } from './exit-code.ts';

/**
 * Returns a signal that fires on the first Ctrl-C; the second ends the program at once. The listener stays for the life
 * of the process, but does not keep it running.
 */
export const listenForInterrupt = (): AbortSignal => {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  });
  return controller.signal;
};
