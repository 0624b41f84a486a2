import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { claimLoneTry, releaseLoneTry } from '../../store/frontier/claim-lone-try.ts';
import type { Table } from '../../store/table.ts';
import { noteReturn } from '../protocol/note-return.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';

/**
 * Reads a page whose earlier worker did not come back. Its message was delivered again, so it is visited by itself and
 * cannot take another page with it. It is read under a watch that ends the worker earlier than the function's own time
 * limit. It has one such try: if that does not come back either, the page fails.
 *
 * Pages that are visited for the first time need none of this, and nothing is written for them.
 */
export const readAlone = async <Result>(
  { table, watchReading, log, now }: Pick<FetchWorker, 'table' | 'watchReading' | 'log' | 'now'>,
  visit: HostVisit,
  page: Page,
  read: () => Promise<Result>,
): Promise<Result | { readonly kind: 'ended'; readonly end: PageEnd }> => {
  if (visit.alone === null) return await read();
  const claimedAt = await claim(table, visit.job.id, page, now());
  if (claimedAt !== null && visit.alone === 'again') {
    // There may be two copies of a message, and the worker with the other copy may be reading now.
    if (now() - claimedAt < 2 * limits.loneReadMs) return await read();
    log('page given up', { job: visit.job.id, page: page.hash, url: page.url });
    const seconds = limits.loneReadMs / 1_000;
    const message = `Cannot read ${page.url}: it was tried alone for ${seconds} s, and no worker finished it`;
    return { kind: 'ended', end: failedEnd(failure('DEAD_LETTER', message), {}) };
  }
  const release = watchReading?.(limits.loneReadMs);
  try {
    return await read();
  } finally {
    release?.();
    await noteReturn(() => releaseLoneTry(table, visit.job.id, page));
  }
};

/** Claims the one try. If an outage hides whether it was claimed, releases it: no worker was lost. */
const claim = async (table: Table, job: string, page: Page, now: number): Promise<number | null> => {
  try {
    return await claimLoneTry(table, job, page, now);
  } catch (error) {
    await noteReturn(() => releaseLoneTry(table, job, page));
    throw error;
  }
};
