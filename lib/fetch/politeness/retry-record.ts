import * as z from 'zod';

/**
 * What retries brought at a host: how many got a page that had failed before (`won`), and how many failed again
 * (`lost`). It tells a host that answers 503 at random, where a page comes if it is asked often enough, from one with
 * broken pages, where more tries are only more requests.
 */
export const retryRecordSchema = z.object({ won: z.number(), lost: z.number() });
export type RetryRecord = z.infer<typeof retryRecordSchema>;

/** Old retries count less: above so many both numbers are halved. */
const retriesKept = 100;
/** So many retries that all failed show that pages which fail there are broken. */
const lostForBrokenMin = 4;
/** From one retry in ten on that brought a page, retries are not in vain. */
const lostForOneInVain = 9;
/** A host where fewer retries than one in five bring a page is not asked more often than others. */
const lostForOneMax = 4;

/** Adds what one worker saw. Returns what was there if it saw no retry. */
export const addRetries = (
  record: RetryRecord | undefined,
  { won, lost }: RetryRecord,
): RetryRecord | undefined => {
  if (won + lost === 0) return record;
  const sum = { won: (record?.won ?? 0) + won, lost: (record?.lost ?? 0) + lost };
  return sum.won + sum.lost > retriesKept ? { won: sum.won / 2, lost: sum.lost / 2 } : sum;
};

/** Says whether further retries are likely to bring a page of this host. Without any that did, they are not. */
export const doRetriesPay = (record: RetryRecord | undefined): boolean =>
  record !== undefined && record.won > 0 && record.lost <= lostForOneMax * record.won;

/**
 * Says whether retries of this host are in vain: pages that failed there while it answered others failed again, and
 * hardly one came. Its dead links would otherwise take four requests each.
 */
export const areRetriesInVain = (record: RetryRecord | undefined): boolean =>
  record !== undefined && record.lost >= lostForBrokenMin && record.lost > lostForOneInVain * record.won;
