import { createHash } from 'node:crypto';
import { putObject } from '../../../store/objects.ts';
import type { PageContent } from '../../../content/page-content.ts';
import type { Failure } from '../../../failure.ts';
import type { Fetched } from '../../../fetch/tier/fetched.ts';
import type { FetchWorker } from '../fetch-worker.ts';
import { readFetchedSitemap } from '../process-sitemap.ts';
import { selectSitemapFiles } from '../../../fetch/sitemap/sitemap-children.ts';
import { listUrls } from '../../../fetch/sitemap/list-urls.ts';
import { canonicalUrl } from '../../../frontier/canonical-url.ts';
import { whereFound } from '../../../frontier/job-scope.ts';
import type { EndFacts, NewPage, Page, FrontierItem, ContentPage } from '../../../frontier/page.ts';
import type { EndCounts } from '../../../job/end-counts.ts';
import type { RunningJob } from '../../../job/job.ts';
import { listedIdentity, listedUrl, type MapLink, type UrlList } from '../../../frontier/url-list.ts';
import { limits } from '../../../limits/limits.ts';
import { listKey } from '../../../envelope/draft.ts';
import type { PageEnd, PageResult } from '../../../envelope/page-end.ts';
import { readDirectives } from '../../../envelope/page-directives.ts';
import { readFetched } from '../../../content/read-content.ts';
import { startFacts } from '../../../envelope/start-facts.ts';
import { detectBlockPage } from '../../../envelope/block-page.ts';

interface Listed {
  readonly list: UrlList;
  readonly files: readonly NewPage[];
  /** Attributes that are written on the item. */
  readonly facts: EndFacts;
  readonly counts?: EndCounts;
  /** What the first page says about the site. */
  readonly start?: ReturnType<typeof startFacts>;
}

const listOfSitemap = async (
  job: RunningJob,
  page: FrontierItem<'sitemap'>,
  fetched: Fetched,
): Promise<Listed | PageEnd> => {
  const found = await readFetchedSitemap(fetched);
  if (found.kind === 'unread') return found.end;
  const files = selectSitemapFiles(job, page, fetched.url, found.read);
  const at = { base: fetched.url, siteUrl: whereFound(job), isSitemap: true };
  const { urls, titles } = found.read;
  const named = urls.map((url) => ({ url, text: titles.get(url) ?? '' }));
  const list: UrlList = { v: 1, ...listUrls(job, named, at), files: files.map(({ hash }) => hash) };
  return { list, files, facts: { message: found.message }, counts: found.counts };
};

/** Returns the first page itself, as the first URL of its map. */
const linkOf = (job: RunningJob, url: string, { title, description }: PageContent): MapLink => ({
  url: listedUrl(job.request, canonicalUrl(url) ?? url),
  ...(title === null || title === '' ? {} : { title: title.slice(0, limits.mapTitleCharactersMax) }),
  ...(description === null || description === ''
    ? {}
    : { description: description.slice(0, limits.mapDescriptionCharactersMax) }),
});

const listOfPage = async (
  job: RunningJob,
  page: Page,
  fetched: Fetched,
  isPage?: (url: string) => boolean,
): Promise<Listed | Failure> => {
  const read = await readFetched(fetched, job.request.scrape);
  if (read.kind === 'refused') return read.failure;
  const { content, html } = read;
  const blockPage = detectBlockPage({ url: page.url, finalUrl: fetched.url, html, content });
  if (blockPage !== null) return blockPage;
  const followed = readDirectives(job, content, fetched).nofollow ? [] : content.links;
  const self = linkOf(job, fetched.url, content);
  const own = listedIdentity(job.request, self.url);
  const at = { base: fetched.url, siteUrl: fetched.url, isSitemap: false };
  const { links, besidePath } = listUrls(job, followed, at, isPage);
  const others = links.filter(({ url }) => listedIdentity(job.request, url) !== own);
  return {
    list: { v: 1, links: [self, ...others], besidePath, files: [] },
    files: [],
    facts: { title: content.title?.slice(0, limits.mapTitleCharactersMax) },
    start: startFacts(job, page, fetched.url, html),
  };
};

/** Stores a list. Its key contains its hash, so two workers that come at different times store two objects. */
const storeList = async (
  { envelopes }: Pick<FetchWorker, 'envelopes'>,
  job: RunningJob,
  page: Page,
  fetched: Fetched,
  { list, files, facts, counts, start }: Listed,
): Promise<PageEnd> => {
  const body = JSON.stringify(list);
  const key = listKey(job.id, page.hash, createHash('sha256').update(body).digest('hex'));
  await putObject(envelopes, key, body, 'application/json');
  return {
    to: 'done',
    facts: { status: fetched.status, finalUrl: fetched.url, tier: fetched.tier, ...facts, listKey: key },
    children: files,
    counts: { ...counts, mapped: list.links.length },
    ...start,
  };
};

/**
 * Stores the URLs of a map's first page as a list, from which `finish-job` makes the map. The page names its list. If
 * two workers visited the page at different times, the list of the worker whose transaction counted is read.
 */
export const listPage = async (
  worker: Pick<FetchWorker, 'envelopes' | 'wikis'>,
  job: RunningJob,
  page: ContentPage,
  fetched: Fetched,
): Promise<PageResult> => {
  const listed = await listOfPage(job, page, fetched, worker.wikis.showsArticle);
  if ('code' in listed) return { kind: 'refused', failure: listed };
  return { kind: 'ended', end: await storeList(worker, job, page, fetched, listed) };
};

/** Stores the URLs of a sitemap file as a list. Only files that it names are admitted. */
export const listSitemap = async (
  worker: Pick<FetchWorker, 'envelopes'>,
  job: RunningJob,
  page: FrontierItem<'sitemap'>,
  fetched: Fetched,
): Promise<PageResult> => {
  const listed = await listOfSitemap(job, page, fetched);
  const end = 'list' in listed ? await storeList(worker, job, page, fetched, listed) : listed;
  return { kind: 'ended', end };
};
