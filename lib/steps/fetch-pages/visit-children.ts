import { isFailureCode, retryClass } from '../../failure.ts';
import { hostOf, isOfSitemap, isSeed, type NewPage, type Page } from '../../frontier/page.ts';
import { firstSitemaps } from '../../fetch/sitemap/sitemap-children.ts';
import type { PageVisit } from './page-visit.ts';
import type { Visit, VisitDependencies } from './host-visit.ts';
import { firstMembers, isMembersPart } from '../../fetch/mediawiki/wiki-members.ts';

const matchesMax = 200_000;

/** Children that robots.txt forbids come last: they take only what room the others leave. */
const allowedFirst = async (
  dependencies: VisitDependencies,
  visit: Visit,
  children: readonly NewPage[],
): Promise<readonly NewPage[]> => {
  const verdict = children.length === 0 ? null : await dependencies.robots.cached(visit.host);
  if (verdict?.kind !== 'rules' || verdict.rules.rules.length === 0) return children;
  // A matter of taste is not worth seconds: a huge file of rules times a huge page of links is left in the page's order.
  if (children.length * verdict.rules.rules.length > matchesMax) return children;
  const forbidden = (child: NewPage): boolean =>
    hostOf(child.url) === visit.host && dependencies.robots.judge(verdict, child.url) !== null;
  return [...children.filter((child) => !forbidden(child)), ...children.filter(forbidden)];
};

/** Of children on several hosts, those of heavier ones come first: where the job's limit cuts, it cuts the others. */
const heavierFirst = ({ weightOf }: VisitDependencies, children: readonly NewPage[]): readonly NewPage[] => {
  if (weightOf === null) return children;
  const weights = children.map((child) => weightOf(hostOf(child.url)));
  if (weights.every((weight) => weight === weights[0])) return children;
  return children
    .map((child, index) => ({ child, weight: weights[index] ?? 1 }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ child }) => child);
};

/** Of children on wikis, those that show articles of the namespaces that are wanted. A category has named its members. */
const wantedOf = async (
  { wikis }: VisitDependencies,
  page: Page,
  children: readonly NewPage[],
): Promise<readonly NewPage[]> => {
  if (wikis.isEmpty || isMembersPart(page.url)) return children;
  const wanted: NewPage[] = [];
  for (const child of children) {
    if (isOfSitemap(child.hash) || (await wikis.follows(child.url))) wanted.push(child);
  }
  return wanted;
};

/** Whether a page's end leaves hope for others of its host: it is there, or the host says that this one is not. */
const hasAnswered = ({ to, attributes }: Extract<PageVisit, { kind: 'end' }>): boolean => {
  const { code, status } = attributes;
  if (to === 'done' || to === 'fetched' || code === 'ROBOTS_DISALLOWED') return true;
  if (status === undefined || typeof code !== 'string' || !isFailureCode(code)) return false;
  return retryClass(code) === 'never' || retryClass(code) === 'tier';
};

/**
 * What follows from a page: its links that are wanted, those of heavier hosts first; from a category its members; and from a crawl's first page, unless its host is in trouble, the sitemaps of the site where it was
 * found. They come with the page's own end, so that a job is never drained between the two; and first, so that they are in
 * the frontier when a later link finds no more room.
 */
export const collectChildren = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page,
  outcome: Extract<PageVisit, { kind: 'end' }>,
): Promise<readonly NewPage[]> => {
  const wanted = await wantedOf(dependencies, page, outcome.children);
  const ordered = heavierFirst(dependencies, await allowedFirst(dependencies, visit, wanted));
  if (isOfSitemap(page.hash) || !hasAnswered(outcome)) return ordered;
  const site = await dependencies.wikis.siteOf(hostOf(page.url));
  const links = site === null ? ordered : [...firstMembers(visit.job, page, site), ...ordered];
  if (!isSeed(page)) return links;
  const found = outcome.jobAttributes['scopeUrl'];
  const siteUrl = typeof found === 'string' ? found : page.url;
  const verdict = await dependencies.robots.cached(hostOf(siteUrl));
  return [...firstSitemaps(visit.job, page, siteUrl, verdict), ...links];
};
