import type { Failure } from '../../failure.ts';
import { failureOfThrown, errorStack } from '../../outage.ts';
import { failedEnd } from '../../envelope/page-end.ts';
import { nextAttempt } from '../../fetch/politeness/retry.ts';
import { openRobotsWork, type RobotsWork } from '../../fetch/robots/robots-judgement.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import type { Page } from '../../frontier/page.ts';
import { endPage, type EndingWorker } from './end-page.ts';
import type { FetchWorker } from './fetch-worker.ts';
import { requeue, type HostVisit } from './host-visit.ts';
import { recordFailure } from './record-failure.ts';

/** Computes how long a host asked to get no requests when its robots.txt could not be read. */
const retryAfterOf = (verdict: RobotsVerdict, now: number): number | undefined =>
  verdict.kind === 'disallow-all' && verdict.retryAt !== undefined
    ? Math.max(0, verdict.retryAt - now)
    : undefined;

/** Handles a page that robots.txt, or the lack of one, forbids: ends it, or has it tried again. */
const refusePage = async (
  worker: EndingWorker,
  visit: HostVisit,
  page: Page,
  { why, verdict }: { readonly why: Failure; readonly verdict: RobotsVerdict },
): Promise<void> => {
  const retryAfterMs = retryAfterOf(verdict, worker.now());
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

/** Says why robots.txt forbids a page. A URL that cannot be judged is not requested. */
const judgeRobots = (
  { robots, log }: Pick<FetchWorker, 'robots' | 'log'>,
  { job }: HostVisit,
  verdict: RobotsVerdict,
  page: Page,
  work: RobotsWork,
): Failure | null => {
  try {
    return robots.judge(verdict, page.url, work);
  } catch (error) {
    log('page failed', { job: job.id, url: page.url, reason: String(error), stack: errorStack(error) });
    return failureOfThrown(error, page.url, 'CONTENT_UNREADABLE');
  }
};

/** Ends the pages that robots.txt forbids, or puts them off if it cannot be read. Keeps the others in `pending`. */
export const refuseForbidden = async (
  worker: FetchWorker,
  visit: HostVisit,
  pending: Page[],
  verdict: RobotsVerdict,
): Promise<void> => {
  const work = openRobotsWork();
  const isPassed = (page: Page): boolean =>
    visit.passed.verdict === verdict && visit.passed.pages.has(page.hash);
  const judged = pending.map((page) => ({
    page,
    why: isPassed(page) ? null : judgeRobots(worker, visit, verdict, page, work),
  }));
  visit.passed = {
    verdict,
    pages: new Set(judged.flatMap(({ page, why }) => (why === null ? [page.hash] : []))),
  };
  pending.splice(0, pending.length, ...judged.flatMap(({ page, why }) => (why === null ? [page] : [])));
  for (const { page, why } of judged) {
    if (why !== null) await refusePage(worker, visit, page, { why, verdict });
  }
};
