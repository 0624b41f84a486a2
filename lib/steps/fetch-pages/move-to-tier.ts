import { changeTier } from '../../store/frontier/change-tier.ts';
import type { Table } from '../../store/table.ts';
import { isOpen, type FallThrough, type Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';

/**
 * Makes a page wait for another tier. Returns the page as it is then, or null if another worker has moved or ended it.
 */
export const moveToTier = async (
  table: Table,
  job: string,
  page: Page,
  to: 'http' | 'browser',
  why: FallThrough,
): Promise<Page | null> => {
  if (!isOpen(page.state)) return null;
  const short = { ...why, detail: why.detail.slice(0, limits.failureMessageCharactersMax) };
  const moved = await changeTier(table, job, page, to, short);
  if (!moved) return null;
  const fallThrough = [...(page.fallThrough ?? []), short];
  return { ...page, tier: to, fallThrough, attemptsBefore: page.attempts, notBefore: undefined };
};
