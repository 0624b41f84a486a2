import { failedEnd, type PageEnd, type PageResult } from '../../envelope/page-end.ts';
import { failure, retryClass } from '../../failure.ts';
import { isHostTrouble } from '../../fetch/politeness/host-trouble.ts';
import { networkFailure } from '../../fetch/http/network-failure.ts';
import { nextAttempt } from '../../fetch/politeness/retry.ts';
import type { Slot } from '../../fetch/politeness/slot.ts';
import type { FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import { detectShell, fallOfFailure, refuseChallenge } from '../../fetch/tier/next-tier.ts';
import type { AppShell } from '../../fetch/tier/app-shell.ts';
import type { Tier } from '../../fetch/tier/tier.ts';
import { hostOf, type FallThrough, type Page } from '../../frontier/page.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import { isOutage } from '../../outage.ts';
import { claimVisit } from '../../store/frontier/claim-visit.ts';
import { trackGone } from '../page-version/track-page.ts';
import { endOfThrown, endPage, type EndingWorker } from './end-page.ts';
import { isOneOfMany } from './end-without-request.ts';
import type { FetchWorker } from './fetch-worker.ts';
import { requeue, type HostVisit } from './host-visit.ts';
import { lastVersion, type Validators } from './keep/last-version.ts';
import { stagePage, type StagingWorker } from './keep/stage-page.ts';
import { moveToNextTier } from './move-to-tier.ts';
import { readAlone } from './read-alone.ts';
import { recordFailure } from './record-failure.ts';
import { makeTrail } from './request-trail.ts';
import { requestPage, type RequestingWorker } from './request-page.ts';

/**
 * The visit of one URL. It begins with a slot of its host, and an item that is `admitted` and pending in this worker.
 *
 *   pending ──request──┬─► unsent      every slot passed before the request could leave
 *                      ├─► failed ─────┬─► again       a failure that may pass
 *                      │               ├─► elsewhere   another tier may get it
 *                      │               └─► ended
 *                      └─► response ───┬─► elsewhere   an app shell, nothing: another tier may read more
 *                                      ├─► again       the response says that the host is in trouble
 *                                      └─► ended       staged, or refused for good
 *
 * - `unsent`: no request was sent and nothing was written. The item is pending as before.
 * - `again`: one conditional write notes the failure on the item, and when it may be tried again. Then it waits for its
 *   URL batch. If another worker noted this try, the item belongs to that worker.
 * - `elsewhere`: one conditional write notes the tier that the item waits for. If this worker has that tier, the item
 *   is pending here again; otherwise it waits for its URL batch.
 * - `ended`: objects are written first. Then `endPage` moves and counts the item, in one transaction with its children.
 *
 * If the worker dies in any of these, the item is still `admitted`, at most one object of S3 stays unused, and the
 * message comes again: the item is visited again, in its noted tier. If the worker dies after the transaction, the
 * children wait for that message, or the heartbeat. An error of a stage ends the item. An outage is thrown on.
 */
type Next =
  | { readonly kind: 'unsent' }
  /** `page`: its present state. `isMine` is false if another worker was first. */
  | {
      readonly kind: 'again';
      readonly page: Page;
      readonly isMine: boolean;
      readonly delayMs: number;
      readonly wholeHost: boolean;
    }
  | { readonly kind: 'elsewhere'; readonly page: Page | null }
  | { readonly kind: 'ended'; readonly end: PageEnd };

/** What the visit of a page needs. */
export type PageWorker = EndingWorker &
  StagingWorker &
  RequestingWorker &
  Pick<FetchWorker, 'hostTiers' | 'tier' | 'api' | 'remote' | 'watchReading'>;

/** What a visit starts from: a slot for its request, or an outcome that is known without one. */
export type VisitInput =
  | {
      readonly kind: 'slot';
      readonly slot: Slot;
      readonly validators: Validators | null;
      readonly retriesPay: boolean;
      readonly retriesInVain: boolean;
    }
  | { readonly kind: 'answered'; readonly outcome: FetchOutcome };

/** What the visit says of the host, and of the pages that are pending here. */
export interface Visited {
  readonly ms: number;
  readonly isSent: boolean;
  /** The host itself failed; this counts for its breaker. */
  readonly hostFailed: boolean;
  /** The page had failed before, in this tier. */
  readonly isRetry?: boolean;
  /** How long the whole host gets no requests. */
  readonly hostDelayMs?: number;
  /** The item in its present state, if it is still this worker's to visit. */
  readonly pending?: Page;
}

type FailedFetch = Extract<FetchOutcome, { kind: 'failed' }>;
type Responded = Extract<FetchOutcome, { kind: 'response' }>;

/** One visit on its way through its states. */
interface OneVisit {
  readonly visit: HostVisit;
  readonly page: Page;
  readonly tier: Tier;
  /** Retries bring pages of its host; or they are in vain. */
  readonly retriesPay: boolean;
  readonly retriesInVain: boolean;
}

/** How many requests for this page failed in its tier. */
const failuresInTier = ({ attempts, attemptsBefore = 0 }: Page): number => attempts - attemptsBefore;

/** Makes a page wait for the next tier; null if it keeps this one's result. */
const fallThrough = async (
  worker: PageWorker,
  { visit: { job }, page, tier }: OneVisit,
  requests: readonly RequestLine[],
  why: FallThrough | null,
): Promise<Next | null> => {
  const fallen = await moveToNextTier(worker, job, { ...page, requests: [...requests] }, tier, why);
  return fallen === null ? null : { kind: 'elsewhere', page: fallen.page };
};

/**
 * Makes the end of a page that failed for good. If the job tracks changes, notes in its history that a page is gone.
 */
const endOfFailed = async (
  worker: PageWorker,
  { visit, page, tier }: OneVisit,
  { failure: why, status }: FailedFetch,
  requests: RequestLine[],
): Promise<PageEnd> => {
  const { job } = visit;
  const end = failedEnd(why, { status, tier: tier.name, requests });
  const isGone = why.code === 'HTTP_NOT_FOUND' || why.code === 'HTTP_GONE';
  if (!isGone || page.kind !== 'page' || job.request.scrape.changeTracking === undefined) return end;
  const latest = await lastVersion(worker, visit, page);
  const { facts, items } = await trackGone(worker.table, job, page, worker.now(), latest);
  return { ...end, facts: { ...end.facts, ...facts }, items };
};

const afterFailure = async (worker: PageWorker, one: OneVisit, outcome: FailedFetch): Promise<Next> => {
  const { visit, page, tier } = one;
  const { failure: why, status, hopUrl, retryAfterMs } = outcome;
  const requests = makeTrail(page, outcome, tier);
  const next = nextAttempt({
    code: why.code,
    attempts: failuresInTier(page),
    retriesPay: one.retriesPay,
    retriesInVain: one.retriesInVain && isOneOfMany(visit.job, page),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    random: worker.random,
  });
  if (!next.again) {
    const fall = fallOfFailure(why, tier.name, worker.now());
    const fallen = await fallThrough(worker, one, requests, fall);
    return fallen ?? { kind: 'ended', end: await endOfFailed(worker, one, outcome, requests) };
  }
  const isMine = await recordFailure(worker, visit.job.id, page, why, next.delayMs, {
    ...(status === undefined ? {} : { status }),
    ...(hopUrl === undefined ? {} : { hopUrl }),
    requests,
  });
  const wholeHost = next.wholeHost && hostOf(outcome.url) === hostOf(page.url);
  return { kind: 'again', page, isMine, delayMs: next.delayMs, wholeHost };
};

/** Decides what happens to a page that was read and is not kept. */
const afterRefusal = async (
  worker: PageWorker,
  one: OneVisit,
  outcome: Responded,
  refused: Extract<PageResult, { kind: 'refused' }>,
): Promise<Next> => {
  const { page, tier } = one;
  const { failure: why, isFinal, children = [] } = refused;
  const retry = retryClass(why.code);
  if (retry === 'later' || retry === 'host')
    return await afterFailure(worker, one, { ...outcome, kind: 'failed', failure: why });
  const requests = makeTrail(page, outcome, tier);
  // Another tier would read the same as the API gave, unless the API gave nothing.
  const isRead = isFinal === true || (tier.name === 'api' && retry !== 'tier');
  const fall = isRead ? null : fallOfFailure(why, tier.name, worker.now());
  const fallen = await fallThrough(worker, one, requests, fall);
  if (fallen !== null) return fallen;
  const facts = { status: outcome.status, finalUrl: outcome.url, tier: tier.name, requests };
  return { kind: 'ended', end: { ...failedEnd(why, facts), children } };
};

/** Notes what the page shows about its host: whether HTTP is enough for it. */
const learn = async (
  { hostTiers }: PageWorker,
  { tier, page }: OneVisit,
  shell: AppShell | null,
): Promise<void> => {
  if (shell === null && page.kind === 'page' && tier.name === 'http')
    await hostTiers.httpWorked(hostOf(page.url));
};

const afterResponse = async (worker: PageWorker, one: OneVisit, outcome: Responded): Promise<Next> => {
  const { visit, page, tier } = one;
  const requests = makeTrail(page, outcome, tier);
  const shell = page.kind !== 'page' || tier.name === 'api' ? null : detectShell(outcome);
  if (shell !== null) {
    const why: FallThrough = { tier: tier.name, ...shell, at: worker.now() };
    const fallen = await fallThrough(worker, one, requests, why);
    if (fallen !== null) return fallen;
  }
  const result = await stagePage(worker, visit, page, { tier: tier.name, ...outcome, requests });
  if (result.kind === 'refused') return await afterRefusal(worker, one, outcome, result);
  await learn(worker, one, shell);
  return { kind: 'ended', end: { ...result.end, facts: { ...result.end.facts, requests } } };
};

/** Chooses the tier of a page: the worker's own, or the one before it. */
const tierOf = async ({ tier, api, remote, wikis }: PageWorker, page: Page): Promise<Tier> => {
  if (page.tier === 'remote' && remote !== undefined) return remote;
  return tier.name === 'http' && (await wikis.answers(page)) ? api : tier;
};

/** Requests the page. A request that throws because of a bug counts as failed, and may be tried again like others. */
const outcomeOf = async (worker: PageWorker, one: OneVisit, asked: VisitInput): Promise<FetchOutcome> => {
  if (asked.kind === 'answered') return asked.outcome;
  const { visit, page, tier } = one;
  const began = worker.now();
  try {
    return await requestPage(worker, visit.job, page, asked.slot, asked.validators, tier);
  } catch (error) {
    if (isOutage(error)) throw error;
    const { url } = page;
    return {
      kind: 'failed',
      failure: networkFailure(error, url),
      url,
      ms: worker.now() - began,
      redirects: [],
    };
  }
};

/** Writes the result of the visit. If the item is pending again, the caller visits it. */
const carryOut = async (
  worker: PageWorker,
  visit: HostVisit,
  page: Page,
  next: Next,
): Promise<Pick<Visited, 'pending' | 'hostDelayMs'>> => {
  switch (next.kind) {
    case 'unsent':
      return { pending: page };
    case 'ended':
      await endPage(worker, visit, page, next.end);
      return {};
    case 'elsewhere':
      if (next.page?.tier === 'http') return { pending: next.page };
      if (next.page !== null) requeue(worker, visit, [next.page]);
      return {};
    case 'again':
      if (next.isMine) requeue(worker, visit, [next.page], next.delayMs);
      return next.wholeHost ? { hostDelayMs: next.delayMs } : {};
  }
};

/** Why a page ends without a visit: its job has fetched as many pages as it may. */
const overBudget = failure('BUDGET_EXHAUSTED', 'Not fetched: the job has fetched as many pages as it may');

/** Whether the page may be fetched. A job's fetched pages are counted before the request, once for each page. */
const mayVisit = async ({ table }: PageWorker, { job }: HostVisit, page: Page): Promise<boolean> =>
  page.kind !== 'page' || (await claimVisit(table, job, page));

const endUnseen = async (worker: PageWorker, visit: HostVisit, page: Page): Promise<Visited> => {
  await endPage(worker, visit, page, failedEnd(overBudget, {}));
  return { ms: 0, isSent: false, hostFailed: false };
};

/** Visits a page: requests it, reads the response, and ends the page or notes when it is tried again. */
export const visitPage = async (
  worker: PageWorker,
  visit: HostVisit,
  page: Page,
  asked: VisitInput,
): Promise<Visited> => {
  const began = worker.now();
  let seen: { readonly ms: number; readonly hostFailed: boolean } | null = null;
  let next: Next;
  try {
    if (!(await mayVisit(worker, visit, page))) return await endUnseen(worker, visit, page);
    const known = asked.kind === 'slot' ? asked : { retriesPay: false, retriesInVain: false };
    const one = { ...known, visit, page, tier: await tierOf(worker, page) };
    const outcome = refuseChallenge(await outcomeOf(worker, one, asked));
    if (outcome.kind === 'failed' && outcome.unsent === true) next = { kind: 'unsent' };
    else if (outcome.kind === 'failed') next = await afterFailure(worker, one, outcome);
    else next = await readAlone(worker, visit, page, async () => await afterResponse(worker, one, outcome));
    seen = { ms: outcome.ms, hostFailed: isHostTrouble(visit.job, page, outcome) };
  } catch (error) {
    next = { kind: 'ended', end: endOfThrown(worker, visit.job, page, error) };
  }
  const { ms, hostFailed } = seen ?? { ms: worker.now() - began, hostFailed: false };
  const isSent = next.kind !== 'unsent';
  const isRetry = failuresInTier(page) > 0;
  return { ms, isSent, hostFailed, isRetry, ...(await carryOut(worker, visit, page, next)) };
};
