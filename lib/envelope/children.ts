import { identityOf } from '../frontier/canonical-url.ts';
import { isSeed, pageHash, type NewPage, type Page } from '../frontier/page.ts';
import { scopeOf } from '../frontier/job-scope.ts';
import { judgeLink } from '../frontier/scope.ts';
import type { RunningJob } from '../frontier/start-job.ts';

/**
 * The pages that a page's links lead to and that the job wants, in the order of the links. `finalUrl` is where the page
 * was found: a seed that redirects moves the crawl's scope to where it leads.
 */
export const childrenOf = (
  job: RunningJob,
  page: Pick<Page, 'hash' | 'depth' | 'parent' | 'url'>,
  finalUrl: string,
  links: readonly { readonly url: string; readonly rel: string }[],
): NewPage[] => {
  const seedUrl = isSeed(page) ? finalUrl : (job.scopeUrl ?? job.request.url);
  const scope = scopeOf(job, seedUrl);
  const { crawl } = job.request;
  if (scope === null || crawl === undefined || crawl.sitemap === 'only') return [];
  if (crawl.maxDiscoveryDepth !== undefined && page.depth >= crawl.maxDiscoveryDepth) return [];
  const children = new Map<string, NewPage>();
  for (const [position, link] of links.entries()) {
    if (crawl.skipNofollowLinks && /\bnofollow\b/i.test(link.rel)) continue;
    if (!judgeLink(link.url, scope).inScope) continue;
    const hash = pageHash(identityOf(link.url, crawl));
    if (hash === page.hash || children.has(hash)) continue;
    children.set(hash, { hash, url: link.url, depth: page.depth + 1, parent: page.hash, position });
  }
  return [...children.values()];
};
