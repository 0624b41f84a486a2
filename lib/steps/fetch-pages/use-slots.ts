import { isOfSitemap, type Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { isOutage, errorStack } from '../../outage.ts';
import { firstQuestion } from './ask-wiki.ts';
import type { FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import { graceMs, type PacePolicy, type PaceReport, type Slots } from '../../fetch/politeness/pace.ts';
import { queueSlots, type SlotQueue } from '../../fetch/politeness/queue-slots.ts';
import { askForRobots } from './robots-hops.ts';
import { endOfUnneeded } from './end-without-request.ts';
import type { PageVisit, Validators } from './page-visit.ts';
import { openSlot, readyMs, slotAt, type Slot } from '../../fetch/politeness/slot.ts';
import { visitPage } from './visit-page.ts';
import { finishVisited, isFull, requeue } from './visit.ts';
import type { Visit, VisitDependencies } from './host-visit.ts';

interface VisitStats {
  answered: number;
  failedInRow: number;
  retryAfterMs: number | undefined;
  totalMs: number;
  used: number;
  /** A store or queue is out: no page more is begun. */
  broken: boolean;
}

interface Granted {
  readonly slots: Slots;
  readonly inFlight: number;
  readonly failuresLeft: number;
  readonly policy: PacePolicy;
}

/** By what the host could tell that the page is as it was; a version that cannot be read is as good as none. */
const knownValidators = async (
  { validatorsOf, log }: VisitDependencies,
  { job }: Visit,
  page: Page,
): Promise<Validators | null> => {
  try {
    return (await validatorsOf?.(job, page)) ?? null;
  } catch (error) {
    if (isOutage(error)) throw error;
    log('version unread', { job: job.id, url: page.url, reason: String(error), stack: errorStack(error) });
    return null;
  }
};

/** What becomes of a page that was visited: its end, or another try. One that falls to a tier of this worker's is pending again. */
const settle = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pending: Page[],
  stats: VisitStats,
  { page, outcome }: { readonly page: Page; readonly outcome: PageVisit },
): Promise<void> => {
  if (outcome.kind === 'end') return await finishVisited(dependencies, visit, page, outcome);
  if (outcome.kind === 'unsent') return void pending.unshift(page);
  if (outcome.wholeHost) stats.retryAfterMs = Math.max(stats.retryAfterMs ?? 0, outcome.delayMs);
  if (!outcome.counted) return;
  const next = outcome.page ?? page;
  if (outcome.page?.tier === 'http') pending.unshift(outcome.page);
  else requeue(visit, [next], outcome.delayMs, dependencies.now());
};

/** Asks what goes before the pages, each question in a slot, and ends the pages that an answer ends; false when no slot is left. */
const askFirst = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pending: Page[],
  stats: VisitStats,
  slots: SlotQueue,
): Promise<boolean> => {
  for (;;) {
    const ask = await firstQuestion(dependencies, visit, pending);
    if (ask === null) return true;
    const slot = dependencies.now() > visit.lastStart ? null : slots.take();
    if (slot === null) return false;
    const answer = await ask(slot);
    stats.totalMs += answer.ms;
    stats.used += 1;
    if (answer.answered) stats.answered += 1;
    for (const { page, outcome } of answer.ended) {
      const fetch = (): Promise<FetchOutcome> => Promise.resolve(outcome);
      pending.splice(pending.indexOf(page), 1);
      const visited = await visitPage({ ...dependencies, fetch }, visit.job, page, slot, null);
      await settle(dependencies, visit, pending, stats, { page, outcome: visited });
    }
  }
};

/**
 * Fetches pages from `pending`, each in a slot, `inFlight` at a time, until slots, pages or the time are used up. Of a wiki,
 * the first slots may go to what is asked before its pages.
 */
