import type { Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { readPageSlice } from '../../store/frontier/read-page-slice.ts';
import type { Table } from '../../store/table.ts';

/** Pages of a job, without its sitemaps. */
export interface PageSample {
  readonly pages: readonly Page[];
  /** Whether these are all pages of the job. */
  readonly isWhole: boolean;
}

/**
 * Reads pages of a job: all of them if there are few, else a sample. The table orders pages by their hash, so the first
 * ones are a fair sample of all.
 */
export const samplePages = async (table: Table, job: string): Promise<PageSample> => {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const slice = await readPageSlice(table, job, cursor, limits.pagesSampled - pages.length);
    pages.push(...slice.pages);
    cursor = slice.next;
  } while (cursor !== null && pages.length < limits.pagesSampled);
  return { pages: pages.filter(({ kind }) => kind === 'page'), isWhole: cursor === null };
};
