import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure } from '../../failure.ts';
import { pagesOfPortion } from '../../fetch/sitemap/sitemap-children.ts';
import type { Page } from '../../frontier/page.ts';
import { isExhausted } from '../../frontier/sameness.ts';
import type { RunningJob } from '../../job/job.ts';
import { endOfThrown, endPage, type EndingWorker } from './end-page.ts';
import { isFull, requeue, type HostVisit } from './host-visit.ts';

/** The end of a page of a family that is exhausted (`lib/frontier/sameness.ts`). */
const endAsSame = ({ cells }: RunningJob, { url }: Page): PageEnd => {
  const message = `Not fetched: pages with URLs like ${url} say what the page says that led to them`;
  return {
    ...failedEnd(failure('SAME_CONTENT', message)),
    counts: cells === undefined ? { leftSame: 1 } : {},
  };
};

/** The end of a sitemap, or of a portion of one, that needs no request: the job has no room for what it would name. */
export const endAsNotNeeded = ({ url }: Page): PageEnd =>
  failedEnd(
    failure('LIMIT_REACHED', `Not read: the job has the pages that its limit allows (sitemap ${url})`),
  );

/** How an item ends that needs no request; null where it needs one. */
const endWithoutRequest = (
  worker: Pick<EndingWorker, 'log'>,
  visit: HostVisit,
  item: Page,
): PageEnd | null => {
  const { job } = visit;
  if (item.kind === 'page')
    return item.kin !== undefined && isExhausted(job.sameness, item.url) ? endAsSame(job, item) : null;
  if (isFull(visit)) return endAsNotNeeded(item);
  if (item.kind !== 'portion') return null;
  try {
    return { to: 'done', facts: {}, children: pagesOfPortion(job, item) };
  } catch (error) {
    return endOfThrown(worker, job, item, error);
  }
};

/**
 * Ends what needs no request: pages that would say what others said, portions of sitemaps, whose pages are admitted here, and,
 * once the job has all the pages that its limit allows, sitemaps of any kind. Answers the items that are left.
 */
export const withoutRequest = async (
  worker: EndingWorker,
  visit: HostVisit,
  items: readonly Page[],
): Promise<Page[]> => {
  const left: Page[] = [];
  for (const item of items) {
    const end = visit.stopped ? null : endWithoutRequest(worker, visit, item);
    if (end === null) left.push(item);
    else if (item.kind !== 'page' && worker.now() > visit.lastStart) requeue(worker, visit, [item]);
    else await endPage(worker, visit, item, end);
  }
  return left;
};
