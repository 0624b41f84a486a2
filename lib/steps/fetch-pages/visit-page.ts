import { claimVisit } from '../../store/frontier/claim-visit.ts';
import { recordAttempt } from '../../store/frontier/record-attempt.ts';
import type { Table } from '../../store/table.ts';
import { failure, retryClass, type Failure, type FailureCode } from '../../failure.ts';
import { hostOf, isOfSitemap, isOpen, type FallThrough, type Page } from '../../frontier/page.ts';
import { withLines, type RequestLine } from '../../frontier/request-line.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { isOutage } from '../../outage.ts';
import type { FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import type { ProcessPage, NoteGone } from '../../fetch/tier/fetched.ts';
import type { HostTiers } from '../hosts/host-tiers.ts';
import { processMembers } from './process-members.ts';
import { processSitemap } from './process-sitemap.ts';
import { moveToTier } from './move-to-tier.ts';
import { networkFailure } from '../../fetch/http/network-failure.ts';
import { endOfThrown, endWith, shorten, type PageVisit, type Seen, type Validators } from './page-visit.ts';
import { fallOfFailure, refuseChallenge, detectShell } from '../../fetch/tier/next-tier.ts';
import { nextAttempt } from '../../fetch/politeness/retry.ts';
import type { AppShell } from '../../fetch/tier/app-shell.ts';
import type { Slot } from '../../fetch/politeness/slot.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import type { MediaWikiSites } from '../../fetch/mediawiki/mediawiki-sites.ts';
import { isMembersPart } from '../../fetch/mediawiki/wiki-members.ts';

/**
 * Visits one page: one request through a tier, then the stages behind it. The answer says how the page ends, or when it is
 * tried again.
 */
export interface VisitPageDependencies {
  readonly table: Table;
  readonly now: () => number;
  readonly random: () => number;
  readonly fetch: (
    job: RunningJob,
    page: Page,
    slot: Slot,
    validators: Validators | null,
    tier: Tier,
  ) => Promise<FetchOutcome>;
  /** What is known of the page's last version, if "not modified" would be answer enough. Without it, every page is fetched. */
  readonly validatorsOf?: (job: RunningJob, page: Page) => Promise<Validators | null>;
  /** The worker's own tier. */
  readonly tier: Tier;
  /** The tier of a page: the worker's own, or the one before it. */
  readonly tierOf: (page: Page) => Promise<Tier>;
  readonly wikis: MediaWikiSites;
  readonly hostTiers: HostTiers;
  readonly log: (event: string, fields: Record<string, unknown>) => void;
  readonly process: ProcessPage;
  readonly noteGone?: NoteGone;
  /** Notes a failed request on the page; false when somebody else has it or it is over. */
  readonly recordFailure: (
    job: string,
    page: Page,
    why: Failure,
    delayMs: number,
    seen?: {
      readonly status?: number;
      readonly hopUrl?: string;
      readonly requests?: readonly RequestLine[];
    },
  ) => Promise<boolean>;
}

/** Failures by which a host shows that it is in trouble, as opposed to a page that is. */
const hostTrouble: ReadonlySet<FailureCode> = new Set([
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TIMEOUT',
  'PROTOCOL_ERROR',
  'HTTP_UNAVAILABLE',
  'HTTP_SERVER_ERROR',
]);

type FailedFetch = Extract<FetchOutcome, { kind: 'failed' }>;

/** Whether it is the page's own host that is in trouble: not one that it redirects to, and not a caller in a hurry. */
const isHostTrouble = (job: RunningJob, page: Page, outcome: FailedFetch): boolean => {
  if (!hostTrouble.has(outcome.failure.code) || hostOf(outcome.url) !== hostOf(page.url)) return false;
  const hurried = (job.request.scrape.timeoutMs ?? limits.requestMs) < limits.requestMs;
  return !(hurried && outcome.failure.code === 'TIMEOUT');
};

/** Of a URL in the trail: enough to tell which it was. */
const urlCharactersKept = 300;

/** Makes the `recordFailure` of a table. */
export const recordFailureIn =
  (table: Table, now: () => number): VisitPageDependencies['recordFailure'] =>
  async (job, page, why, delayMs, seen = {}) => {
    if (!isOpen(page.state)) return false;
    const at = now();
    return await recordAttempt(
      table,
      job,
      { hash: page.hash, state: page.state, attempts: page.attempts, tier: page.tier },
      {
        failure: { code: why.code, message: shorten(why.message) },
        ...seen,
        notBefore: at + delayMs,
        now: at,
      },
    );
  };

/** The page's trail with the requests of this visit. */
const trailOf = (page: Page, outcome: FetchOutcome, tier: Tier): RequestLine[] =>
  withLines(
    page.requests,
    (outcome.requests ?? []).map(({ url, ...sent }) => ({
      ...sent,
      tier: tier.name,
      retry: page.attempts,
      ...(url === page.url ? {} : { url: url.slice(0, urlCharactersKept) }),
    })),
  );

/**
 * Has a page wait for the tier after this one, and answers when its URL batch is to be sent; null where it stays with what this
 * one got: it is the last, or the configuration keeps the host to it.
 */
const fallThrough = async (
  { table, hostTiers, log }: VisitPageDependencies,
  tier: Tier,
  job: RunningJob,
  page: Page,
  why: FallThrough | null,
): Promise<Extract<PageVisit, { kind: 'again' }> | null> => {
  if (why === null || tier.name === 'browser' || isOfSitemap(page.hash)) return null;
  const to = tier.name === 'api' ? 'http' : 'browser';
  if (!hostTiers.mayFall(hostOf(page.url), to)) return null;
  const moved = await moveToTier(table, job.id, page, to, why);
  log('fell through', { job: job.id, page: page.hash, url: page.url, ...why, moved: moved !== null });
  return {
    kind: 'again',
    delayMs: 0,
    wholeHost: false,
    counted: moved !== null,
    ...(moved && { page: moved }),
  };
};

const afterFailure = async (
  dependencies: VisitPageDependencies,
  tier: Tier,
  job: RunningJob,
  page: Page,
  outcome: FailedFetch & { readonly hopUrl?: string },
): Promise<PageVisit> => {
  const { failure: why, status } = outcome;
  const next = nextAttempt({
    code: why.code,
    attempts: page.attempts - (page.attemptsBefore ?? 0),
    ...(outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs }),
    random: dependencies.random,
  });
  if (!next.again) {
    const requests = trailOf(page, outcome, tier);
    const fall = fallOfFailure(why, tier.name, dependencies.now());
    const fallen = await fallThrough(dependencies, tier, job, { ...page, requests }, fall);
    if (fallen !== null) return fallen;
    const facts = { attempts: page.attempts, tier: tier.name, requests };
    const isGone = (why.code === 'HTTP_NOT_FOUND' || why.code === 'HTTP_GONE') && !isOfSitemap(page.hash);
    const noted = isGone ? await dependencies.noteGone?.(job, page) : undefined;
    return { ...endWith(why, status, { ...facts, ...noted?.attributes }), puts: noted?.puts ?? [] };
  }
  const counted = await dependencies.recordFailure(job.id, page, why, next.delayMs, {
    ...(status === undefined ? {} : { status }),
    ...(outcome.hopUrl === undefined ? {} : { hopUrl: outcome.hopUrl }),
    requests: trailOf(page, outcome, tier),
  });
  const wholeHost = next.wholeHost && hostOf(outcome.url) === hostOf(page.url);
  return { kind: 'again', delayMs: next.delayMs, wholeHost, counted };
};

