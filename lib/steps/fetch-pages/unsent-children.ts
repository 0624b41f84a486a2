import { findPages } from '../../store/frontier/find-pages.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import type { Table } from '../../store/table.ts';
import { isOpen, type Page } from '../../frontier/page.ts';

/** The most children of one page that are looked up: more would cost more than the heartbeat that follows. */
const lookedUpMax = 500;

/**
 * Finds children that an earlier worker may have admitted and not sent: it died between the transaction and the queue,
 * and its message came again. Returns those that are still open; to send one twice does no harm.
 */
export const unsentChildren = async (table: Table, job: string, over: readonly Page[]): Promise<Page[]> => {
  const large = new Set(over.filter((page) => page.chunked === true).map((page) => page.hash));
  const hashes = over.flatMap((page) => (large.has(page.hash) ? [] : (page.children ?? [])));
  const small = (await findPages(table, job, hashes.slice(0, lookedUpMax))).filter((child) =>
    isOpen(child.state),
  );
  if (large.size === 0) return small;
  // A page with hundreds of children does not name them all. They are searched among the job's pages, this once.
  const found = [...small];
  for await (const portion of listPages(table, job)) {
    found.push(...portion.filter((page) => isOpen(page.state) && large.has(page.parent ?? '')));
  }
  return found;
};

/** Finds the unsent children of a page on which an earlier worker died between two chunks. */
export const unsentOfPage = async (
  table: Table,
  job: string,
  page: string,
  children: readonly { readonly hash: string }[],
): Promise<Page[]> => {
  const hashes = children.slice(0, lookedUpMax).map((child) => child.hash);
  return (await findPages(table, job, hashes)).filter(
    (child) => child.parent === page && isOpen(child.state),
  );
};