export const useSlots = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pending: Page[],
  granted: Granted,
): Promise<PaceReport> => {
  const { slots } = granted;
  const queue = queueSlots(dependencies, visit.host, granted.policy, slots);
  const stats: VisitStats = {
    answered: 0,
    failedInRow: 0,
    retryAfterMs: undefined,
    totalMs: 0,
    used: 0,
    broken: false,
  };

  const onePage = async (page: Page, slot: Slot, validators: Validators | null): Promise<void> => {
    const outcome = await visitPage(dependencies, visit.job, page, slot, validators);
    if (outcome.kind !== 'unsent') {
      stats.totalMs += outcome.ms;
      stats.used += 1;
      if (outcome.hostFailed) stats.failedInRow += 1;
      else {
        stats.answered += 1;
        stats.failedInRow = 0;
      }
    }
    await settle(dependencies, visit, pending, stats, { page, outcome });
  };

  const failuresMax = (): number => (stats.answered > 0 ? limits.breakerFailuresMax : granted.failuresLeft);

  const worker = async (): Promise<void> => {
    while (pending.length > 0 && !stats.broken && !visit.stopped && stats.retryAfterMs === undefined) {
      if (stats.failedInRow >= failuresMax() || dependencies.now() > visit.lastStart) return;
      const page = pending.shift();
      if (page === undefined) return;
      if (isOfSitemap(page.hash) && isFull(visit)) {
        const end = await endOfUnneeded(dependencies, visit, page);
        if (end !== null) await finishVisited(dependencies, visit, page, end);
        continue;
      }
      // Before the slot: a slow store would otherwise let it pass.
      const validators = await knownValidators(dependencies, visit, page);
      const slot = queue.take();
      if (slot === null) return void pending.unshift(page);
      await onePage(page, slot, validators);
    }
  };
  const mayGoOn = await askFirst(dependencies, visit, pending, stats, queue);
  // All of them, also when one throws: what the others do must be done under the lease, and be sent.
  const ended = await Promise.allSettled(
    Array.from({ length: mayGoOn ? granted.inFlight : 0 }, async () => {
      try {
        await worker();
      } catch (error) {
        stats.broken = true;
        throw error;
      }
    }),
  );
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return {
    answered: stats.answered,
    failedInRow: stats.failedInRow,
    granted: slots,
    unusedFrom: queue.unusedFrom(),
    ...(stats.retryAfterMs === undefined ? {} : { retryAfterMs: stats.retryAfterMs }),
    ...(stats.used === 0 ? {} : { responseMs: Math.round(stats.totalMs / stats.used) }),
  };
};

/** Reads robots.txt in the first of the granted slots, or in one more where that one passes; not at all where none is soon. */
export const askRobots = async (
  dependencies: VisitDependencies,
  visit: Visit,
  origin: string,
  { slots, policy }: { readonly slots: Slots; readonly policy: PacePolicy },
): Promise<PaceReport> => {
  const { rateLimiter, now } = dependencies;
  const slot =
    slots.spacing === 0
      ? openSlot
      : slotAt(slots.from, graceMs(policy.spacingMs), dependencies, {
          instead: () => rateLimiter.oneMore(visit.host, policy, slots.from),
          next: () => rateLimiter.oneMore(visit.host, policy),
        });
  await slot.comes(readyMs);
  const started = now();
  const verdict = await askForRobots(dependencies, visit.job, origin, slot);
  if (verdict === null) return { answered: 0, failedInRow: 0, granted: slots };
  const unreachable = verdict.kind === 'disallow-all';
  dependencies.log('robots', {
    job: visit.job.id,
    host: visit.host,
    verdict: verdict.kind,
    ...(unreachable ? { code: verdict.code, reason: verdict.reason } : {}),
    ms: dependencies.now() - started,
  });
  const retryAt = unreachable ? verdict.retryAt : undefined;
  return {
    answered: unreachable ? 0 : 1,
    failedInRow: unreachable ? 1 : 0,
    granted: slots,
    unusedFrom: slots.from + slots.spacing,
    responseMs: dependencies.now() - started,
    // It speaks for the whole host: a page there would only be told the same.
    ...(retryAt === undefined ? {} : { retryAfterMs: Math.max(0, retryAt - dependencies.now()) }),
  };
};
