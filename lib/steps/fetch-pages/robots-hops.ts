import { failure } from '../../failure.ts';
import { hostOf } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import type { CheckHop } from '../../fetch/tier/fetch-request.ts';
import type { HostRateLimiter } from '../../fetch/politeness/host-rate-limiter.ts';
import { openOtherHosts } from '../../fetch/politeness/other-hosts.ts';
import type { RobotsCache } from '../hosts/robots-cache.ts';
import type { Slot } from '../../fetch/politeness/slot.ts';
import type { VisitDependencies } from './host-visit.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';

interface RobotsHopDependencies {
  readonly rateLimiter: HostRateLimiter;
  readonly robots: RobotsCache;
  readonly policyOf: VisitDependencies['policyOf'];
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Asks a host, whose lease and slot the caller holds, for its robots.txt; null when no request could leave. Each redirect is a request like any other and takes a slot of
 * its host; the rules of a host that is redirected to do not apply to robots.txt itself (RFC 9309 section 2.3.1.2).
 */
export const askForRobots = async (
  dependencies: RobotsHopDependencies,
  job: RunningJob,
  origin: string,
  slot: Slot,
): Promise<RobotsVerdict | null> => {
  const { rateLimiter, robots, policyOf, now, sleep } = dependencies;
  const host = hostOf(origin);
  const others = openOtherHosts(rateLimiter, now, sleep);
  const checkHop: CheckHop = async (url) => {
    const to = hostOf(url);
    const policy = policyOf(to, job, await robots.cached(to));
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
