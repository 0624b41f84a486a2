import type { Page, PageState } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { readPageSlice } from '../../store/frontier/read-page-slice.ts';
import type { Table } from '../../store/table.ts';
import { pageLine, type PageLine } from './page-line.ts';

/** Which pages of a job are listed. */
export interface PagesWanted {
  readonly states: readonly PageState[];
  readonly codes: readonly string[];
  /** The beginning of their URLs. */
  readonly prefix?: string | undefined;
  readonly limit: number;
  /** The `cursor` of the previous answer. */
  readonly cursor?: string | undefined;
}

/**
 * Lists pages of a job, each once, in the order of the table. If the filter matches few pages, an answer may hold fewer
 * than `limit` pages, or none, before the end of the list. `cursor` is null only at the end. A page that changes
 * meanwhile is shown as it was read.
 */
export const readPageList = async (
  table: Table,
  job: string,
  wanted: PagesWanted,
): Promise<{ readonly pages: readonly PageLine[]; readonly cursor: string | null }> => {
  const isWanted = (page: Page): boolean =>
    page.kind === 'page' &&
    (wanted.states.length === 0 || wanted.states.includes(page.state)) &&
    (wanted.codes.length === 0 || (page.code !== undefined && wanted.codes.includes(page.code))) &&
    (wanted.prefix === undefined || page.url.startsWith(wanted.prefix));
  const pages: PageLine[] = [];
  let cursor: string | null = wanted.cursor ?? null;
  let read = 0;
  do {
    const slice = await readPageSlice(table, job, cursor, wanted.limit - pages.length);
    pages.push(...slice.pages.filter(isWanted).map(pageLine));
    read += Math.max(1, slice.pages.length);
    cursor = slice.next;
  } while (cursor !== null && pages.length < wanted.limit && read < limits.pagesReadPerAnswer);
  return { pages, cursor };
};
