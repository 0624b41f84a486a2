import type { Failure, FailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { maxAgeMs } from '../http/cache-control.ts';
import { fetchHttp } from '../http/fetch-http.ts';
import { type RobotsRules, rulesFor } from './robots.ts';
import type { FetchDependencies } from '../tier/fetch-request.ts';

export type RobotsResponse =
  | {
      readonly verdict: 'rules';
      readonly rules: RobotsRules;
      /** How long it may be kept, if it says so. */
      readonly maxAgeMs?: number;
    }
  | { readonly verdict: 'allow-all' }
  /** No request could leave in time, so nothing is known. */
  | { readonly verdict: 'unsent' }
  | {
      readonly verdict: 'disallow-all';
      readonly failure: Failure;
      /** How long the host asked to be left alone. */
      readonly retryAfterMs?: number;
    };

export interface FetchRobotsDependencies extends FetchDependencies {
  readonly userAgent: string;
  readonly productToken: string;
  readonly timeoutMs?: number | undefined;
  /** Set for a job that accepts any certificate for its pages. */
  readonly skipTlsVerification?: boolean | undefined;
}

/**
 * Failures that make the file unavailable, which allows everything: redirects that lead nowhere (RFC 9309 sections
 * 2.3.1.2 and 2.3.1.3).
 */
const unavailable: ReadonlySet<FailureCode> = new Set([
  'REDIRECT_LOOP',
  'REDIRECT_TOO_MANY',
  'REDIRECT_INVALID',
  'SCHEME_NOT_ALLOWED',
]);

/**
 * Fetches an origin's robots.txt (RFC 9309 section 2.3.1). Follows redirects, also to other hosts. A 2xx answer is
 * parsed, up to its first 512 KiB; 4xx allows everything; any other outcome (5xx, network, an address that is not
 * allowed) disallows everything, with the failure as the reason.
 *
 * @param origin Such as `https://example.com:8443`.
 */
export const fetchRobots = async (
  origin: string,
  dependencies: FetchRobotsDependencies,
): Promise<RobotsResponse> => {
  const { userAgent, productToken, timeoutMs, skipTlsVerification, ...rest } = dependencies;
  const outcome = await fetchHttp(
    {
      url: new URL('/robots.txt', origin).href,
      userAgent,
      headers: { accept: 'text/plain,*/*;q=0.5' },
      maxBytes: limits.robotsBytesMax,
      cutAtMaxBytes: true,
      maxRedirects: limits.robotsRedirectsMax,
      timeoutMs,
      skipTlsVerification,
    },
    rest,
  );
  if (outcome.kind === 'response') {
    const maxAge = maxAgeMs(outcome.headers['cache-control']);
    return {
      verdict: 'rules',
      rules: rulesFor(new TextDecoder().decode(outcome.body), productToken),
      ...(maxAge === undefined ? {} : { maxAgeMs: maxAge }),
    };
  }
  if (outcome.unsent === true) return { verdict: 'unsent' };
  const { failure, status, retryAfterMs } = outcome;
  // 429 says "not now". The RFC counts it among the refusals; Google, more politely, among the outages.
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 429;
  return refused || unavailable.has(failure.code)
    ? { verdict: 'allow-all' }
    : { verdict: 'disallow-all', failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
};
