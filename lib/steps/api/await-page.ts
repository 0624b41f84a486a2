import { findPages } from '../../store/frontier/find-pages.ts';
import type { Table } from '../../store/table.ts';
import { isOpen, type Page } from '../../frontier/page.ts';
import { pollUntil, type Clock } from '../../deliver/poll-until.ts';

/**
 * Waits for pages to end, asking the table less and less often. Returns the pages that ended: all of them, or fewer
 * when `deadline` (milliseconds since the epoch) comes first or a page does not exist.
 */
export const awaitPages = async (
  dependencies: Clock & { readonly table: Table },
  job: string,
  hashes: readonly string[],
  deadline: number,
): Promise<Page[]> => {
  const ended = new Map<string, Page>();
  await pollUntil(dependencies, deadline, async () => {
    const open = hashes.filter((hash) => !ended.has(hash));
    for (const page of await findPages(dependencies.table, job, open)) {
      if (!isOpen(page.state)) ended.set(page.hash, page);
    }
    return hashes.every((hash) => ended.has(hash)) ? true : null;
  });
  return [...ended.values()];
};

/** Waits for one page to end. Null when `deadline` comes first, or when the page does not exist. */
export const awaitPage = async (
  dependencies: Clock & { readonly table: Table },
  job: string,
  hash: string,
  deadline: number,
): Promise<Page | null> => (await awaitPages(dependencies, job, [hash], deadline))[0] ?? null;
