import { findPages } from '../aws/find-pages.ts';
import type { Table } from '../aws/table.ts';
import { isOpen, type Page } from '../frontier/page.ts';

/**
 * Waits for a page to end, asking the table ever less often. Null when `deadline` (milliseconds since the epoch) comes
 * first, or when the page does not exist.
 */
export const awaitPage = async (
  dependencies: {
    readonly table: Table;
    readonly now: () => number;
    readonly sleep: (ms: number) => Promise<void>;
  },
  job: string,
  hash: string,
  deadline: number,
): Promise<Page | null> => {
  for (let pause = 60; ; pause = Math.min(500, pause * 1.3)) {
    const [page] = await findPages(dependencies.table, job, [hash]);
    if (page !== undefined && !isOpen(page.state)) return page;
    if (dependencies.now() + pause > deadline) return null;
    await dependencies.sleep(pause);
  }
};
