import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { failure } from '../../failure.ts';
import { isDeadLink } from '../../fetch/politeness/retry.ts';
import { pagesOfPortion } from '../../fetch/sitemap/sitemap-children.ts';
import type { Page, FrontierItem } from '../../frontier/page.ts';
import { isSatisfied } from '../../frontier/reserve.ts';
import { isExhausted } from '../../frontier/sameness.ts';
import type { RunningJob } from '../../job/job.ts';
import { isOutOfCredits } from '../../job/spent-dollars.ts';
import { noteWaiting } from '../../store/jobs/note-waiting.ts';
import { endOfThrown, endPage, type EndingWorker } from './end-page.ts';
import { isFull, requeue, type HostVisit } from './host-visit.ts';
import { endAsReadEnough, hasReadEnough } from './sitemap-bytes.ts';

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
 * Decides about a sitemap, a portion of one or a reserve of a job that has no room for another page, or about a
 * sitemap of a job that has read enough of them. The item ends if the job can deliver no more, if as many items wait as
 * may, or if enough is read. Otherwise it stays open until there is room (null).
 */
export const endOfUnneeded = async (
  { table }: Pick<EndingWorker, 'table'>,
  visit: HostVisit,
  item: Page,
): Promise<PageEnd | null> => {
  const { job } = visit;
  if (hasReadEnough(visit, item)) return endAsReadEnough(item);
  const isOver = job.request.map !== undefined || job.cells !== undefined || isSatisfied(job);
  const waits = !isOver && (item.kind === 'reserve' || (await noteWaiting(table, job.id, item.hash)));
  return waits ? null : endAsNotNeeded(item);
};

/** Makes the end of a page whose job has no credits left for the service that alone fetches it. */
const endAsUnpaid = ({ maxCredits = 0 }: RunningJob): PageEnd =>
  failedEnd(
    failure('BUDGET_EXHAUSTED', `Not fetched: the job has spent the ${maxCredits} credits that it may spend`),
  );

const isUnpaid = (job: RunningJob, { tier }: Page): boolean =>
  tier === 'remote' && job.request.scrape.fetcher?.use === 'only' && isOutOfCredits(job);

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
 * Ends items that need no request: pages whose families are exhausted or that cannot be paid for, and portions of
 * sitemaps and reserves, whose pages are admitted here. If the job has no room for another page, sitemaps of any kind
 * end or wait. Returns the other items.
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
      else if (isUnpaid(visit.job, item)) await endPage(worker, visit, item, endAsUnpaid(visit.job));
      else left.push(item);
    } else if (!full && !carriesPages(item) && !hasReadEnough(visit, item)) left.push(item);
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

/** Whether a page is one of many to its caller: not the page of a scrape, nor the one that a crawl begins with. */
export const isOneOfMany = ({ kind }: Pick<RunningJob, 'kind'>, { depth }: Pick<Page, 'depth'>): boolean =>
  kind !== 'scrape' && kind !== 'map' && (kind !== 'crawl' || depth > 0);

/**
 * Ends pages that failed before, at a host where retries are in vain: with the failure that is noted on them, and
 * without another request. `paused`: the host is left alone because it fails. Returns the other pages. Those that
 * another tier may still get, and those that the caller would miss most, are not ended here.
 */
export const endDeadLinks = async (
  worker: EndingWorker,
  visit: HostVisit,
  pages: readonly Page[],
  paused: boolean,
): Promise<Page[]> => {
  const left: Page[] = [];
  for (const page of pages) {
    const { kind, attempts, attemptsBefore = 0, code, message = '', status, tier, requests = [] } = page;
    const mayEnd =
      kind === 'page' &&
      isOneOfMany(visit.job, page) &&
      worker.tier.name === 'http' &&
      (tier === undefined || tier === 'http') &&
      attempts > attemptsBefore &&
      !worker.wikis.mayAnswer(page);
    if (!mayEnd || code === undefined || !isDeadLink(code, worker.random, paused)) left.push(page);
    else
      await endPage(
        worker,
        visit,
        page,
        failedEnd(failure(code, message), { status, tier: 'http', requests }),
      );
  }
  return left;
};
