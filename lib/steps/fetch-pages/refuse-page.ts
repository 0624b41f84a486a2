import type { Failure } from '../../failure.ts';
import { failedEnd } from '../../envelope/page-end.ts';
import { nextAttempt } from '../../fetch/politeness/retry.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import type { Page } from '../../frontier/page.ts';
import { endPage, type EndingWorker } from './end-page.ts';
import { requeue, type HostVisit } from './host-visit.ts';
import { recordFailure } from './record-failure.ts';

/** Computes how long a host asked to get no requests when its robots.txt could not be read. */
const retryAfterOf = (verdict: RobotsVerdict, now: number): number | undefined =>
  verdict.kind === 'disallow-all' && verdict.retryAt !== undefined
    ? Math.max(0, verdict.retryAt - now)
    : undefined;

/** Handles a page that robots.txt, or the lack of one, forbids: ends it, or has it tried again. */
export const refusePage = async (
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
