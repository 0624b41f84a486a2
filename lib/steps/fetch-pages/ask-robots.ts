import { failure } from '../../failure.ts';
import { hostOf } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import type { CheckHop } from '../../fetch/tier/fetch-request.ts';
import { policyFor } from '../../fetch/politeness/host-policy.ts';
import { openOtherHosts } from '../../fetch/politeness/other-hosts.ts';
import type { PaceReport } from '../../fetch/politeness/pace-report.ts';
import { graceMs, type PacePolicy, type Slots } from '../../fetch/politeness/slot-times.ts';
import { openSlot, readyMs, slotAt, type Slot } from '../../fetch/politeness/slot.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';

/** What a request for robots.txt needs. */
type RobotsWorker = Pick<FetchWorker, 'rateLimiter' | 'robots' | 'policies' | 'now' | 'sleep'>;

/**
 * Requests robots.txt from a host whose lease and slot the caller holds; null when no request could leave. Each
 * redirect is a request like any other and takes a slot of its host. The rules of a host that is redirected to do not
 * apply to robots.txt itself (RFC 9309 section 2.3.1.2).
 */
export const askForRobots = async (
  worker: RobotsWorker,
  job: RunningJob,
  origin: string,
  slot: Slot,
): Promise<RobotsVerdict | null> => {
  const { rateLimiter, robots, policies, now, sleep } = worker;
  const host = hostOf(origin);
  const others = openOtherHosts(rateLimiter, job.team, now, sleep);
  const checkHop: CheckHop = async (url) => {
    const to = hostOf(url);
    const policy = policyFor(policies, to, job, await robots.cached(to));
    const own = to === host ? await rateLimiter.oneMore(host, policy) : await others.takeSlot(url, policy);
    if (own !== null) return { ok: true, slot: own };
    const message = `Cannot follow the redirect of robots.txt to ${url}: its host has no room for one more request now`;
    return { ok: false, failure: failure('HOST_BUSY', message) };
  };
  try {
    return await robots.ask(host, origin, { checkHop, slot }, job.request.scrape.skipTlsVerification);
  } finally {
    await others.release(undefined);
  }
};

/**
 * Reads robots.txt in the first of the granted slots, or in one more if that one passes. Does not read it if no slot is
 * near.
 */
export const askRobots = async (
  worker: RobotsWorker & Pick<FetchWorker, 'log'>,
  visit: HostVisit,
  origin: string,
  { slots, policy }: { readonly slots: Slots; readonly policy: PacePolicy },
): Promise<PaceReport> => {
  const { rateLimiter, now } = worker;
  const slot =
    slots.spacing === 0
      ? openSlot
      : slotAt(slots.from, graceMs(policy.spacingMs), worker, {
          instead: () => rateLimiter.oneMore(visit.host, policy, { from: slots.from, count: 1 }),
          next: () => rateLimiter.oneMore(visit.host, policy),
        });
  await slot.comes(readyMs);
  const started = now();
  const verdict = await askForRobots(worker, visit.job, origin, slot);
  if (verdict === null) return { answered: 0, failedInRow: 0, granted: slots };
  const unreachable = verdict.kind === 'disallow-all';
  worker.log('robots', {
    job: visit.job.id,
    host: visit.host,
    verdict: verdict.kind,
    ...(unreachable ? { code: verdict.code, reason: verdict.reason } : {}),
    ms: now() - started,
  });
  const retryAt = unreachable ? verdict.retryAt : undefined;
  return {
    answered: unreachable ? 0 : 1,
    failedInRow: unreachable ? 1 : 0,
    granted: slots,
    unusedFrom: slots.from + slots.spacing,
    responseMs: now() - started,
    // This applies to the whole host: a page there would get the same answer.
    ...(retryAt === undefined ? {} : { retryAfterMs: Math.max(0, retryAt - now()) }),
  };
};
