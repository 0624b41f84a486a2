import { exitCodes } from './exit-code.ts';

/**
 * A signal that fires on the first Ctrl-C; the second ends the program on the spot. The listener stays for the life of
 * the process, which does not wait for it.
 */
export const listenForInterrupt = (): AbortSignal => {
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  });
  return controller.signal;
};
