import type { Log } from '../../log.ts';

/** A message of a queue: its id, its body as JSON text, and how often it was received, this time included. */
export interface QueuedMessage {
  readonly id: string;
  readonly body: string;
  readonly receives: number;
}

/** Runs work for a message; returns its id if the work throws, so that the message comes again. */
export const orAgain = async (
  { log }: { readonly log: Log },
  id: string,
  work: () => Promise<void>,
): Promise<string[]> => {
  try {
    await work();
    return [];
  } catch (error) {
    log('message failed', { messageId: id, error: String(error) });
    return [id];
  }
};
