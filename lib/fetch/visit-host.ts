import { randomUUID } from 'node:crypto';
import { findPages } from '../aws/find-pages.ts';
import { sendBundles, type Queues } from '../aws/queues.ts';
import type { Failure } from '../failure.ts';
import { bundlesOf, delaySecondsOf, type Bundle, type OutgoingBundle } from '../frontier/bundle.ts';
import { endIfDrained } from '../frontier/end-job.ts';
import { finishPage, type FinishDependencies } from '../frontier/finish-page.ts';
import { isOpen, type Page } from '../frontier/page.ts';
import type { RunningJob } from '../frontier/start-job.ts';
import { limits } from '../limits.ts';
import type { HostGate } from './hold-host.ts';
import { graceMs, remainingSlots, type PacePolicy, type PaceReport, type Slots } from './pace.ts';
import type { RobotsBook, RobotsVerdict } from './robots-book.ts';
import { visitPage, type PageVisit, type VisitPageDependencies } from './visit-page.ts';

/**
 * Visits one host for the pages of one job: reserves slots, asks for robots.txt first, fetches a page in each slot, and puts
 * off what does not fit.
 *
 * Everything that is put off or admitted here is sent before this returns, and only then is the message acknowledged. If
 * we die earlier, the message comes back: pages that are over are passed by, the others are visited again.
 */
export interface VisitDependencies extends FinishDependencies, VisitPageDependencies {
  readonly queues: Queues;
  readonly gate: HostGate;
  readonly robots: RobotsBook;
  readonly policyOf: (host: string, job: RunningJob, verdict: RobotsVerdict | null) => PacePolicy;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
}

interface Visit {
  readonly job: RunningJob;
  readonly host: string;
  readonly lease: string;
  /** Milliseconds since the epoch after which no request is started. */
  readonly lastStart: number;
  readonly outgoing: OutgoingBundle[];
  stopped: boolean;
}

const putOff = (
  visit: Visit,
  pages: readonly Page[],
  delayMs: number,
  slots?: Slots,
): void => {
  const bundles = bundlesOf(visit.job.id, visit.job.priority, pages);
  for (const [index, bundle] of bundles.entries()) {
    if (slots === undefined) {
      visit.outgoing.push({ bundle, delaySeconds: delaySecondsOf(delayMs) });
      continue;
    }
    const skipped = index * limits.bundlePagesMax * slots.spacing;
    const own: Bundle = {
      ...bundle,
      slots: { from: slots.from + skipped, count: bundle.pages.length, spacing: slots.spacing },
    };
    // A second early: the worker waits for the slot itself, which a late message would miss.
    const delaySeconds = Math.max(0, Math.floor((delayMs + skipped) / 1_000) - 1);
    visit.outgoing.push({ bundle: own, delaySeconds: Math.min(delaySeconds, limits.messageDelaySecondsMax) });
  }
};

const finishVisited = async (
  dependencies: VisitDependencies,
  visit: Visit,
  page: Page,
  outcome: Extract<PageVisit, { kind: 'end' }>,
): Promise<void> => {
  if (!isOpen(page.state)) return;
  const finished = await finishPage(dependencies, {
    job: visit.job,
    page: { hash: page.hash, from: page.state, to: outcome.to, attributes: outcome.attributes },
    children: outcome.children,
    counts: outcome.counts,
    jobAttributes: outcome.jobAttributes,
    puts: outcome.puts,
    token: randomUUID(),
  });
  for (const bundle of bundlesOf(visit.job.id, visit.job.priority, finished.admitted)) {
    visit.outgoing.push({ bundle, delaySeconds: 0 });
  }
  if (finished.kind === 'job-over') visit.stopped = true;
};

const blockPages = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pages: readonly Page[],
  why: Failure,
): Promise<void> => {
  for (const page of pages) {
    await finishVisited(dependencies, visit, page, {
      kind: 'end',
      to: 'blocked',
      attributes: { code: why.code, message: why.message },
      children: [],
      counts: {},
      jobAttributes: {},
      puts: [],
    });
  }
};

interface Tally {
  answered: number;
  failedInRow: number;
  retryAfterMs: number | undefined;
  totalMs: number;
  used: number;
}

/** Fetches pages from `pending`, each in a slot, `inFlight` at a time, until slots, pages or the time are used up. */
const useSlots = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pending: Page[],
  granted: { readonly slots: Slots; readonly inFlight: number; readonly policy: PacePolicy },
): Promise<PaceReport> => {
  const { slots } = granted;
  const grace = graceMs(granted.policy.spacingMs);
  let index = 0;
  const tally: Tally = { answered: 0, failedInRow: 0, retryAfterMs: undefined, totalMs: 0, used: 0 };

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
    slots.spacing === 0 || (await takeSlot()) || (await dependencies.gate.waitForSlot(visit.host, granted.policy));

  const onePage = async (page: Page): Promise<void> => {
    const outcome = await visitPage(dependencies, visit.job, page, takeHopSlot);
    tally.totalMs += outcome.ms;
    tally.used += 1;
    if (outcome.hostFailed) tally.failedInRow += 1;
    else {
      tally.answered += 1;
      tally.failedInRow = 0;
    }
    if (outcome.kind === 'end') return await finishVisited(dependencies, visit, page, outcome);
    if (outcome.wholeHost) tally.retryAfterMs = Math.max(tally.retryAfterMs ?? 0, outcome.delayMs);
    if (outcome.counted) putOff(visit, [page], outcome.delayMs);
  };

  const worker = async (): Promise<void> => {
    while (pending.length > 0 && !visit.stopped && tally.retryAfterMs === undefined) {
      if (tally.failedInRow >= limits.breakerFailuresMax || dependencies.now() > visit.lastStart) return;
      const page = pending.shift();
      if (page === undefined) return;
      if (!(await takeSlot())) return void pending.unshift(page);
      await onePage(page);
    }
  };
  await Promise.all(Array.from({ length: granted.inFlight }, worker));
  return {
    answered: tally.answered,
    failedInRow: tally.failedInRow,
    granted: slots,
    unusedFrom: slots.from + index * slots.spacing,
    ...(tally.retryAfterMs === undefined ? {} : { retryAfterMs: tally.retryAfterMs }),
    ...(tally.used === 0 ? {} : { responseMs: Math.round(tally.totalMs / tally.used) }),
  };
};

