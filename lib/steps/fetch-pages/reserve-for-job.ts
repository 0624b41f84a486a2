import { scheduledHost } from '../../store/hosts/pace.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { HostRateLimiter } from '../../fetch/politeness/host-rate-limiter.ts';
import type { PaceReport } from '../../fetch/politeness/pace.ts';
import type { PacePolicy, ReturnTimes, Promised, Slots } from '../../fetch/politeness/slot-times.ts';

/** Slots of a host with the right to use them, or when to ask for them again. */
export type JobSlots =
  | { readonly kind: 'later'; readonly at: number; readonly slots?: Promised; readonly places?: ReturnTimes }
  | {
      readonly kind: 'go';
      readonly slots: Slots;
      readonly inFlight: number;
      readonly failuresLeft: number;
      readonly rest?: ReturnTimes;
      release(report: PaceReport): Promise<void>;
    };

/** Leases without spacing. */
const sharePolicy = { spacingMs: 0, concurrency: limits.scheduledConcurrencyMax };

/**
 * Reserves slots of a host for a job. A scheduled run needs its share of `limits.scheduledConcurrencyMax` as well:
 * first, because a slot of the host does not wait for it. /
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
    readonly place?: ReturnTimes;
  },
): Promise<JobSlots> => {
  const { policy, ...wish } = ask;
  if (job.source === undefined) {
    const reserved = await rateLimiter.reserve(host, policy, wish);
    if (reserved.kind === 'later') return reserved;
    return { ...reserved, release: async (report) => await rateLimiter.release(host, ask.lease, report) };
  }
  const lease = `${ask.lease}*`;
  const share = await rateLimiter.reserve(scheduledHost, sharePolicy, {
    wanted: Math.min(ask.wanted, policy.concurrency),
    lease,
  });
  if (share.kind === 'later') return { kind: 'later', at: share.at };
  const releaseShare = async (): Promise<void> =>
    await rateLimiter.release(scheduledHost, lease, { answered: 0, failedInRow: 0, granted: share.slots });
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
          await rateLimiter.release(host, ask.lease, report);
        } finally {
          await releaseShare();
        }
      },
    };
  } finally {
    if (!kept) await releaseShare();
  }
};
