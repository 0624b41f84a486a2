import type { Page } from '../frontier/page.ts';
import { limits } from '../limits.ts';
import { graceMs, isMissed, remainingSlots, type PacePolicy, type PaceReport, type Slots } from './pace.ts';
import { askForRobots } from './robots-hops.ts';
import { visitPage, type Validators } from './visit-page.ts';
import { finishVisited, putOff, type Visit, type VisitDependencies } from './visit.ts';

interface Tally {
  answered: number;
  failedInRow: number;
  retryAfterMs: number | undefined;
  totalMs: number;
  used: number;
  /** A store or queue is out: no page more is begun. */
  broken: boolean;
}

/** Fetches pages from `pending`, each in a slot, `inFlight` at a time, until slots, pages or the time are used up. */
export const useSlots = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pending: Page[],
  granted: { readonly slots: Slots; readonly inFlight: number; readonly policy: PacePolicy },
): Promise<PaceReport> => {
  const { slots } = granted;
  const grace = graceMs(granted.policy.spacingMs);
  let index = 0;
  const tally: Tally = {
    answered: 0,
    failedInRow: 0,
    retryAfterMs: undefined,
    totalMs: 0,
    used: 0,
    broken: false,
  };

  const nextSlot = (): number | null => {
    if (slots.spacing === 0) return index < slots.count ? (index++, dependencies.now()) : null;
    const open = { ...slots, from: slots.from + index * slots.spacing, count: slots.count - index };
    const left = remainingSlots(open, dependencies.now(), grace);
    index = slots.count - left.count;
    return left.count > 0 ? (index++, left.from) : null;
  };

  /** Waits for the next slot; false when none is left. One that we were too busy to start in is lost, and the next one taken. */
  const takeSlot = async (): Promise<boolean> => {
    for (let slot = nextSlot(); slot !== null; slot = nextSlot()) {
      const wait = slot - dependencies.now();
      if (wait > 0) await dependencies.sleep(wait);
      if (slots.spacing === 0 || dependencies.now() <= slot + grace) return true;
    }
    return false;
  };

  /** A redirect within the host is a request like any other: it takes one of our slots, or asks for one more. */
  const takeHopSlot = async (): Promise<boolean> =>
    slots.spacing === 0 ||
    (await takeSlot()) ||
    (await dependencies.gate.waitForSlot(visit.host, granted.policy));

  const onePage = async (page: Page, validators: Validators | null): Promise<void> => {
    const outcome = await visitPage(dependencies, visit.job, page, takeHopSlot, validators);
    tally.totalMs += outcome.ms;
    tally.used += 1;
    if (outcome.hostFailed) tally.failedInRow += 1;
    else {
      tally.answered += 1;
      tally.failedInRow = 0;
    }
    if (outcome.kind === 'end') return await finishVisited(dependencies, visit, page, outcome);
    if (outcome.wholeHost) tally.retryAfterMs = Math.max(tally.retryAfterMs ?? 0, outcome.delayMs);
    if (outcome.counted) putOff(visit, [outcome.page ?? page], outcome.delayMs, dependencies.now());
  };

  const worker = async (): Promise<void> => {
    while (pending.length > 0 && !tally.broken && !visit.stopped && tally.retryAfterMs === undefined) {
      if (tally.failedInRow >= limits.breakerFailuresMax || dependencies.now() > visit.lastStart) return;
      const page = pending.shift();
      if (page === undefined) return;
      // Before the slot: a slow store would otherwise let it pass.
      const validators = (await dependencies.validatorsOf?.(visit.job, page)) ?? null;
      if (!(await takeSlot())) return void pending.unshift(page);
      await onePage(page, validators);
    }
  };
  // All of them, also when one throws: what the others do must be done under the lease, and be sent.
  const ended = await Promise.allSettled(
    Array.from({ length: granted.inFlight }, async () => {
      try {
        await worker();
      } catch (error) {
        tally.broken = true;
        throw error;
      }
    }),
  );
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return {
    answered: tally.answered,
    failedInRow: tally.failedInRow,
    granted: slots,
    unusedFrom: slots.from + index * slots.spacing,
    ...(tally.retryAfterMs === undefined ? {} : { retryAfterMs: tally.retryAfterMs }),
    ...(tally.used === 0 ? {} : { responseMs: Math.round(tally.totalMs / tally.used) }),
  };
};

/** Reads robots.txt in the first of the granted slots; not at all when a slow store let that slot pass. */
export const askRobots = async (
  dependencies: VisitDependencies,
  visit: Visit,
  origin: string,
  { slots, policy }: { readonly slots: Slots; readonly policy: PacePolicy },
): Promise<PaceReport> => {
  const wait = slots.from - dependencies.now();
  if (wait > 0) await dependencies.sleep(wait);
  const started = dependencies.now();
  if (isMissed(slots, policy, started)) return { answered: 0, failedInRow: 0, granted: slots };
  const verdict = await askForRobots(dependencies, visit.job, origin);
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