const isTriedAgain = (code: FailureCode): boolean =>
  retryClass(code) === 'later' || retryClass(code) === 'host';

/** What the page says of its host: whether HTTP is enough for it. */
const learn = async (
  { hostTiers }: VisitPageDependencies,
  tier: Tier,
  page: Page,
  shell: AppShell | null,
): Promise<void> => {
  if (shell !== null || tier.name === 'api') return;
  if (tier.name === 'http') return await hostTiers.httpWorked(hostOf(page.url));
  const last = page.fallThrough?.at(-1);
  if (last !== undefined) await hostTiers.browserWorked(hostOf(page.url), last.reason);
};

/** A request that made a mistake of ours throw has failed, and may be tried again as others. */
const fetched = async (
  { fetch, now }: VisitPageDependencies,
  ...request: Parameters<VisitPageDependencies['fetch']>
): Promise<FetchOutcome> => {
  const began = now();
  try {
    return await fetch(...request);
  } catch (error) {
    if (isOutage(error)) throw error;
    const { url } = request[1];
    return { kind: 'failed', failure: networkFailure(error, url), url, ms: now() - began, redirects: [] };
  }
};

/**
 * Visits a page. The request leaves in `slot`, or in one of the next of its host; `unsent` where all of them passed before it
 * could. Whatever a stage throws is the page's end; only an outage is thrown on.
 */
