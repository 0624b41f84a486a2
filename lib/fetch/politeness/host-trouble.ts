import type { FailureCode } from '../../failure.ts';
import { hostOf } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';

/** Failures that show that a host is in trouble, and not only a page. */
const hostTrouble: ReadonlySet<FailureCode> = new Set([
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TIMEOUT',
  'PROTOCOL_ERROR',
  'HTTP_UNAVAILABLE',
  'HTTP_SERVER_ERROR',
]);

/**
 * Says whether the page's own host is in trouble: not one to which it redirects, and not because of a caller's short
 * time limit, or of a page that is there and never ready.
 */
export const isHostTrouble = (
  job: Pick<RunningJob, 'request'>,
  page: { readonly url: string },
  outcome: FetchOutcome,
): boolean => {
  if (outcome.kind !== 'failed' || !hostTrouble.has(outcome.failure.code)) return false;
  if (hostOf(outcome.url) !== hostOf(page.url)) return false;
  // The host has answered: what a browser waits for after that is the page's own.
  if (outcome.failure.code === 'TIMEOUT' && outcome.status !== undefined) return false;
  const hurried = (job.request.scrape.timeoutMs ?? limits.requestMs) < limits.requestMs;
  return !(hurried && outcome.failure.code === 'TIMEOUT');
};
