import { randomUUID } from 'node:crypto';
import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { isOpen, type NewPage, type Page, type PageState } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { failureOfThrown, errorStack, isOutage } from '../../outage.ts';
import { isRemembrance, putRemembrances } from '../../store/frontier/put-remembrances.ts';
import type { VersionItem } from '../../envelope/version-items.ts';
import { endIfIntolerable } from '../protocol/end-job.ts';
import { endLatePage, isAwaitingPages } from '../protocol/end-late-page.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { finishTogether } from '../protocol/finish-together.ts';
import type { FinishOutcome, FinishRequest } from '../protocol/frontier-step.ts';
import { limits } from '../../limits/limits.ts';
import { collectChildren } from './collect-children.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit, JobVisits, WaitingEnd } from './host-visit.ts';
import { unsentOfPage } from './unsent-children.ts';

/** What the end of a page needs. */
export type EndingWorker = Pick<
  FetchWorker,
  'table' | 'seen' | 'now' | 'random' | 'sleep' | 'robots' | 'wikis' | 'policies' | 'queues' | 'log' | 'tier'
>;

/**
 * Makes the end of a page whose visit threw an error that concerns this page alone, and logs the error with its stack.
 *
 * @throws the error itself, if a store or a queue is out.
 */
export const endOfThrown = (
  { log }: Pick<FetchWorker, 'log'>,
  job: Pick<RunningJob, 'id'>,
  page: Page,
  error: unknown,
): PageEnd => {
  const why = failureOfThrown(error, page.url, 'CONTENT_UNREADABLE');
  log('page failed', { job: job.id, url: page.url, reason: why.message, stack: errorStack(error) });
  return failedEnd(why);
};

/** Makes the step of a page's end. */
const requestFor = ({ visit, page, end, children }: WaitingEnd): FinishRequest => {
  const { to, facts, items = [], ...changes } = end;
  const { kind, hash, url, state } = page;
  return {
    ...changes,
    job: visit.job,
    page: { kind, hash, url, from: state, to, facts },
    children,
    puts: items.filter((item) => !isRemembrance(item)),
    remembrances: items.filter(isRemembrance),
    token: randomUUID(),
  };
};

const remembrancesOf = ({ end }: WaitingEnd): VersionItem[] => (end.items ?? []).filter(isRemembrance);

/** Puts the last version of a page that has ended. An error is noted with its visit. */
const putVersion = async (worker: EndingWorker, one: WaitingEnd): Promise<void> => {
  try {
    await putRemembrances(worker.table, remembrancesOf(one));
  } catch (error) {
    one.visit.thrown.push(error);
  }
};

/**
 * Puts the last versions of pages that have ended, together. If the table refuses them, it puts each by itself, so that
 * what one page brings stops no other. An outage is noted with all of their visits.
 */
const putVersions = async (worker: EndingWorker, ends: readonly WaitingEnd[]): Promise<void> => {
  try {
    await putRemembrances(worker.table, ends.flatMap(remembrancesOf));
  } catch (error) {
    if (isOutage(error)) {
      for (const { visit } of ends) visit.thrown.push(error);
      return;
    }
    worker.log('versions put one by one', {
      pages: ends.length,
      reason: String(error),
      stack: errorStack(error),
    });
    for (const one of ends) await putVersion(worker, one);
  }
};

/** Notes that an end was written, or the error because of which its visit fails. */
const settle = (one: WaitingEnd, error?: unknown): void => {
  if (error !== undefined) one.visit.thrown.push(error);
  one.settled();
};

/**
 * Writes ends of pages together. An error, when a store or a queue is out, is noted with the visit of its page.
 * `othersOpen`: another page waits here for its end, or for its message, and keeps the job open until this is done.
 */