export const visitPage: typeof requestAndProcess = async (dependencies, job, page, slot, validators) => {
  const began = dependencies.now();
  try {
    return await requestAndProcess(dependencies, job, page, slot, validators);
  } catch (error) {
    const end = endOfThrown(dependencies, job, page, error);
    return { ...end, ms: dependencies.now() - began, hostFailed: false };
  }
};

const requestAndProcess = async (
  dependencies: VisitPageDependencies,
  job: RunningJob,
  page: Page,
  slot: Slot,
  validators: Validators | null,
): Promise<PageVisit & Seen> => {
  if (!isOfSitemap(page.hash) && !(await claimVisit(dependencies.table, job, page))) {
    const why = failure('BUDGET_EXHAUSTED', 'Not fetched: the job has fetched as many pages as it may');
    return { ...endWith(why, undefined), ms: 0, hostFailed: false };
  }
  const tier = await dependencies.tierOf(page);
  const outcome = refuseChallenge(await fetched(dependencies, job, page, slot, validators, tier));
  if (outcome.kind === 'failed' && outcome.unsent === true) {
    return { kind: 'unsent', ms: outcome.ms, hostFailed: false };
  }
  const seen = {
    ms: outcome.ms,
    hostFailed: outcome.kind === 'failed' && isHostTrouble(job, page, outcome),
  };
  if (outcome.kind === 'failed')
    return { ...(await afterFailure(dependencies, tier, job, page, outcome)), ...seen };
  const requests = trailOf(page, outcome, tier);
  const found = { tier: tier.name, ...outcome, requests } as const;
  // Of a map, what a sitemap names is kept as what a page links to is.
  if (isOfSitemap(page.hash) && job.request.map === undefined) {
    const end = isMembersPart(page.url)
      ? await processMembers(dependencies.wikis, job, page, found)
      : await processSitemap(job, page, found);
    return { ...end, attributes: { ...end.attributes, requests }, ...seen };
  }
  const shell = tier.name === 'api' ? null : detectShell(outcome);
  if (shell !== null) {
    const why: FallThrough = { tier: 'http', ...shell, at: dependencies.now() };
    const fallen = await fallThrough(dependencies, tier, job, { ...page, requests }, why);
    if (fallen !== null) return { ...fallen, ...seen };
  }
  const kept = await dependencies.process(job, page, found);
  if (kept.kind === 'refused') {
    if (isTriedAgain(kept.failure.code)) {
      const failed = { ...outcome, kind: 'failed', failure: kept.failure } as const;
      return { ...(await afterFailure(dependencies, tier, job, page, failed)), ...seen };
    }
    // Of what an API gave, the same would be read again, unless it was nothing.
    const isRead = kept.isFinal === true || (tier.name === 'api' && retryClass(kept.failure.code) !== 'tier');
    const why = isRead ? null : fallOfFailure(kept.failure, tier.name, dependencies.now());
    const fallen = await fallThrough(dependencies, tier, job, { ...page, requests }, why);
    if (fallen !== null) return { ...fallen, ...seen };
    const facts = { finalUrl: outcome.url, tier: tier.name, requests };
    return { ...endWith(kept.failure, outcome.status, facts), children: kept.children ?? [], ...seen };
  }
  await learn(dependencies, tier, page, shell);
  const to = kept.to ?? 'done';
  return { ...kept, attributes: { ...kept.attributes, requests }, kind: 'end', to, ...seen };
};
