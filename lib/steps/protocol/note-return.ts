import { limits } from '../../limits/limits.ts';

/**
 * Notes that a worker came back from what it did alone. It tries several times: if an outage hides the note, the try
 * counts as lost, and its page may be given up. Never rejects.
 */
export const noteReturn = async (note: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; tries <= limits.releaseTriesMax; tries += 1) {
    const isDone = await note().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
};
