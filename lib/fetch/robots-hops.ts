import { failure } from '../failure.ts';
import { hostOf } from '../frontier/page.ts';
import type { RunningJob } from '../job/job.ts';
import type { CheckHop } from './fetch-request.ts';
import type { HostGate } from './host-gate.ts';
import { openOtherHosts } from './other-hosts.ts';
import type { RobotsBook } from './robots-book.ts';
import type { VisitDependencies } from './visit.ts';
import type { RobotsVerdict } from './robots-verdict.ts';

interface RobotsHopDependencies {
  readonly gate: HostGate;
  readonly robots: RobotsBook;
  readonly policyOf: VisitDependencies['policyOf'];
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Asks a host, whose lease the caller holds, for its robots.txt. Each redirect is a request like any other and takes a slot of
 * its host; the rules of a host that is redirected to do not apply to robots.txt itself (RFC 9309 section 2.3.1.2).
 */
export const askForRobots = async (
  dependencies: RobotsHopDependencies,
  job: RunningJob,
  origin: string,
): Promise<RobotsVerdict> => {
  const { gate, robots, policyOf, now, sleep } = dependencies;
  const host = hostOf(origin);
  const others = openOtherHosts(gate, now, sleep);
  const checkHop: CheckHop = async (url) => {
    const to = hostOf(url);
    const policy = policyOf(to, job, await robots.known(to));
    const granted = to === host ? await gate.waitForSlot(host, policy) : await others.takeSlot(url, policy);
    if (granted) return { ok: true };
    const message = `Cannot follow the redirect of robots.txt to ${url}: its host has no room for one more request now`;
    return { ok: false, failure: failure('HOST_BUSY', message) };
  };
  try {
    return await robots.ask(host, origin, checkHop, job.request.scrape.skipTlsVerification);
  } finally {
    await others.release(undefined);
  }
};
