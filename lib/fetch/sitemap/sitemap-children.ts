import { gunzipSync, gzipSync } from 'node:zlib';
import { getDomain } from 'tldts';
import { canonicalUrl, pageIdentity } from '../../frontier/canonical-url.ts';
import { compileJobScope, whereFound } from '../../frontier/job-scope.ts';
import {
  hostOf,
  pageHash,
  sitemapHash,
  type NewPage,
  type Page,
  type FrontierItem,
} from '../../frontier/page.ts';
import { hasRoom, pagesOfReserve, triesMax } from '../../frontier/reserve.ts';
import { judgeLink, withoutTraps } from '../../frontier/scope.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { RobotsVerdict } from '../robots/robots-verdict.ts';
import type { Sitemap } from './sitemap.ts';

const domainOf = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });

/**
 * Says whether a sitemap may name another file: on its own host, or within the domain of the site. In robots.txt the
 * site itself may name a file on any host (sitemaps.org, "Sitemaps & Cross Submits").
 */
export const isWithinSite = (job: RunningJob, from: string, to: string): boolean => {
  const host = hostOf(to);
  const domain = domainOf(host);
  const sites = [whereFound(job), job.request.url];
  if ([from, ...sites].some((url) => host === hostOf(url))) return true;
  return domain !== null && sites.some((url) => domain === domainOf(new URL(url).hostname));
};

const fileOf = (
  url: string,
  from: Pick<NewPage, 'hash' | 'depth'>,
  position: number,
  nesting: number,
): Extract<NewPage, { kind: 'sitemap' | 'members' }> => ({
  kind: 'sitemap',
  hash: sitemapHash(url),
  url,
  depth: 0,
  parent: from.hash,
  position,
  nesting,
});

const unique = (pages: readonly NewPage[]): NewPage[] =>
  [...new Map(pages.toReversed().map((page) => [page.hash, page])).values()].toReversed();

/**
 * Says whether a job can use more URLs now: a crawl if it has places left, a map if it has found fewer than it wants. A
 * map admits none of the URLs that it lists.
 */
export const hasQuotaFor = (job: RunningJob, mapped = 0): boolean =>
  job.request.map === undefined ? hasRoom(job) : mapped < urlsWanted(job.request.map);

/**
 * Returns how many URLs a map collects: at least twice its limit, because some of them are the same; more for a search,
 * which ranks all of them.
 */
const urlsWanted = ({ limit, search }: NonNullable<RunningJob['request']['map']>): number =>
  Math.max(2 * limit, search === undefined ? limits.mapUrlsFoundMin : limits.mapUrlsMax);

/**
 * Returns the sitemaps with which a crawl begins once its first page is over: that page itself if it is one, those in
 * robots.txt, then `/sitemap.xml`. None if the request wants none, or if the limit leaves no room for their pages.
 *
 * @param siteUrl Where the site is.
 * @param sitemapUrl Where the first page was found, if it is itself a sitemap.
 */
export const firstSitemaps = (
  job: RunningJob,
  seed: Pick<Page, 'hash' | 'depth'>,
  siteUrl: string,
  verdict: RobotsVerdict | null,
  sitemapUrl?: string,
): NewPage[] => {
  const { crawl } = job.request;
  if (crawl === undefined || crawl.sitemap === 'skip' || (job.limit === 1 && job.request.map === undefined))
    return [];
  const named = verdict?.kind === 'rules' ? verdict.rules.sitemaps : [];
  const urls = [...(sitemapUrl === undefined ? [] : [sitemapUrl]), ...named, '/sitemap.xml'].flatMap(
    (url) => canonicalUrl(url, siteUrl) ?? [],
  );
  return unique(urls.map((url, position) => fileOf(url, seed, position + 1, 0)));
};

/**
 * Returns the URLs that the crawl wants, as pages: canonical, in scope, each once, forbidden ones last, and no more
 * than it can ever admit.
 */