/** Reads robots.txt in the first of the granted slots. */
const askRobots = async (
  dependencies: VisitDependencies,
  visit: Visit,
  origin: string,
  slots: Slots,
): Promise<PaceReport> => {
  const wait = slots.from - dependencies.now();
  if (wait > 0) await dependencies.sleep(wait);
  const started = dependencies.now();
  const verdict = await dependencies.robots.ask(visit.host, origin);
  const unreachable = verdict.kind === 'disallow-all';
  return {
    answered: unreachable ? 0 : 1,
    failedInRow: unreachable ? 1 : 0,
    granted: slots,
    unusedFrom: slots.from + slots.spacing,
    responseMs: dependencies.now() - started,
  };
};

const visitPending = async (
  dependencies: VisitDependencies,
  visit: Visit,
  pending: Page[],
  promised: Slots | undefined,
): Promise<void> => {
  let promise = promised;
  while (pending.length > 0 && !visit.stopped) {
    const first = pending[0] as Page;
    const ignoresRobots = visit.job.request.crawl?.ignoreRobotsTxt === true;
    const verdict: RobotsVerdict | null = ignoresRobots
      ? { kind: 'allow-all' }
      : await dependencies.robots.known(visit.host);
    if (verdict !== null) {
      const judged = pending.map((page) => ({ page, why: dependencies.robots.judge(verdict, page.url) }));
      pending.splice(0, pending.length, ...judged.flatMap(({ page, why }) => (why === null ? [page] : [])));
      for (const { page, why } of judged) {
        if (why?.code === 'ROBOTS_UNREACHABLE' && page.attempts < 3) {
          const delayMs = limits.robotsRetryMs * 2 ** page.attempts;
          if (await dependencies.recordFailure(visit.job.id, page, why, delayMs)) putOff(visit, [page], delayMs);
        } else if (why !== null) await blockPages(dependencies, visit, [page], why);
      }
      if (pending.length === 0) return;
    }
    if (dependencies.now() > visit.lastStart) return putOff(visit, pending.splice(0), 0);
    const policy = dependencies.policyOf(visit.host, visit.job, verdict);
    const reservation = await dependencies.gate.reserve(visit.host, policy, {
      wanted: verdict === null ? 1 : pending.length,
      lease: visit.lease,
      ...(promise === undefined ? {} : { promised: promise }),
    });
    promise = undefined;
    if (reservation.kind === 'later') {
      const delayMs = reservation.at - dependencies.now();
      dependencies.log('put off', { job: visit.job.id, host: visit.host, pages: pending.length, delayMs });
      // Slots promised for the robots request alone are not slots for the pages.
      return putOff(visit, pending.splice(0), delayMs, verdict === null ? undefined : reservation.slots);
    }
    const report =
      verdict === null
        ? await askRobots(dependencies, visit, new URL(first.url).origin, reservation.slots)
        : await useSlots(dependencies, visit, pending, {
            slots: reservation.slots,
            inFlight: reservation.inFlight,
            policy,
          });
    await dependencies.gate.release(visit.host, visit.lease, report);
  }
};

/**
 * Visits the pages of one or several bundles of one host and one job. Throws when a store or a queue is out; the messages
 * then come again.
 */
export const visitHost = async (
  dependencies: VisitDependencies,
  job: RunningJob,
  bundles: readonly Bundle[],
  lastStart: number,
): Promise<void> => {
  const host = bundles[0]?.host ?? '';
  const pages = await findPages(
    dependencies.table,
    job.id,
    bundles.flatMap((bundle) => bundle.pages),
  );
  const now = dependencies.now();
  const visit: Visit = { job, host, lease: randomUUID(), lastStart, outgoing: [], stopped: false };
  const open = pages.filter((page) => page.state === 'admitted');
  const early = open.filter((page) => (page.notBefore ?? 0) > now + limits.slotPatienceMs);
  for (const page of early) putOff(visit, [page], (page.notBefore ?? now) - now);
  const pending = open.filter((page) => !early.includes(page));
  const promised = bundles.find((bundle) => bundle.slots !== undefined)?.slots;
  try {
    await visitPending(dependencies, visit, pending, promised);
  } finally {
    // Also after an error: what was admitted before it must go out now rather than wait for the heartbeat.
    if (!visit.stopped) await sendBundles(dependencies.queues, visit.outgoing);
  }
  await endIfDrained(dependencies, job.id);
};

