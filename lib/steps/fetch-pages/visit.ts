import type { Visit, VisitDependencies } from './host-visit.ts';
import { randomUUID } from 'node:crypto';
import { endAfter, isFailureCode, type Failure } from '../../failure.ts';
import { batchUrls, toDelaySeconds } from '../../frontier/url-batch.ts';
import { endIfIntolerable } from '../protocol/end-job.ts';
import { finishPage } from '../protocol/finish-page.ts';
import { isOfSitemap, isOpen, type NewPage, type OpenState, type Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import type { Promised } from '../../fetch/politeness/pace.ts';
import { nextAttempt } from '../../fetch/politeness/retry.ts';
import { hasQuotaFor } from '../../fetch/sitemap/sitemap-children.ts';
import { browserReadyMs, readyMs } from '../../fetch/politeness/slot.ts';
import { unsentOfPage } from './unsent-children.ts';
import { endOfThrown, type PageVisit } from './page-visit.ts';
import { collectChildren } from './visit-children.ts';

/** Whether the job has no place for another page now: sitemaps that were not read are not needed, or not yet. */
export const isFull = ({ job, mapped }: Visit): boolean => !hasQuotaFor(job, (job.mapped ?? 0) + mapped);

/**
 * Sends pages on for later: the first ten with the slots they were promised, the others after `delayMs`. A delay beyond what
 * SQS can keep is written on the URL batch, which then travels until it is due.
 */
export const requeue = (
  visit: Visit,
  pages: readonly Page[],
  delayMs: number,
  now: number,
  slots?: Promised,
): void => {
  const urlBatches = batchUrls(visit.job.id, visit.job.priority, pages);
  for (const [index, urlBatch] of urlBatches.entries()) {
    if (slots !== undefined && index === 0) {
      // Early: the worker waits for the slot itself, which a late message, or a browser that starts, would miss.
      const readySeconds = (pages[0]?.tier === 'browser' ? browserReadyMs : readyMs) / 1_000;
      const early = Math.max(0, Math.floor(delayMs / 1_000) - readySeconds);
      visit.outgoing.push({ urlBatch: { ...urlBatch, slots }, delaySeconds: early });
    } else {
      const far = delayMs > limits.messageDelaySecondsMax * 1_000;
      visit.outgoing.push({
        urlBatch: far ? { ...urlBatch, due: now + delayMs } : urlBatch,
        delaySeconds: toDelaySeconds(delayMs),
      });
    }
  }
};

const isFailure = (page: Page, { to }: Extract<PageVisit, { kind: 'end' }>): boolean =>
  to !== 'fetched' && to !== 'done' && !isOfSitemap(page.hash);

/**
 * Ends a page in the frontier; its children are sent with the rest. What is thrown while its links are judged, or because of
 * what is to be written of it, is its end instead.
 */
export const finishVisited = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page,
  outcome: Extract<PageVisit, { kind: 'end' }>,
): Promise<void> => {
  const { state } = page;
  if (!isOpen(state)) return;
  const open = { ...page, state };
  try {
    await finishWith(
      dependencies,
      visit,
      open,
      outcome,
      await collectChildren(dependencies, visit, page, outcome),
    );
  } catch (error) {
    await finishWith(dependencies, visit, open, endOfThrown(dependencies, visit.job, page, error), []);
  }
};

const finishWith = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page & { readonly state: OpenState },
  outcome: Extract<PageVisit, { kind: 'end' }>,
  children: readonly NewPage[],
): Promise<void> => {
  const finished = await finishPage(dependencies, {
    job: visit.job,
    page: {
      hash: page.hash,
      url: page.url,
      from: page.state,
      to: outcome.to,
      attributes: outcome.attributes,
      isPortion: page.portion !== undefined,
    },
    children,
    counts: outcome.counts,
    jobAttributes: outcome.jobAttributes,
    puts: outcome.puts,
    token: randomUUID(),
  });
  visit.admitted.push(...finished.admitted);
  if (finished.kind === 'finished') visit.mapped += outcome.counts['mapped'] ?? 0;
  if (outcome.to === 'fetched' && finished.kind === 'finished') visit.fetched.push(page.hash);
  if (visit.redelivered && children.length > 0) {
    visit.admitted.push(...(await unsentOfPage(dependencies.table, visit.job.id, page.hash, children)));
  }
  const { traps } = outcome.attributes;
  if (traps !== undefined) dependencies.log('traps', { job: visit.job.id, url: page.url, traps });
  if (isOfSitemap(page.hash)) {
    const { code, message, status } = outcome.attributes;
    const admitted = finished.admitted.length;
    dependencies.log('sitemap', {
      job: visit.job.id,
      url: page.url,
      to: finished.stays === true ? 'admitted' : outcome.to,
      status,
      code,
      reason: message,
      admitted,
    });
  }
  if (finished.kind === 'job-over') visit.stopped = true;
  else if (isFailure(page, outcome)) {
    const { code } = outcome.attributes;
    const why = typeof code === 'string' && isFailureCode(code) ? code : 'INTERNAL';
    if (await endIfIntolerable(dependencies, visit.job, why)) visit.stopped = true;
  }
};

/** What becomes of a page that robots.txt, or the lack of one, keeps us from: its end, or another try. */
export const refusePage = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page,
  why: Failure,
  retryAfterMs?: number,
): Promise<void> => {
  const next = nextAttempt({
    code: why.code,
    attempts: page.attempts,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    random: dependencies.random,
  });
  if (next.again) {
    const mine = await dependencies.recordFailure(visit.job.id, page, why, next.delayMs);
    if (mine) requeue(visit, [page], next.delayMs, dependencies.now());
    return;
  }
  await finishVisited(dependencies, visit, page, {
    kind: 'end',
    to: endAfter(why.code),
    attributes: { code: why.code, message: why.message.slice(0, limits.failureMessageCharactersMax) },
    children: [],
    counts: {},
    jobAttributes: {},
    puts: [],
  });
};
