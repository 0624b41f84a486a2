import { randomUUID } from 'node:crypto';
import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import type { Page, PageState } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { failureOfThrown, errorStack } from '../../outage.ts';
import { isRemembrance, putRemembrances } from '../../store/frontier/put-remembrances.ts';
import { recordUnits } from '../../store/meter.ts';
import { endIfIntolerable } from '../protocol/end-job.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { finishTogether } from '../protocol/finish-together.ts';
import type { FinishOutcome, FinishRequest } from '../protocol/frontier-step.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit, WaitingEnd } from './host-visit.ts';
import { unsentOfPage } from './unsent-children.ts';

/** What the end of a page touches. */
export type EndingWorker = Pick<
  FetchWorker,
  'table' | 'seen' | 'now' | 'random' | 'sleep' | 'robots' | 'wikis' | 'policies' | 'queues' | 'log' | 'tier'
>;

/**
 * The end of a page while whose visit something was thrown that is not the page's neighbours' concern: it is logged
 * with where it was thrown.
 *
 * @throws what was thrown, where a store or a queue is out.
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

/**
 * The step of a page's end. What is remembered of its version is no part of it: that is put once the page has ended.
 */
const requestFor = (visit: HostVisit, { page, end, children }: WaitingEnd): FinishRequest => {
  const { to, facts, items = [], ...changes } = end;
  const { kind, hash, url, state } = page;
  return {
    ...changes,
    job: visit.job,
    page: { kind, hash, url, from: state, to, facts },
    children,
    puts: items.filter((item) => !isRemembrance(item)),
    token: randomUUID(),
  };
};

/**
 * Writes ends of pages together.
 *
 * @throws what was thrown, where a store or a queue is out; the other ends are written before.
 */
export const writeEnds = async (
  worker: EndingWorker,
  visit: HostVisit,
  ends: readonly WaitingEnd[],
): Promise<void> => {
  // Each is an item below a kilobyte, and is put after the write that carries what was counted.
  recordUnits({ wru: ends.flatMap(({ end: { items = [] } }) => items.filter(isRemembrance)).length });
  const settled = await finishTogether(
    worker,
    ends.map((one) => requestFor(visit, one)),
  );
  const thrown: unknown[] = [];
  for (const [index, one] of ends.entries()) {
    const outcome = settled[index];
    try {
      if (outcome?.status === 'fulfilled') await afterEnd(worker, visit, one, outcome.value);
      else await endInstead(worker, visit, one, outcome?.reason);
    } catch (error) {
      thrown.push(error);
    }
  }
  if (thrown.length > 0) throw thrown[0];
};

/** Writes the ends that wait in a visit. @throws as `writeEnds` does. */
export const writeWaitingEnds = async (worker: EndingWorker, visit: HostVisit): Promise<void> => {
  if (visit.ends.length > 0) await writeEnds(worker, visit, visit.ends.splice(0));
};

/** The end of a page whose own could not be written. @throws what was thrown, where a store is out. */
const endInstead = async (
  worker: EndingWorker,
  visit: HostVisit,
  waiting: WaitingEnd,
  error: unknown,
): Promise<void> => {
  const one = { ...waiting, end: endOfThrown(worker, visit.job, waiting.page, error), children: [] };
  await afterEnd(worker, visit, one, await finishPage(worker, requestFor(visit, one)));
};

/** What follows from an end that was written, or found written. */
const afterEnd = async (
  worker: EndingWorker,
  visit: HostVisit,
  { page, end, children }: WaitingEnd,
  finished: FinishOutcome,
): Promise<void> => {
  const { kind, hash } = page;
  const { to, facts, items = [] } = end;
  visit.admitted.push(...finished.admitted);
  if (finished.kind === 'finished') {
    await putRemembrances(worker.table, items.filter(isRemembrance));
    visit.mapped += end.counts?.mapped ?? 0;
    if (to === 'fetched') visit.fetched.push(hash);
  }
  if (visit.redelivered && children.length > 0)
    visit.admitted.push(...(await unsentOfPage(worker.table, visit.job.id, hash, children)));
  const told = finished.stays === true ? ({ ...end, to: 'admitted' } as const) : end;
  logEnd(worker, visit, page, told, finished.admitted.length);
  if (finished.kind === 'job-over') visit.stopped = true;
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
