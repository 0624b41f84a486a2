import { pageIdentity } from '../frontier/canonical-url.ts';
import { pageHash, type NewPage, type Page, type ContentPage } from '../frontier/page.ts';
import { compileJobScope, isStart, whereFound } from '../frontier/job-scope.ts';
import { isExhausted, isSameKin, hashKin, samenessCounts } from '../frontier/sameness.ts';
import { judgeLink } from '../frontier/scope.ts';
import type { EndCounts } from '../job/end-counts.ts';
import type { RunningJob } from '../job/job.ts';
import type { CrawlerTrap } from '../frontier/crawler-trap.ts';

/** What follows from a page's links: pages, and how many links were skipped as hidden or as traps, by kind. */
export interface Followed {
  readonly children: readonly NewPage[];
  readonly traps: Readonly<Record<string, number>>;
  /** The page's key among pages that may be the same (`hashKin`); undefined if its links are not followed. */
  readonly kin?: string;
}

const nothing: Followed = { children: [], traps: {} };

const traps: ReadonlySet<string> = new Set<CrawlerTrap>(['repeating-path', 'endless-query', 'calendar']);

/**
 * Returns the pages to which a page's links lead and that the job wants, in the order of the links. `finalUrl` is where
 * the page was found: a seed that redirects adds that place to the crawl's site.
 *
 * @param isPage True for a URL that is known to be a page, even if its name ends like a file's.
 * @param body Hash of the page's content (`hashBody`).
 */
export const selectChildren = (
  job: RunningJob,
  page: Pick<Page, 'hash' | 'depth' | 'parent' | 'url'>,
  finalUrl: string,
  links: readonly { readonly url: string; readonly rel: string; readonly hidden?: true }[],
  isPage: (url: string) => boolean = () => false,
  body?: string,
): Followed => {
  const scope = compileJobScope(job, isStart(job, page) ? finalUrl : whereFound(job));
  const { crawl } = job.request;
  if (scope === null || crawl === undefined || crawl.sitemap === 'only') return nothing;
  if (crawl.maxDiscoveryDepth !== undefined && page.depth >= crawl.maxDiscoveryDepth) return nothing;
  const inScope: string[] = [];
  const children = new Map<string, { readonly url: string; readonly position: number }>();
  const passedOver: Record<string, number> = {};
  for (const [position, link] of links.entries()) {
    if (crawl.skipNofollowLinks && /\bnofollow\b/i.test(link.rel)) continue;
    const judged = judgeLink(link.url, scope, isPage);
    if (!judged.inScope) {
      if (traps.has(judged.reason) || judged.reason === 'too-costly')
        passedOver[judged.reason] = (passedOver[judged.reason] ?? 0) + 1;
      continue;
    }
    if (link.hidden === true && !crawl.followHiddenLinks) {
      passedOver['hidden'] = (passedOver['hidden'] ?? 0) + 1;
      continue;
    }
    inScope.push(link.url);
    if (isExhausted(job.sameness, link.url)) {
      passedOver['same-content'] = (passedOver['same-content'] ?? 0) + 1;
      continue;
    }
    const hash = pageHash(pageIdentity(link.url, crawl));
    if (hash === page.hash || children.has(hash)) continue;
    children.set(hash, { url: link.url, position });
  }
  const kin = body === undefined ? {} : { kin: hashKin(page.url, body, inScope) };
  const common = { kind: 'page', depth: page.depth + 1, parent: page.hash, ...kin } as const;
  return {
    children: [...children].map(([hash, { url, position }]) => ({ ...common, hash, url, position })),
    traps: passedOver,
    ...kin,
  };
};

/**
 * Returns what a page adds to the job's counters of links that were not followed, and of pages with the same content.
 */
export const leftOutCounts = (
  { cells, sameness }: Pick<RunningJob, 'cells' | 'sameness'>,
  { url, kin }: Pick<ContentPage, 'url' | 'kin'>,
  { traps, kin: own }: Omit<Followed, 'children'>,
  body: string,
): EndCounts => {
  if (cells !== undefined) return {};
  const { hidden = 0, 'same-content': same = 0, ...others } = traps;
  const byForm = Object.values(others).reduce((sum, count) => sum + count, 0);
  const left = { leftHidden: hidden, leftSame: same, leftTraps: byForm };
  const found = Object.entries(left).filter(([, count]) => count > 0);
  // A page that the request or a sitemap names belongs to no family.
  const seen = kin === undefined ? {} : samenessCounts(sameness, url, isSameKin(kin, body, own));
  return { ...Object.fromEntries(found), ...seen };
};
