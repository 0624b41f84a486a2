import { failure, type Failure } from '../../failure.ts';
import { compileJobScope } from '../../frontier/job-scope.ts';
import { hostOf, isSeed, type Page } from '../../frontier/page.ts';
import { judgeLink, onEveryPath, withoutTraps } from '../../frontier/scope.ts';
import { boundHeaders } from '../../job/bound-headers.ts';
import type { RunningJob } from '../../job/job.ts';
import { isAwaited } from '../../job/job-kind.ts';
import { limits } from '../../limits/limits.ts';
import type { ScrapeOptions } from '../../request/job-spec.ts';
import type { CheckHop, FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import { openOtherHosts, type OtherHosts } from '../../fetch/politeness/other-hosts.ts';
import { policyFor } from '../../fetch/politeness/host-policy.ts';
import type { Slot } from '../../fetch/politeness/slot.ts';
import { creditAccount } from '../../store/jobs/reserve-credits.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import { askForRobots } from './ask-robots.ts';
import { isWithinSite } from '../../fetch/sitemap/sitemap-children.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { Validators } from './keep/last-version.ts';
import type { MediaWikiSites } from '../../fetch/mediawiki/mediawiki-sites.ts';

/** What a request to a page needs. */
export type RequestingWorker = Pick<
  FetchWorker,
  'table' | 'wikis' | 'rateLimiter' | 'robots' | 'policies' | 'now' | 'sleep'
>;

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

/** Takes robots.txt and pace of another host to which a redirect leads. */
const enterHost = async (
  worker: RequestingWorker,
  job: RunningJob,
  url: string,
  others: OtherHosts,
): Promise<HopVerdict> => {
  const { robots, rateLimiter, policies } = worker;
  const host = hostOf(url);
  const known = await robots.cached(host);
  const slot = await others.takeSlot(url, policyFor(policies, host, job, known));
  if (slot === null) return busy(url);
  if (job.request.crawl?.ignoreRobotsTxt === true) return { ok: true, slot };
  if (known !== null) {
    const why = robots.judge(known, url);
    return why === null ? { ok: true, slot } : refused(why);
  }
  // This slot goes to robots.txt; the page itself needs the next one.
  const verdict = await askForRobots(worker, job, new URL(url).origin, slot);
  if (verdict === null) return busy(url);
  const why = robots.judge(verdict, url);
  if (why !== null) return refused(why);
  const next = await rateLimiter.oneMore(host, policyFor(policies, host, job, verdict));
  return next === null ? busy(url) : { ok: true, slot: next };
};

/**
 * Says why a redirect of this page may not lead to a URL; null if it may. A redirect of the seed is free and adds
 * to the site. Other pages must stay within the crawl's scope, sitemaps within their site.
 */
const outOfScope = (wikis: MediaWikiSites, job: RunningJob, page: Page, url: string): Failure | null => {
  if (isSeed(page)) return null;
  const compiled = compileJobScope(job);
  if (compiled === null) return null;
  const scope = withoutTraps(compiled);
  const isKnown = (to: string): boolean => wikis.showsArticle(to);
  const own = judgeLink(page.url, scope, isKnown);
  // Members of a category need not be below the first page.
  const besides = !own.inScope && own.reason === 'above-seed' ? onEveryPath(scope) : scope;
  const follows =
    page.kind !== 'page' ? isWithinSite(job, page.url, url) : judgeLink(url, besides, isKnown).inScope;
  if (follows) return null;
  return failure(
    'REDIRECT_OUT_OF_SCOPE',
    `Not fetched: ${page.url} redirects to ${url}, which the crawl does not include`,
  );
};

/**
 * Whether a redirect within the page's host found no slot. The next try then continues from there. It cannot if the
 * request has actions: they may have led there, and it has to begin again.
 */
const isBusyAtHop = (
  outcome: FetchOutcome,
  page: Page,
  { actions }: ScrapeOptions,
): outcome is Extract<FetchOutcome, { kind: 'failed' }> =>
  outcome.kind === 'failed' &&
  actions === undefined &&
  outcome.failure.code === 'HOST_BUSY' &&
  outcome.redirects.length > 0 &&
  hostOf(outcome.url) === hostOf(page.url);

/** Judges and enters the hops of one page's request. */
const hopsOf = (
  worker: RequestingWorker,
  job: RunningJob,
  page: Page,
  slot: Slot,
  others: OtherHosts,
): { readonly judge: CheckHop; readonly checkHop: CheckHop } => {
  const judge: CheckHop = async (url) => {
    const why = outOfScope(worker.wikis, job, page, url);
    if (why !== null) return refused(why);
    const verdict = await worker.robots.cached(hostOf(url));
    const forbidden = verdict === null ? null : worker.robots.judge(verdict, url);
    return forbidden === null || job.request.crawl?.ignoreRobotsTxt === true ? passed : refused(forbidden);
  };
  const checkHop: CheckHop = async (url) => {
    if (hostOf(url) !== hostOf(page.url)) {
      const why = outOfScope(worker.wikis, job, page, url);
      return why === null ? await enterHost(worker, job, url, others) : refused(why);
    }
    const verdict = await judge(url);
    if (!verdict.ok) return verdict;
    const own = await slot.next();
    return own === null ? busy(url) : { ok: true, slot: own };
  };
  return { judge, checkHop };
};

/** Makes the failure of a page whose caller's headers were sealed under an earlier secret of the deployment. */
const headersLost = (page: Page): FetchOutcome => {
  const message = `Cannot fetch ${page.url}: its headers do not open with the secret that the deployment has now`;
  return { kind: 'failed', failure: failure('INTERNAL', message), url: page.url, ms: 0, redirects: [] };
};

/** Requests a page through a tier. Every hop respects scope, robots.txt and pace. */
export const requestPage = async (
  worker: RequestingWorker,
  job: RunningJob,
  page: Page,
  slot: Slot,
  validators: Validators | null,
  tier: Tier,
): Promise<FetchOutcome> => {
  if (job.request.scrape.sealedHeaders !== undefined) return headersLost(page);
  const others = openOtherHosts(worker.rateLimiter, job.team, worker.now, worker.sleep);
  const url = page.hopUrl ?? page.url;
  const { scrape } = job.request;
  let outcome: FetchOutcome | undefined;
  try {
    outcome = await tier.send(
      {
        url,
        ...boundHeaders(job.request, page.url),
        timeoutMs: Math.min(scrape.timeoutMs ?? tier.requestMs, tier.requestMs),
        ...(page.hopUrl === undefined ? validators : null),
        skipTlsVerification: scrape.skipTlsVerification,
        isMembers: page.kind === 'members',
        isAwaited: isAwaited(job.kind) || job.awaitedUntil !== undefined,
        // The beginning of a sitemap that is too large is still useful.
        ...(page.kind === 'page'
          ? { followRefresh: true }
          : { maxBytes: limits.sitemapBytesMax, cutAtMaxBytes: true }),
      },
      scrape,
      {
        ...hopsOf(worker, job, page, slot, others),
        slot,
        now: worker.now,
        ...(tier.name === 'remote' ? { account: creditAccount(worker.table, job) } : {}),
      },
    );
    return isBusyAtHop(outcome, page, scrape) ? { ...outcome, hopUrl: outcome.url } : outcome;
  } finally {
    await others.release(outcome);
  }
};