const writeEnds = async (
  worker: EndingWorker,
  ends: readonly WaitingEnd[],
  othersOpen = false,
): Promise<void> => {
  let settled: Awaited<ReturnType<typeof finishTogether>>;
  try {
    settled = await finishTogether(worker, ends.map(requestFor), {
      othersOpen,
      put: async (requests) => {
        const hashes = new Set(requests.map(({ page }) => page?.hash));
        await putVersions(
          worker,
          ends.filter(({ page }) => hashes.has(page.hash)),
        );
      },
    });
  } catch (error) {
    for (const one of ends) settle(one, error);
    return;
  }
  for (const [index, one] of ends.entries()) {
    const outcome = settled[index];
    try {
      if (outcome?.status === 'fulfilled') await afterEnd(worker, one, outcome.value);
      else await endInstead(worker, one, outcome?.reason);
      settle(one);
    } catch (error) {
      settle(one, error);
    }
  }
};

/** Fails a visit of whose ends one could not be written. @throws the first error, if a store or a queue is out. */
const throwFirst = ({ thrown }: HostVisit): void => {
  if (thrown.length > 0) throw thrown[0];
};

/** Writes the end of a page at once, by itself. @throws as `throwFirst` does. */
const writeEnd = async (worker: EndingWorker, one: Omit<WaitingEnd, 'settled'>): Promise<void> => {
  await writeEnds(worker, [{ ...one, settled: () => undefined }]);
  throwFirst(one.visit);
};

/**
 * Runs the writes of a job's visits one after the other: a later write may let the job end, and earlier ones must be
 * done by then.
 */
const inTurn = async (visits: JobVisits, write: () => Promise<void>): Promise<void> => {
  visits.written = visits.written.then(write, write);
  await visits.written;
};

/** Whether pages stay open until these visits have sent messages for them, which is after the ends are written. */
const leaveOpen = (ends: readonly WaitingEnd[]): boolean =>
  ends.some(({ visit: { admitted, outgoing } }) => admitted.length + outgoing.length > 0);

/** Writes all waiting ends of a job's visits. */
const writeWaitingEnds = async (worker: EndingWorker, visits: JobVisits): Promise<void> => {
  clearTimeout(visits.quiet);
  clearTimeout(visits.leaving);
  visits.leaving = undefined;
  const ends = visits.ends.splice(0);
  await inTurn(visits, async () => await writeEnds(worker, ends, leaveOpen(ends)));
};

/**
 * Has the end of a page wait for others of its job, in its own visit and in those that share the invocation. All are
 * written once none has come for a while, so a page that hangs does not delay those that came.
 *
 * @throws as `throwFirst` does.
 */
const addWaitingEnd = async (worker: EndingWorker, one: Omit<WaitingEnd, 'settled'>): Promise<void> => {
  const { visit, since } = one;
  const { visits } = visit;
  const { promise, resolve } = Promise.withResolvers<void>();
  visit.unwritten.push(promise);
  visits.ends.push({ ...one, settled: resolve });
  clearTimeout(visits.quiet);
  visits.quiet = setTimeout(() => void writeWaitingEnds(worker, visits), limits.endQuietMs);
  const waits = worker.now() - (visits.ends[0]?.since ?? since);
  // The newest keeps waiting: until it ends, the job cannot be over, so versions can be written separately.
  if (visits.ends.length > limits.endsTogetherMax || waits > limits.endWaitMs) {
    const ends = visits.ends.splice(0, visits.ends.length - 1);
    await inTurn(visits, async () => await writeEnds(worker, ends, true));
  }
  throwFirst(visit);
};

/**
 * Notes that a visit ends no more pages. The last visit of its job in the invocation to do so has all ends written.
 * Harmless to repeat.
 */
export const leaveVisits = async (worker: EndingWorker, visits: JobVisits, visit: object): Promise<void> => {
  if (!visits.visiting.delete(visit)) return;
  if (visits.visiting.size === 0) await writeWaitingEnds(worker, visits);
  else if (visits.ends.length > 0)
    visits.leaving ??= setTimeout(() => void writeWaitingEnds(worker, visits), limits.endQuietMs);
};

/**
 * Waits until the ends of a visit are written: at most a moment longer than it takes, while other visits of its job in
 * the invocation still end pages.
 *
 * @throws as `throwFirst` does, also for earlier writes.
 */
export const writeLastEnds = async (worker: EndingWorker, visit: HostVisit): Promise<void> => {
  await leaveVisits(worker, visit.visits, visit.key);
  await Promise.all(visit.unwritten);
  // Until the others that were written with them are, so that what all admitted is sent together.
  await visit.visits.written;
  throwFirst(visit);
};

