import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure } from '../../failure.ts';
import { pagesOfPortion } from '../../fetch/sitemap/sitemap-children.ts';
import type { Page, FrontierItem } from '../../frontier/page.ts';
import { isSatisfied } from '../../frontier/reserve.ts';
import { isExhausted } from '../../frontier/sameness.ts';
import type { RunningJob } from '../../job/job.ts';
import { noteWaiting } from '../../store/jobs/note-waiting.ts';
import { endOfThrown, endPage, type EndingWorker } from './end-page.ts';
import { isFull, requeue, type HostVisit } from './host-visit.ts';

/** Makes the end of a page of an exhausted family (`lib/frontier/sameness.ts`). */
const endAsSame = ({ cells }: RunningJob, { url }: Page): PageEnd => {
  const message = `Not fetched: pages with URLs like ${url} say what the page says that led to them`;
  return {
    ...failedEnd(failure('SAME_CONTENT', message)),
    counts: cells === undefined ? { leftSame: 1 } : {},
  };
};

/**
 * Makes the end of a sitemap, or of a portion of one, that needs no request: the job has no room for the URLs in it.
 */
const endAsNotNeeded = ({ url }: Page): PageEnd =>
  failedEnd(
    failure('LIMIT_REACHED', `Not read: the job has the pages that its limit allows (sitemap ${url})`),
  );

/**
 * Decides about a sitemap, a portion of one or a reserve of a job that has no place for another page. The item ends if
 * the job can deliver no more, or if as many items wait as may. Otherwise it stays open until places are free (null).
 */
export const endOfUnneeded = async (
  { table }: Pick<EndingWorker, 'table'>,
  { job }: HostVisit,
  item: Page,
): Promise<PageEnd | null> => {
  const isOver = job.request.map !== undefined || job.cells !== undefined || isSatisfied(job);
  const waits = !isOver && (item.kind === 'reserve' || (await noteWaiting(table, job.id, item.hash)));
  return waits ? null : endAsNotNeeded(item);
};

/** Makes the end of an item that carries its pages: they are admitted. */
const endOfPortion = (
  worker: Pick<EndingWorker, 'log'>,
  { job }: HostVisit,
  item: FrontierItem<'portion' | 'reserve'>,
): PageEnd => {
  try {
    return { to: 'done', facts: {}, children: pagesOfPortion(job, item) };
  } catch (error) {
    return endOfThrown(worker, job, item, error);
  }
};

const carriesPages = (item: Page): item is FrontierItem<'portion' | 'reserve'> =>
  item.kind === 'portion' || item.kind === 'reserve';

/**
 * Ends items that need no request: pages whose families are exhausted, and portions of sitemaps and reserves, whose
 * pages are admitted here. If the job has no place for another page, sitemaps of any kind end or wait. Returns the
 * other items.
 */
export const withoutRequest = async (
  worker: EndingWorker,
  visit: HostVisit,
  items: readonly Page[],
): Promise<Page[]> => {
  const left: Page[] = [];
  const full = isFull(visit);
  for (const item of items) {
    if (visit.stopped) left.push(item);
    else if (item.kind === 'page') {
      if (item.kin !== undefined && isExhausted(visit.job.sameness, item.url))
        await endPage(worker, visit, item, endAsSame(visit.job, item));
      else left.push(item);
    } else if (!full && !carriesPages(item)) left.push(item);
    else if (worker.now() > visit.lastStart) requeue(worker, visit, [item]);
    else {
      const end =
        full || !carriesPages(item)
          ? await endOfUnneeded(worker, visit, item)
          : endOfPortion(worker, visit, item);
      if (end !== null) await endPage(worker, visit, item, end);
    }
  }
  return left;
};
