import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { failure, type Failure } from '../failure.ts';
import { scopeOf } from '../frontier/job-scope.ts';
import { hostOf, type Page } from '../frontier/page.ts';
import { judgeLink } from '../frontier/scope.ts';
import type { RunningJob } from '../frontier/start-job.ts';
import { limits } from '../limits.ts';
import { fetchHttp, type CheckHop } from './fetch-http.ts';
import type { HostGate } from './hold-host.ts';
import type { Slots } from './pace.ts';
import type { RobotsBook } from './robots-book.ts';
import type { VisitDependencies } from './visit.ts';
import type { VisitPageDependencies } from './visit-page.ts';

/** What a request to a page touches. */
export interface RequestDependencies {
  readonly dispatcher: Dispatcher;
  readonly unverifiedDispatcher: Dispatcher;
  readonly userAgent: string;
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

/** Robots and pace of another host that a redirect leads to; the lease is held until the fetch ends. */
const enterHost = async (
  dependencies: RequestDependencies,
  job: RunningJob,
  url: string,
  held: HeldLease[],
): Promise<HopVerdict> => {
  const host = hostOf(url);
  const known = await dependencies.robots.known(host);
  const policy = dependencies.policyOf(host, job, known);
  if (!held.some((one) => one.host === host)) {
    const lease = randomUUID();
    const reservation = await dependencies.gate.reserve(host, policy, { wanted: 1, lease });
    if (reservation.kind === 'later') return busy(url);
    held.push({ host, lease, granted: reservation.slots });
    const wait = reservation.slots.from - dependencies.now();
    if (wait > 0) await dependencies.sleep(wait);
  } else if (!(await dependencies.gate.waitForSlot(host, policy))) return busy(url);
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

/** Makes the step that requests a page over HTTP, every hop within scope, robots and pace. */
export const pageRequester =
  (dependencies: RequestDependencies): VisitPageDependencies['fetch'] =>
  async (job, page, takeHopSlot) => {
    const held: HeldLease[] = [];
    const checkHop: CheckHop = async (url) => {
      const why = outOfScope(job, page, url);
      if (why !== null) return refused(why);
      if (hostOf(url) !== hostOf(page.url)) return await enterHost(dependencies, job, url, held);
      const verdict = await dependencies.robots.known(hostOf(url));
      const forbidden = verdict === null ? null : dependencies.robots.judge(verdict, url);
      if (forbidden !== null && job.request.crawl?.ignoreRobotsTxt !== true) return refused(forbidden);
      return (await takeHopSlot()) ? passed : busy(url);
    };
    try {
      return await fetchHttp(
        {
          url: page.url,
          userAgent: dependencies.userAgent,
          headers: job.request.scrape.headers,
          timeoutMs: Math.min(job.request.scrape.timeoutMs ?? limits.requestMs, limits.requestMs),
          skipTlsVerification: job.request.scrape.skipTlsVerification,
        },
        {
          dispatcher: dependencies.dispatcher,
          unverifiedDispatcher: dependencies.unverifiedDispatcher,
          checkHop,
          now: dependencies.now,
        },
      );
    } finally {
      await Promise.all(
        held.map(({ host, lease, granted }) =>
          dependencies.gate.release(host, lease, { answered: 1, failedInRow: 0, granted }),
        ),
      );
    }
  };
