import { randomBytes } from 'node:crypto';
import { describeErrorPage, errorPageSchema, type ErrorPage } from '../../envelope/error-page.ts';
import { readForAll } from '../../content/read-content.ts';
import { policyFor } from '../../fetch/politeness/host-policy.ts';
import type { CheckHop, FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import { failure } from '../../failure.ts';
import { hostOf, type Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { getErrorPage, putErrorPage } from '../../store/hosts/error-page.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';

/** What asking for a host's error page needs. */
export type ErrorPageWorker = Pick<
  FetchWorker,
  'table' | 'tier' | 'rateLimiter' | 'robots' | 'policies' | 'now' | 'log'
>;

/** The error page must be of the same host. */
const elsewhere = failure('REDIRECT_OUT_OF_SCOPE', 'Not followed: the error page of a host stands on it');

/** Requests a path that cannot exist, without the caller's headers; null if nothing was sent. */
const ask = async (
  { tier, rateLimiter, robots, policies, now }: ErrorPageWorker,
  { job, host }: HostVisit,
  page: Page,
): Promise<FetchOutcome | null> => {
  const url = new URL(`/${randomBytes(8).toString('hex')}`, page.url).href;
  const rules = await robots.cached(host);
  const heeds = job.request.crawl?.ignoreRobotsTxt !== true;
  if (tier.name !== 'http' || (heeds && (rules === null || robots.judge(rules, url) !== null))) return null;
  const slot = await rateLimiter.oneMore(host, policyFor(policies, host, job, rules));
  if (slot === null) return null;
  const checkHop: CheckHop = async (to) => {
    const next = hostOf(to) === host ? await slot.next() : null;
    return next === null ? { ok: false, failure: elsewhere } : { ok: true, slot: next };
  };
  const { scrape } = job.request;
  const request = { url, timeoutMs: tier.requestMs, skipTlsVerification: scrape.skipTlsVerification };
  const outcome = await tier.send(request, scrape, { checkHop, judge: checkHop, slot, now });
  return outcome.kind === 'failed' && outcome.unsent === true ? null : outcome;
};

/** Reads what a response says of the host; null if it says nothing. All teams share it, so no request decides how. */
const errorPageIn = async (outcome: FetchOutcome): Promise<ErrorPage | null> => {
  if (outcome.kind === 'failed') return outcome.status === undefined ? null : { kind: 'none' };
  const read = await readForAll({ tier: 'http', ...outcome, requests: [] });
  if (read.kind === 'refused') return { kind: 'none' };
  const { title, markdown } = read.content;
  return describeErrorPage({ url: outcome.redirects[0] ?? outcome.url, title, markdown });
};

const find = async (worker: ErrorPageWorker, visit: HostVisit, page: Page): Promise<ErrorPage | null> => {
  const { table, now, log } = worker;
  const known = errorPageSchema.safeParse(await getErrorPage(table, visit.host, now()));
  if (known.success) return known.data;
  const outcome = await ask(worker, visit, page);
  const found = outcome === null ? null : await errorPageIn(outcome);
  log('error page', { job: visit.job.id, host: visit.host, found: found?.kind ?? 'not asked' });
  if (found !== null) await putErrorPage(table, visit.host, found, now() + limits.errorPageMs);
  return found;
};

/**
 * Finds what the host of a page answers for a missing page. All workers share the answer for a day. If it is not known,
 * one more request of the host's pace finds it, once in a visit. Null if it is not known and cannot be asked now.
 */
export const askErrorPage = (
  worker: ErrorPageWorker,
  visit: HostVisit,
  page: Page,
): Promise<ErrorPage | null> => {
  visit.errorPage ??= find(worker, visit, page);
  return visit.errorPage;
};
