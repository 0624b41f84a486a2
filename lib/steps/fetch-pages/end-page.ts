import { randomUUID } from 'node:crypto';
import type { Failure } from '../../failure.ts';
import { failedEnd, type PageEnd } from '../../envelope/page-end.ts';
import { nextAttempt } from '../../fetch/politeness/retry.ts';
import { isOpen, type NewPage, type OpenState, type Page, type PageState } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { failureOfThrown, errorStack } from '../../outage.ts';
import { endIfIntolerable } from '../protocol/end-job.ts';
import { finishPage } from '../protocol/finish-page.ts';
import type { FetchWorker } from './fetch-worker.ts';
import { requeue, type HostVisit } from './host-visit.ts';
import { recordFailure } from './record-failure.ts';
import { unsentOfPage } from './unsent-children.ts';
import { collectChildren } from './visit-children.ts';

/** What the end of a page touches. */
export type EndingWorker = Pick<
  FetchWorker,
  'table' | 'seen' | 'now' | 'random' | 'sleep' | 'robots' | 'wikis' | 'policies' | 'queues' | 'log'
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
 * Ends a page in the frontier; its children are sent with the rest. What is thrown while its links are judged, or
 * because of what is to be written of it, is its end instead.
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
  try {
    await writeEnd(worker, visit, open, end, await collectChildren(worker, visit, page, end));
  } catch (error) {
    await writeEnd(worker, visit, open, endOfThrown(worker, visit.job, page, error), []);
  }
};

const writeEnd = async (
  worker: EndingWorker,
  visit: HostVisit,
  page: Page & { readonly state: OpenState },
  end: PageEnd,
  children: readonly NewPage[],
): Promise<void> => {
  const { kind, hash, url, state } = page;
  const { to, facts, items: puts = [], ...changes } = end;
  const finished = await finishPage(worker, {
    ...changes,
    job: visit.job,
    page: { kind, hash, url, from: state, to, facts },
    children,
    puts,
    token: randomUUID(),
  });
  visit.admitted.push(...finished.admitted);
  if (finished.kind === 'finished') visit.mapped += end.counts?.mapped ?? 0;
  if (to === 'fetched' && finished.kind === 'finished') visit.fetched.push(hash);
  if (visit.redelivered && children.length > 0)
    visit.admitted.push(...(await unsentOfPage(worker.table, visit.job.id, hash, children)));
  logEnd(
    worker,
    visit,
    page,
    finished.stays === true ? { ...end, to: 'admitted' } : end,
    finished.admitted.length,
  );
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

/** What becomes of a page that robots.txt, or the lack of one, keeps us from: its end, or another try. */
export const refusePage = async (
  worker: EndingWorker,
  visit: HostVisit,
  page: Page,
  why: Failure,
  retryAfterMs?: number,
): Promise<void> => {
  const next = nextAttempt({
    code: why.code,
    attempts: page.attempts,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    random: worker.random,
  });
  if (!next.again) return await endPage(worker, visit, page, failedEnd(why));
  const isMine = await recordFailure(worker, visit.job.id, page, why, next.delayMs);
  if (isMine) requeue(worker, visit, [page], next.delayMs);
};
