import { findPages } from '../aws/find-pages.ts';
import type { Table } from '../aws/table.ts';
import { isOpen, type Page } from '../frontier/page.ts';
import { pollUntil, type Clock } from './poll-until.ts';

/**
 * Waits for a page to end, asking the table ever less often. Null when `deadline` (milliseconds since the epoch) comes
 * first, or when the page does not exist.
 */
export const awaitPage = async (
  dependencies: Clock & { readonly table: Table },
  job: string,
  hash: string,
  deadline: number,
): Promise<Page | null> =>
  await pollUntil(dependencies, deadline, async () => {
    const [page] = await findPages(dependencies.table, job, [hash]);
    return page !== undefined && !isOpen(page.state) ? page : null;
  });
