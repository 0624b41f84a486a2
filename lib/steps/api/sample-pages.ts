import { isOfSitemap, type Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { readPagePortion } from '../../store/frontier/read-page-portion.ts';
import type { Table } from '../../store/table.ts';

/** Pages of a job, without its sitemaps. */
export interface PageSample {
  readonly pages: readonly Page[];
  /** Whether these are all of them. */
  readonly isWhole: boolean;
}

/**
 * Reads pages of a job, all of them where there are few. The table keeps them by their hash, so the first of many are a
 * fair sample of all.
 */
export const samplePages = async (table: Table, job: string): Promise<PageSample> => {
  const pages: Page[] = [];
  let place: string | null = null;
  do {
    const portion = await readPagePortion(table, job, place, limits.pagesSampled - pages.length);
    pages.push(...portion.pages);
    place = portion.next;
  } while (place !== null && pages.length < limits.pagesSampled);
  return { pages: pages.filter(({ hash }) => !isOfSitemap(hash)), isWhole: place === null };
};
