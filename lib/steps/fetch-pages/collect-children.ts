import { retryClass } from '../../failure.ts';
import type { PageEnd } from '../../envelope/page-end.ts';
import { hostOf, isSeed, type NewPage, type Page } from '../../frontier/page.ts';
import { firstMembers } from '../../fetch/mediawiki/wiki-members.ts';
import { firstSitemaps } from '../../fetch/sitemap/sitemap-children.ts';
import { findForbidden } from '../hosts/find-forbidden.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';

type FollowingWorker = Pick<FetchWorker, 'robots' | 'wikis' | 'policies'>;

/**
 * Puts children that robots.txt forbids last: they take only the room that the others leave. Of a page, those on its
 * own host; of a reserve, whose links had to wait, also those on other hosts whose robots.txt was read since.
 */
const allowedFirst = async (
  { robots }: FollowingWorker,
  { job, host }: HostVisit,
  { kind }: Page,
  children: readonly NewPage[],
): Promise<readonly NewPage[]> => {
  if (children.length === 0) return children;
  const others = kind === 'reserve' ? children.map(({ url }) => hostOf(url)) : [];
  const isForbidden = await findForbidden(robots, job, [host, ...others]);
  const { false: allowed = [], true: forbidden = [] } = Object.groupBy(
    children,
    ({ url }) => `${isForbidden(url)}` as const,
  );
  return [...allowed, ...forbidden];
};

/** Puts children of heavier hosts first: the job's limit then cuts off those of lighter hosts. */
const heavierFirst = (
  { policies: { hosts } }: FollowingWorker,
  children: readonly NewPage[],
): readonly NewPage[] => {
  if (!hosts.hasGroups) return children;
  const weights = children.map((child) => hosts.groupOf(hostOf(child.url))?.weight ?? 1);
  if (weights.every((weight) => weight === weights[0])) return children;
  return children
    .map((child, index) => ({ child, weight: weights[index] ?? 1 }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ child }) => child);
};

/** Keeps, of children on wikis, those that show articles of the wanted namespaces. A category has named its members. */
const wantedOf = async (
  { wikis }: FollowingWorker,
  page: Page,
  children: readonly NewPage[],
): Promise<readonly NewPage[]> => {
  if (wikis.isEmpty || page.kind === 'members') return children;
  const wanted: NewPage[] = [];
  for (const child of children) {
    if (child.kind !== 'page' || (await wikis.follows(child.url))) wanted.push(child);
  }
  return wanted;
};

/** Whether other pages of this host may still work: the page came, or the host itself says that this page does not. */
const hasAnswered = ({ to, facts: { code, status } }: PageEnd): boolean => {
  if (to === 'done' || to === 'fetched' || code === 'ROBOTS_DISALLOWED') return true;
  if (status === undefined || code === undefined) return false;
  return retryClass(code) === 'never' || retryClass(code) === 'tier';
};

/**
 * Collects what follows from a page: its wanted links, those of heavier hosts first; the members of a category; and
 * from a crawl's first page, unless its host is in trouble, the sitemaps of the site where it was found. They are
 * admitted together with the page's own end, so that a job is never drained between the two. The sitemaps come first,
 * so that they are in the frontier when a later link finds no more room.
 */
export const collectChildren = async (
  worker: FollowingWorker,
  visit: HostVisit,
  page: Page,
  end: PageEnd,
): Promise<readonly NewPage[]> => {
  const wanted = await wantedOf(worker, page, end.children ?? []);
  const ordered = heavierFirst(worker, await allowedFirst(worker, visit, page, wanted));
  if (page.kind !== 'page' || !hasAnswered(end)) return ordered;
  const site = await worker.wikis.siteOf(hostOf(page.url));
  const links = site === null ? ordered : [...firstMembers(visit.job, page, site), ...ordered];
  if (!isSeed(page)) return links;
  const { scopeUrl: siteUrl = page.url, sitemapUrl } = end;
  const verdict = await worker.robots.cached(hostOf(siteUrl));
  return [...firstSitemaps(visit.job, page, siteUrl, verdict, sitemapUrl), ...links];
};