const pagesOf = (
  job: RunningJob,
  from: Pick<Page, 'hash'>,
  urls: readonly string[],
  base: string,
  isForbidden: (url: string) => boolean = () => false,
): NewPage[] => {
  const { crawl } = job.request;
  const scope = compileJobScope(job);
  if (scope === null || crawl === undefined) return [];
  const listed = withoutTraps(scope);
  // If all of these were tried, no further one could be.
  const most = triesMax(job.limit);
  const known = new Set<string>();
  const allowed: NewPage[] = [];
  const forbidden: NewPage[] = [];
  for (const raw of urls) {
    const url = canonicalUrl(raw, base);
    if (url === null || !judgeLink(url, listed).inScope) continue;
    const hash = pageHash(pageIdentity(url, crawl));
    if (known.has(hash)) continue;
    const page = { kind: 'page', hash, url, depth: 0, parent: from.hash, position: known.size } as const;
    known.add(hash);
    (isForbidden(url) ? forbidden : allowed).push(page);
    if (allowed.length >= most) break;
  }
  return [...allowed, ...forbidden].slice(0, most);
};

/** Cuts pages into portions that one step admits. */
const portionsOf = (pages: readonly NewPage[]): NewPage[][] => {
  const portions: NewPage[][] = [];
  let characters = 0;
  for (const page of pages) {
    const last = portions.at(-1);
    characters += page.url.length + 1;
    if (
      last === undefined ||
      last.length >= limits.sitemapPortionUrls ||
      characters > limits.sitemapPortionCharacters
    ) {
      portions.push([page]);
      characters = page.url.length + 1;
    } else last.push(page);
  }
  return portions;
};

/** Returns the files that a sitemap names and that may be read, each once. */
export const selectSitemapFiles = (
  job: RunningJob,
  file: FrontierItem<'sitemap'>,
  url: string,
  read: Sitemap,
): NewPage[] => {
  const nesting = (file.nesting ?? 0) + 1;
  const wanted = nesting > limits.sitemapNestingMax ? [] : read.sitemaps;
  const files = wanted
    .flatMap((raw) => canonicalUrl(raw, url) ?? [])
    .filter((to) => isWithinSite(job, url, to))
    .slice(0, limits.sitemapItemsMax)
    .map((to, index) => fileOf(to, file, index, nesting));
  return unique(files);
};

/**
 * Returns what follows from a sitemap file: the files that it names, and its pages, or portions of them if it names
 * more than one step should admit. A portion needs no request: it carries its URLs.
 *
 * @param url Where the file was found.
 * @param isForbidden Whether robots.txt forbids a URL, where that is known. Forbidden URLs come behind all others of
 *   the file: they are admitted, so that the job tells of them, but take only room that the others leave.
 */
export const sitemapChildren = (
  job: RunningJob,
  file: FrontierItem<'sitemap'>,
  url: string,
  read: Sitemap,
  isForbidden?: (url: string) => boolean,
): NewPage[] => {
  const nesting = (file.nesting ?? 0) + 1;
  const files = selectSitemapFiles(job, file, url, read);
  const pages = pagesOf(job, file, read.urls, url, isForbidden);
  const portions = portionsOf(pages);
  if (portions.length <= 1) return [...files, ...pages];
  const carried = portions.map((portion, index) => ({
    ...fileOf(url, file, files.length + index, nesting),
    kind: 'portion' as const,
    hash: sitemapHash(`${file.hash} ${index}`),
    portion: gzipSync(portion.map((page) => page.url).join('\n')),
  }));
  return [...files, ...carried];
};

/** Returns the pages that a portion or a reserve carries. */
export const pagesOfPortion = (job: RunningJob, page: FrontierItem<'portion' | 'reserve'>): NewPage[] =>
  page.kind === 'reserve'
    ? pagesOfReserve(page)
    : pagesOf(job, page, gunzipSync(page.portion).toString('utf8').split('\n'), page.url);
