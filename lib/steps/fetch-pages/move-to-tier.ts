import { changeTier } from '../../store/frontier/change-tier.ts';
import type { Table } from '../../store/table.ts';
import { tierAfter } from '../../fetch/tier/next-tier.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import { hostOf, isOpen, type FallThrough, type Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { isFetcherFirst, whyFetcherUnfit } from '../../request/source/fetcher.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';

/**
 * Makes a page wait for another tier. Returns the page as it is then, or null if another worker has moved or ended it.
 */
const moveToTier = async (
  table: Table,
  job: string,
  page: Page,
  to: 'http' | 'browser' | 'remote',
  why: FallThrough,
): Promise<Page | null> => {
  if (!isOpen(page.state)) return null;
  const short = { ...why, detail: why.detail.slice(0, limits.failureMessageCharactersMax) };
  const moved = await changeTier(table, job, page, to, short);
  if (!moved) return null;
  const fallThrough = [...(page.fallThrough ?? []), short];
  return { ...page, tier: to, fallThrough, attemptsBefore: page.attempts, notBefore: undefined };
};

/** Moves a page and logs that; null if another worker was first. */
export const moveOn = async (
  { table, log }: Pick<FetchWorker, 'table' | 'log'>,
  { id: job }: Pick<RunningJob, 'id'>,
  page: Page,
  to: 'http' | 'browser' | 'remote',
  why: FallThrough,
): Promise<Page | null> => {
  const moved = await moveToTier(table, job, page, to, why);
  log('fell through', { job, page: page.hash, url: page.url, ...why, moved: moved !== null });
  return moved;
};

/**
 * Moves a page to the tier after this one; null if it keeps this one's result: as the last, as configured for the host,
 * or because a service must not get what the request has. `page` is null if another worker moved it.
 */
export const moveToNextTier = async (
  worker: Pick<FetchWorker, 'table' | 'hostTiers' | 'log'>,
  job: RunningJob,
  page: Page,
  tier: Tier,
  why: FallThrough | null,
): Promise<{ readonly page: Page | null } | null> => {
  const { scrape } = job.request;
  const host = hostOf(page.url);
  const to = page.kind === 'page' ? tierAfter(tier.name, scrape) : null;
  if (why === null || to === null || !worker.hostTiers.mayFall(host, to)) return null;
  if (to === 'remote' && whyFetcherUnfit(scrape) !== null) return null;
  const moved = await moveOn(worker, job, page, to, why);
  if (moved !== null && to === 'browser') await worker.hostTiers.fellToBrowser(host, why.reason);
  return { page: moved };
};

/**
 * Moves a page to the service that its job names before any tier of our own; null if the page does not go there. The
 * list is empty if another worker was first.
 */
export const moveToFetcher = async (
  worker: Pick<FetchWorker, 'table' | 'hostTiers' | 'log' | 'now'>,
  { job, host }: HostVisit,
  page: Page,
): Promise<Page[] | null> => {
  const { scrape } = job.request;
  if (page.kind !== 'page' || page.tier !== undefined || !isFetcherFirst(scrape)) return null;
  if (!worker.hostTiers.mayFall(host, 'remote')) return null;
  const detail = `the request asks for the fetcher ${scrape.fetcher?.name ?? ''}`;
  const why = { tier: 'http', reason: 'requested', detail, at: worker.now() } as const;
  const moved = await moveOn(worker, job, page, 'remote', why);
  return moved === null ? [] : [moved];
};