/** Ends a page with an error because its own end could not be written. @throws the error, if a store is out. */
const endInstead = async (worker: EndingWorker, waiting: WaitingEnd, error: unknown): Promise<void> => {
  const { visit, page } = waiting;
  const one = { ...waiting, end: endOfThrown(worker, visit.job, page, error), children: [] };
  await afterEnd(worker, one, await finishPage(worker, requestFor(one)));
};

/** Delivers a page whose job was over first, if the job waits for it: one look at the job serves all visits here. */
const stopVisit = async (worker: EndingWorker, one: WaitingEnd): Promise<void> => {
  const { visit, page } = one;
  visit.stopped = true;
  const isAwaited = async (): Promise<boolean> =>
    await (visit.visits.awaited ??= isAwaitingPages(worker, visit.job.id));
  if (await endLatePage(worker, requestFor(one), isAwaited))
    worker.log('page delivered late', { job: visit.job.id, url: page.url });
};

/** Does what follows from an end that was written, by this worker or by another. */
const afterEnd = async (worker: EndingWorker, one: WaitingEnd, finished: FinishOutcome): Promise<void> => {
  const { visit, page, end, children } = one;
  const { kind, hash } = page;
  const { to, facts } = end;
  visit.admitted.push(...finished.admitted);
  if (finished.kind === 'finished') {
    visit.mapped += end.counts?.mapped ?? 0;
    visit.sitemapBytes += end.counts?.sitemapBytes ?? 0;
    if (to === 'fetched') visit.fetched.push(hash);
  }
  if (visit.redelivered && children.length > 0)
    visit.admitted.push(...(await unsentOfPage(worker.table, visit.job.id, hash, children)));
  const told = finished.stays === true ? ({ ...end, to: 'admitted' } as const) : end;
  logEnd(worker, visit, page, told, finished.admitted.length);
  if (finished.kind === 'job-over') await stopVisit(worker, one);
  else if (kind === 'page' && to !== 'fetched' && to !== 'done') {
    if (await endIfIntolerable(worker, visit.job, facts.code ?? 'INTERNAL')) visit.stopped = true;
  }
};

const logEnd = (
  { log }: Pick<FetchWorker, 'log'>,
  { job }: HostVisit,
  { kind, url }: Page,
  { to, facts }: Pick<PageEnd, 'facts'> & { readonly to: PageState },
  admitted: number,
): void => {
  const { traps, code, message: reason, status } = facts;
  if (traps !== undefined) log('traps', { job: job.id, url, traps });
  if (kind !== 'page') log('sitemap', { job: job.id, url, to, status, code, reason, admitted });
};

/** Whether a page may wait for others: nothing else depends on how its end turns out. */
const mayWait = ({ tier }: Pick<EndingWorker, 'tier'>, visit: HostVisit, page: Page, end: PageEnd): boolean =>
  page.kind === 'page' &&
  end.scopeUrl === undefined &&
  // A page from a browser or a service costs too much to be fetched twice.
  tier.name !== 'browser' &&
  page.tier !== 'remote' &&
  !visit.redelivered &&
  visit.job.request.map === undefined &&
  visit.job.request.extract?.failFast !== true;

/**
 * Ends a page in the frontier, together with others of its job in this invocation if it may wait for them. Its children
 * are sent with the rest. If judging its links or writing its end throws, the page ends with that error instead.
 */
export const endPage = async (
  worker: EndingWorker,
  visit: HostVisit,
  page: Page,
  end: PageEnd,
): Promise<void> => {
  const { state } = page;
  if (!isOpen(state)) return;
  const open = { ...page, state };
  const since = worker.now();
  let children: readonly NewPage[];
  try {
    children = await collectChildren(worker, visit, page, end);
  } catch (error) {
    const instead = endOfThrown(worker, visit.job, page, error);
    return await writeEnd(worker, { visit, page: open, end: instead, children: [], since });
  }
  const one = { visit, page: open, end, children, since };
  if (mayWait(worker, visit, page, end)) await addWaitingEnd(worker, one);
  else await writeEnd(worker, one);
};
