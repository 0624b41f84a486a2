import { isFailureCode, type FailureCode } from '../../failure.ts';
import { isSeed, type Page } from '../../frontier/page.ts';
import type { Job } from '../../job/job.ts';

/**
 * Returns why a crawl that came to its end brought nothing: the code of its start URL, if that ended without content
 * and no other page was delivered. Returns null for every other job, and for a crawl whose sitemaps or links brought
 * pages. A redrive has many start URLs, and reports on each.
 */
export const startFailureCode = (
  job: Pick<Job, 'kind' | 'redrive'> & { readonly outcome: string },
  pages: readonly Page[],
): FailureCode | null => {
  if (job.kind !== 'crawl' || job.redrive !== undefined || job.outcome !== 'completed') return null;
  if (pages.some(({ state }) => state === 'done')) return null;
  const code = pages.find(isSeed)?.code;
  return code !== undefined && isFailureCode(code) ? code : null;
};
