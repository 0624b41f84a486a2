import { randomUUID } from 'node:crypto';
import { failure, type Failure } from '../failure.ts';
import { scopeOf } from '../frontier/job-scope.ts';
import { hostOf, type Page } from '../frontier/page.ts';
import { judgeLink } from '../frontier/scope.ts';
import type { RunningJob } from '../frontier/start-job.ts';
import type { CheckHop, FetchOutcome } from './fetch-http.ts';
import type { HostGate } from './hold-host.ts';
import { isMissed, type PaceReport, type Slots } from './pace.ts';
import type { RobotsBook } from './robots-book.ts';
import type { Tier } from './tier.ts';
import type { VisitDependencies } from './visit.ts';
import type { VisitPageDependencies } from './visit-page.ts';

/** What a request to a page touches. */
export interface RequestDependencies {
  readonly tier: Tier;
  readonly gate: HostGate;
  readonly robots: RobotsBook;
  readonly policyOf: VisitDependencies['policyOf'];
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

type HopVerdict = Awaited<ReturnType<CheckHop>>;

const passed: HopVerdict = { ok: true };
const refused = (why: Failure): HopVerdict => ({ ok: false, failure: why });

const busy = (url: string): HopVerdict =>
  refused(
    failure(
      'HOST_BUSY',
      `Cannot follow the redirect to ${url}: its host has no room for one more request now`,
    ),
  );

interface HeldLease {
  readonly host: string;
  readonly lease: string;
  readonly granted: Slots;
}

/** Leases of other hosts that one fetch holds, and whether it has ended while one was still being asked for. */
interface Holding {
  readonly leases: HeldLease[];
  over: boolean;
}

/** Robots and pace of another host that a redirect leads to; the lease is held until the fetch ends. */
const enterHost = async (
  dependencies: RequestDependencies,
  job: RunningJob,
  url: string,
  holding: Holding,
): Promise<HopVerdict> => {
  const host = hostOf(url);
  const known = await dependencies.robots.known(host);
  const policy = dependencies.policyOf(host, job, known);
  if (!holding.leases.some((one) => one.host === host)) {
    const lease = randomUUID();
    const entered = await dependencies.gate.enter(host, policy, lease);
    if (entered === null) return busy(url);
    holding.leases.push({ host, lease, granted: entered.slots });
    const wait = entered.slots.from - dependencies.now();
    if (wait > 0) await dependencies.sleep(wait);
    const missed = isMissed(entered.slots, policy, dependencies.now());
    if (missed && !(await dependencies.gate.waitForSlot(host, policy))) return busy(url);
  } else if (!(await dependencies.gate.waitForSlot(host, policy))) return busy(url);
  if (holding.over) return busy(url);
  if (job.request.crawl?.ignoreRobotsTxt === true) return passed;
  if (known !== null) {
    const why = dependencies.robots.judge(known, url);
    return why === null ? passed : refused(why);
  }
  // The slot goes to robots.txt; the page itself needs the next one.
  const verdict = await dependencies.robots.ask(host, new URL(url).origin);
  const why = dependencies.robots.judge(verdict, url);
  if (why !== null) return refused(why);
  return (await dependencies.gate.waitForSlot(host, dependencies.policyOf(host, job, verdict)))
    ? passed
    : busy(url);
};

/** What the fetch says of a host that it entered on the way: trouble counts where it happened. */
const reportOf = ({ host, granted }: HeldLease, outcome: FetchOutcome | undefined): PaceReport => {
  const here = outcome?.kind === 'failed' && hostOf(outcome.url) === host ? outcome : undefined;
  const failed = here !== undefined && here.status === undefined;
  return {
    answered: failed ? 0 : 1,
    failedInRow: failed ? 1 : 0,
    granted,
    ...(here?.retryAfterMs === undefined ? {} : { retryAfterMs: here.retryAfterMs }),
  };
};

/**
 * Headers that the caller gave go to the host that the caller named, and to no other: a crawl follows links, and a token is
 * not meant for whoever is linked to. Every URL of a batch was named.
 */
const headersFor = (job: RunningJob, url: string): Record<string, string> =>
  job.kind !== 'crawl' || new URL(url).hostname === new URL(job.request.url).hostname
    ? job.request.scrape.headers
    : {};

/** Where a redirect of this page may lead: within the crawl's scope, unless it is the seed, whose redirect moves the scope. */
const outOfScope = (job: RunningJob, page: Page, url: string): Failure | null => {
  if (page.depth === 0) return null;
  const scope = scopeOf(job, job.scopeUrl ?? job.request.url);
  if (scope === null || judgeLink(url, scope).inScope) return null;
  return failure(
    'REDIRECT_OUT_OF_SCOPE',
    `Not fetched: ${page.url} redirects to ${url}, which the crawl does not include`,
  );
};

/** Makes the step that requests a page through a tier, every hop within scope, robots and pace. */
export const pageRequester =
  (dependencies: RequestDependencies): VisitPageDependencies['fetch'] =>
  async (job, page, takeHopSlot) => {
    const holding: Holding = { leases: [], over: false };
    const entering: Promise<unknown>[] = [];
    let busyAt: string | undefined;
    const withinHost = async (url: string): Promise<HopVerdict> => {
      const verdict = await dependencies.robots.known(hostOf(url));
      const forbidden = verdict === null ? null : dependencies.robots.judge(verdict, url);
      if (forbidden !== null && job.request.crawl?.ignoreRobotsTxt !== true) return refused(forbidden);
      if (await takeHopSlot()) return passed;
      busyAt = url;
      return busy(url);
    };
    const checkHop: CheckHop = async (url) => {
      const why = outOfScope(job, page, url);
      if (why !== null) return refused(why);
      if (hostOf(url) === hostOf(page.url)) return await withinHost(url);
      const entered = enterHost(dependencies, job, url, holding);
      entering.push(entered);
      return await entered;
    };
    const url = page.hopUrl ?? page.url;
    let outcome: FetchOutcome | undefined;
    try {
      const { scrape } = job.request;
      const { tier } = dependencies;
      outcome = await tier.send(
        {
          url,
          headers: headersFor(job, url),
          timeoutMs: Math.min(scrape.timeoutMs ?? tier.requestMs, tier.requestMs),
          skipTlsVerification: scrape.skipTlsVerification,
        },
        scrape,
        { checkHop, now: dependencies.now },
      );
      return busyAt === undefined ? outcome : { ...outcome, hopUrl: busyAt };
    } finally {
      // A fetch that ran out of time may leave a reservation under way: its lease is given back as well.
      holding.over = true;
      await Promise.allSettled(entering);
      await Promise.all(
        holding.leases.map((held) =>
          dependencies.gate.release(held.host, held.lease, reportOf(held, outcome)),
        ),
      );
    }
  };
