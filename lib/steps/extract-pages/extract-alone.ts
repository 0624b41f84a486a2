import { failure, type Failure } from '../../failure.ts';
import type { ContentPage } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { claimLoneExtraction, releaseLoneExtraction } from '../../store/frontier/claim-lone-extraction.ts';
import type { Table } from '../../store/table.ts';
import { noteReturn } from '../protocol/note-return.ts';

/** What extraction from a page alone needs. */
export interface LoneDependencies {
  readonly table: Table;
  readonly now: () => number;
  /** Ends this process if it computes for so many ms of processor time without a pause. Returns how to stop that. */
  readonly watchStalls?: ((cpuMs: number) => () => void) | undefined;
}

/** Says why a page ends from which the one worker that had it alone did not come back. */
export const lostAlone = ({ url }: Pick<ContentPage, 'url'>): Failure =>
  failure(
    'DEAD_LETTER',
    `Cannot extract from ${url}: its worker did not come back, and neither did one that had nothing else to do`,
  );

/** Claims the page. If an outage hides whether it was claimed, the note is removed: no worker was lost. */
const claim = async (
  dependencies: LoneDependencies,
  page: Pick<ContentPage, 'job' | 'hash'>,
  at: number,
): Promise<boolean> => {
  try {
    return await claimLoneExtraction(dependencies.table, page, at);
  } catch (error) {
    await noteReturn(() => releaseLoneExtraction(dependencies.table, page, at));
    throw error;
  }
};

/**
 * Extracts from a page while nothing else is done in the sandbox, after a worker that had its message did not come
 * back. It notes that on the page, and ends the process if the page keeps it busy for much longer than any known page
 * does. So the page that ends its workers is told apart from its neighbours. `extract` gets the moment of the note,
 * null if the page was not free.
 */
export const extractAlone = async (
  dependencies: LoneDependencies,
  page: Pick<ContentPage, 'job' | 'hash'>,
  extract: (claimedAt: number | null) => Promise<void>,
): Promise<void> => {
  const at = dependencies.now();
  if (!(await claim(dependencies, page, at))) return await extract(null);
  const release = dependencies.watchStalls?.(limits.loneReadMs);
  try {
    await extract(at);
  } finally {
    release?.();
    await noteReturn(() => releaseLoneExtraction(dependencies.table, page, at));
  }
};
