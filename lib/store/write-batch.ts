import { setTimeout as pause } from 'node:timers/promises';

/** Most items of a call ("BatchWriteItem" in the DynamoDB API Reference). */
export const batchItemsMax = 25;

const firstPauseMs = 100;
const pauseMsMax = 10_000;

/**
 * Writes the items of one batch, and those again that DynamoDB leaves out under load, with pauses that double: seven
 * tries take six seconds, twelve a minute.
 *
 * @param send writes up to 25 items in one call, and returns those that were left out.
 * @returns the items that were left out of the last try.
 */
export const writeBatch = async <Write>(
  writes: readonly Write[],
  triesMax: number,
  send: (writes: Write[]) => Promise<readonly Write[]>,
): Promise<readonly Write[]> => {
  let left = writes;
  for (let tries = 0; tries < triesMax && left.length > 0; tries += 1) {
    if (tries > 0) await pause(Math.min(pauseMsMax, firstPauseMs * 2 ** (tries - 1)));
    left = await send([...left]);
  }
  return left;
};
