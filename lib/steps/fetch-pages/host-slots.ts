import type { Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { firstQuestion } from './ask-wiki.ts';
import { endOfUnneeded } from './end-without-request.ts';
import { endPage } from './end-page.ts';
import type { PaceReport } from '../../fetch/politeness/pace-report.ts';
import type { SlotReservation } from '../../fetch/politeness/pace.ts';
import {
  isSlow,
  slotSpacing,
  type PacePolicy,
  type Slots,
  type ReturnTimes,
  type Promised,
} from '../../fetch/politeness/slot-times.ts';
import { queueSlots, type SlotQueue } from '../../fetch/politeness/queue-slots.ts';
import { isFull, type HostVisit } from './host-visit.ts';
import { hasReadEnough } from './sitemap-bytes.ts';
import { knownValidators, prepareVersions } from './keep/last-version.ts';
import { visitPage, type PageWorker, type Visited } from './visit-page.ts';
import { scheduledHost } from '../../store/hosts/pace.ts';
import type { RunningJob } from '../../job/job.ts';
import type { HostRateLimiter } from '../hosts/host-rate-limiter.ts';

/** Slots of a host with the right to use them, or when to ask for them again. */
export type JobSlots =
  | {
      readonly kind: 'later';
      readonly at: number;
      readonly slots?: Promised;
      readonly returnTimes?: ReturnTimes;
      readonly retriesInVain?: true;
    }
  | {
      readonly kind: 'go';
      readonly slots: Slots;
      readonly inFlight: number;
      readonly failuresLeft: number;
      readonly retriesPay: boolean;
      readonly retriesInVain: boolean;
      readonly rest?: ReturnTimes;
      release(report: PaceReport): Promise<void>;
    };

/** Leases without spacing. */
const sharePolicy = { spacingMs: 0, concurrency: limits.scheduledConcurrencyMax };

/** A part of what scheduled runs may request at a time. */
interface ScheduledShare {
  readonly kind: 'go';
  readonly inFlight: number;
  release(): Promise<void>;
}

/**
 * Takes a share for a scheduled run. While fewer than half of all shares are in use, a share that is given back stays
 * with the sandbox: its next page needs none of the two writes.
 */
const takeShare = async (
  rateLimiter: HostRateLimiter,
  wanted: number,
  lease: string,
): Promise<ScheduledShare | Extract<SlotReservation, { kind: 'later' }>> => {
  const kept = rateLimiter.resume(scheduledHost);
  const granted = kept?.granted ?? (await rateLimiter.reserve(scheduledHost, sharePolicy, { wanted, lease }));
  if (granted.kind === 'later') return granted;
  const held = kept?.lease ?? lease;
  const unused = { answered: 0, failedInRow: 0, granted: granted.slots };
  return {
    kind: 'go',
    inFlight: granted.inFlight,
    release: async () => {
      const rests = rateLimiter.rest(scheduledHost, held, granted, limits.scheduledConcurrencyMax / 2);
      if (!rests) await rateLimiter.release(scheduledHost, held, unused);
    },
  };
};

/**
 * Reserves slots of a host for a job. A scheduled run also needs its share of `limits.scheduledConcurrencyMax`. It
 * takes that share first, because a slot of the host would pass meanwhile.
 */
export const reserveForJob = async (
  rateLimiter: HostRateLimiter,
  host: string,
  job: RunningJob,
  ask: {
    readonly policy: PacePolicy;
    readonly wanted: number;
    readonly lease: string;
    readonly promised?: Promised;
    readonly returnTimes?: ReturnTimes;
  },
): Promise<JobSlots> => {
  const { policy, ...asked } = ask;
  const wish = { ...asked, team: job.team };
  if (job.source === undefined) {
    const reserved = await rateLimiter.reserve(host, policy, wish);
    if (reserved.kind === 'later') return reserved;
    return {
      ...reserved,
      release: async (report) => await rateLimiter.release(host, ask.lease, { ...report, team: job.team }),
    };
  }
  // At a slow host one page is requested in a visit.
  const wanted = isSlow(slotSpacing(policy)) ? 1 : Math.min(ask.wanted, policy.concurrency);
  const share = await takeShare(rateLimiter, wanted, `${ask.lease}*`);
  if (share.kind === 'later') return { kind: 'later', at: share.at };
  let kept = false;
  try {
    const reserved = await rateLimiter.reserve(host, policy, wish);
    if (reserved.kind === 'later') return reserved;
    kept = true;
    return {
      ...reserved,
      inFlight: Math.min(reserved.inFlight, share.inFlight),
      release: async (report) => {
        try {
          await rateLimiter.release(host, ask.lease, { ...report, team: job.team });
        } finally {
          await share.release();
        }
      },
    };
  } finally {
    if (!kept) await share.release();
  }
};

/** Granted slots of a host, and how they may be used. */
export interface Granted {
  readonly slots: Slots;
  readonly inFlight: number;
  readonly failuresLeft: number;
  readonly retriesPay: boolean;
  readonly retriesInVain: boolean;
  readonly policy: PacePolicy;
}

/** The results of the requests in these slots. */
interface Stats {
  answered: number;
  failedInRow: number;
  retryAfterMs: number | undefined;
  totalMs: number;
  used: number;
  /** Retries that brought a page, and those that failed again. */
  won: number;
  lost: number;
  /** A store or queue is out: no more page is begun. */
  broken: boolean;
}

/** What the workers of one host share while its slots last. */
interface Work {
  readonly worker: PageWorker;
  readonly visit: HostVisit;
  readonly pending: Page[];
  readonly queue: SlotQueue;
  readonly failuresLeft: number;
  readonly retriesPay: boolean;
  readonly retriesInVain: boolean;
  readonly stats: Stats;
}

const take = ({ pending, stats }: Work, { pending: again, hostDelayMs }: Visited): void => {
  if (again !== undefined) pending.unshift(again);
  if (hostDelayMs !== undefined) stats.retryAfterMs = Math.max(stats.retryAfterMs ?? 0, hostDelayMs);
};

/**
 * Asks the questions that come before the pages, each in a slot, and ends the pages that an answer ends. False when no
 * slot is left.
 */
const askFirst = async (work: Work): Promise<boolean> => {
  const { worker, visit, pending, queue, stats } = work;
  for (;;) {
    const ask = await firstQuestion(worker, visit, pending);
    if (ask === null) return true;
    const slot = worker.now() > visit.lastStart ? null : queue.take();
    if (slot === null) return false;
    const answer = await ask(slot);
    stats.totalMs += answer.ms;
    stats.used += 1;
    if (answer.answered) stats.answered += 1;
    for (const { page, outcome } of answer.ended) {
      pending.splice(pending.indexOf(page), 1);
      take(work, await visitPage(worker, visit, page, { kind: 'answered', outcome }));
    }
  }
};

/** Counts what a visit says of the host. Where retries are in vain, one that fails is the fault of its page. */
const count = (
  { stats, retriesInVain }: Pick<Work, 'stats' | 'retriesInVain'>,
  { isSent, ms, hostFailed, isRetry }: Visited,
): void => {
  if (!isSent) return;
  stats.totalMs += ms;
  stats.used += 1;
  if (isRetry) stats[hostFailed ? 'lost' : 'won'] += 1;
  if (hostFailed) stats.failedInRow += isRetry === true && retriesInVain ? 0 : 1;
  else {
    stats.answered += 1;
    stats.failedInRow = 0;
  }
};

/** Whether one more page may be begun: the job runs, there is time, and the host is not in trouble. */
const mayBegin = ({ worker, visit, stats, failuresLeft }: Work): boolean => {
  const failuresMax = stats.answered > 0 ? limits.breakerFailuresMax : failuresLeft;
  return (
    !stats.broken &&
    !visit.stopped &&
    stats.retryAfterMs === undefined &&
    stats.failedInRow < failuresMax &&
    worker.now() <= visit.lastStart
  );
};

/** Visits one pending page after the other, each in a slot, until pages, slots or time run out. */
const visitInTurn = async (work: Work): Promise<void> => {
  const { worker, visit, pending, queue, retriesPay, retriesInVain } = work;
  while (mayBegin(work)) {
    const page = pending.shift();
    if (page === undefined) return;
    if (page.kind !== 'page' && (isFull(visit) || hasReadEnough(visit, page))) {
      const end = await endOfUnneeded(worker, visit, page);
      if (end !== null) await endPage(worker, visit, page, end);
      continue;
    }
    // Read before the slot is taken: a slow store would otherwise let the slot pass.
    const validators = await knownValidators(worker, visit, page);
    const slot = queue.take();
    if (slot === null) return void pending.unshift(page);
    const about = { validators, retriesPay, retriesInVain };
    const visited = await visitPage(worker, visit, page, { kind: 'slot', slot, ...about });
    count(work, visited);
    take(work, visited);
  }
};

/**
 * Fetches pages from `pending`, each in a slot, `inFlight` at a time, until slots, pages or time run out. At a wiki,
 * the first slots may go to the questions that come before its pages.
 */
export const useSlots = async (
  worker: PageWorker,
  visit: HostVisit,
  pending: Page[],
  { slots, inFlight, policy, ...granted }: Granted,
): Promise<PaceReport> => {
  const queue = queueSlots(worker, visit.host, policy, slots);
  const stats: Stats = {
    answered: 0,
    failedInRow: 0,
    retryAfterMs: undefined,
    totalMs: 0,
    used: 0,
    won: 0,
    lost: 0,
    broken: false,
  };
  const work: Work = { worker, visit, pending, queue, stats, ...granted };
  const mayGoOn = await askFirst(work);
  if (mayGoOn) await prepareVersions(worker, visit, pending.slice(0, slots.count));
  // Waits for all of them even if one throws: the others must finish under the lease, and their results be sent.
  const ended = await Promise.allSettled(
    Array.from({ length: mayGoOn ? inFlight : 0 }, async () => {
      try {
        await visitInTurn(work);
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
    ...(stats.won + stats.lost === 0 ? {} : { retries: { won: stats.won, lost: stats.lost } }),
    ...(stats.retryAfterMs === undefined ? {} : { retryAfterMs: stats.retryAfterMs }),
    ...(stats.used === 0 ? {} : { responseMs: Math.round(stats.totalMs / stats.used) }),
  };
};
