import { isSitemapXml } from '../fetch/sitemap/sitemap.ts';
import { isStart } from '../frontier/job-scope.ts';
import { isSeed, type Page } from '../frontier/page.ts';
import type { RunningJob } from '../job/job.ts';
import type { PageEnd } from './page-end.ts';

/**
 * Returns what a crawl's first page says about the site. The target of its redirect belongs to the site afterwards. If
 * the page is a sitemap, the crawl reads it as one, and its host is the site: the folder of a sitemap says nothing
 * about the pages that it names.
 *
 * @param finalUrl Where the page was found.
 * @param text The page as it was sent.
 */
export const startFacts = (
  job: RunningJob,
  page: Page,
  finalUrl: string,
  text: string,
): Pick<PageEnd, 'scopeUrl' | 'sitemapUrl'> => {
  if (job.request.crawl === undefined || !isSeed(page)) return {};
  const isSitemap = isSitemapXml(text);
  const scopeUrl = isSitemap ? new URL('/', finalUrl).href : finalUrl;
  return {
    ...(isStart(job, page) && scopeUrl !== page.url ? { scopeUrl } : {}),
    ...(isSitemap ? { sitemapUrl: finalUrl } : {}),
  };
};
