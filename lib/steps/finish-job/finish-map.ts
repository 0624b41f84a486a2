import { putObject, type Objects } from '../../store/objects.ts';
import type { FailureCode } from '../../failure.ts';
import { isContentPage, type Page } from '../../frontier/page.ts';
import { listedIdentity, type MapLink } from '../../frontier/url-list.ts';
import type { Job, JobOutcome } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { readLists, type ListOfPage } from './read-lists.ts';
import { mapResponseKey, mapPartKey, type MapResponse } from '../../deliver/results/map-response.ts';
import { mapWarnings } from '../../deliver/results/map-warnings.ts';
import { splitIndex } from '../../deliver/results/result-index.ts';
import { byRelevance } from '../../deliver/results/link-relevance.ts';

type MapJob = Pick<Job, 'id' | 'request' | 'scopeUrl'>;

/** The merged lists of a map. */
interface Merged {
  readonly links: readonly MapLink[];
  readonly besidePath: number;
  /** Lists that were read, of the first page and of sitemaps. */
  readonly lists: number;
  /** There were more URLs than one map holds. */
  readonly cut: boolean;
}

/** Adds a URL, or adds new facts to a URL that is there. */
const take = (links: Map<string, MapLink>, identity: string, link: MapLink, mayAdd: boolean): void => {
  const known = links.get(identity);
  if (known === undefined && !mayAdd) return;
  // The first spelling stays, and the first title.
  links.set(identity, known === undefined ? link : { ...link, ...known });
};

const mergeLists = async (lists: AsyncIterable<ListOfPage>, job: MapJob): Promise<Merged> => {
  const links = new Map<string, MapLink>();
  const isOnly = job.request.crawl?.sitemap === 'only';
  const ofPage: MapLink[] = [];
  let [besidePath, count] = [0, 0];
  for await (const { page, list } of lists) {
    count += 1;
    besidePath += list.besidePath;
    // If only sitemaps are wanted, the first page only adds titles to their URLs.
    if (isOnly && isContentPage(page)) ofPage.push(...list.links);
    else for (const link of list.links) take(links, listedIdentity(job.request, link.url), link, true);
    if (links.size > limits.mapUrlsMax) break;
  }
  for (const link of ofPage) take(links, listedIdentity(job.request, link.url), link, false);
  return {
    links: [...links.values()].slice(0, limits.mapUrlsMax),
    besidePath,
    lists: count,
    cut: links.size > limits.mapUrlsMax,
  };
};

/** Says why nothing was read: how the first page ended. */
const whyNothing = (items: readonly Page[]): { readonly code: FailureCode; readonly message: string } => {
  const page = items.find(isContentPage);
  return { code: page?.code ?? 'INTERNAL', message: page?.message ?? 'No reason was recorded' };
};

/**
 * Makes the map from the lists of a job's pages and sitemaps, and returns how the job ends. Its content and order
 * depend only on these lists, so repeating it writes the same bytes.
 */
export const finishMap = async (
  { envelopes, results }: { readonly envelopes: Objects; readonly results: Objects },
  job: MapJob,
  items: readonly Page[],
): Promise<{ readonly outcome: JobOutcome; readonly code?: string }> => {
  const { limit = limits.mapUrlsDefault, search } = job.request.map ?? {};
  const merged = await mergeLists(readLists(envelopes, items), job);
  const searched = search === undefined ? null : byRelevance(merged.links, search);
  const links = (searched?.links ?? merged.links).slice(0, limit);
  const isFull = links.length >= limit;
  const failed = merged.lists === 0 ? whyNothing(items) : undefined;
  const answer: MapResponse = {
    v: 1,
    total: links.length,
    warnings:
      failed === undefined ? mapWarnings(job, items, { ...merged, isFull, fitting: searched?.fitting }) : [],
    ...(failed === undefined ? {} : { failure: failed }),
  };
  for (const [part, entries] of splitIndex(links, limits.mapPartUrls).entries()) {
    await putObject(results, mapPartKey(job.id, part), JSON.stringify(entries), 'application/json');
  }
  await putObject(results, mapResponseKey(job.id), JSON.stringify(answer), 'application/json');
  return failed === undefined ? { outcome: 'completed' } : { outcome: 'failed', code: failed.code };
};
