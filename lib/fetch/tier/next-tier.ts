import { failure, retryClass, type Failure, type FailureCode } from '../../failure.ts';
import type { FallThrough } from '../../frontier/page.ts';
import type { FetcherUse } from '../../request/source/fetcher.ts';
import { isBodiless } from '../http/http-status.ts';
import { detectChallenge } from './challenge.ts';
import type { FetchOutcome } from './fetch-request.ts';
import { detectAppShell, type AppShell } from './app-shell.ts';
import type { Tier } from './tier.ts';

/** Larger pages are neither app shells nor challenges, whatever their scripts contain. */
export const judgedBytesMax = 1_048_576;

/**
 * Returns HTML as text in which to look for ASCII. Its encoding does not matter for that, except UTF-16, in which no
 * tag is found, so that the page is left alone.
 */
const htmlOf = ({
  headers,
  body,
}: {
  readonly headers?: FetchOutcome['headers'];
  readonly body?: Uint8Array;
}): string | null => {
  const type = headers?.['content-type'] ?? '';
  if (body === undefined || body.length > judgedBytesMax || !/^\s*(?:$|[^;]*html)/i.test(type)) return null;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return type === '' && text !== '' && !/^[\s\uFEFF]*</.test(text) ? null : text;
};

/** Turns a response that is a challenge into its failure: it is never delivered as a page. */
export const refuseChallenge = (outcome: FetchOutcome): FetchOutcome => {
  if (outcome.status === undefined || outcome.headers === undefined) return outcome;
  const challenge = detectChallenge({
    status: outcome.status,
    headers: outcome.headers,
    html: htmlOf(outcome) ?? '',
  });
  if (challenge === null) return outcome;
  const { status, headers, url, ms, redirects, requests } = outcome;
  const what = {
    challenge: 'a challenge',
    captcha: 'a captcha',
    refusal: 'a page that refuses robots',
  }[challenge.kind];
  const why = failure(
    'CHALLENGE',
    `Cannot fetch ${url}: found ${what} of ${challenge.by} (status ${status}), wanted the page`,
  );
  const sent = requests === undefined ? {} : { requests };
  return { kind: 'failed', failure: why, url, ms, redirects, status, headers, ...sent };
};

/** Returns why an answer holds no page: it is a shell, or empty. */
export const detectShell = (answer: Extract<FetchOutcome, { kind: 'response' }>): AppShell | null => {
  // A browser shows nothing either where there is no body.
  if (answer.status === 304 || isBodiless(answer.status)) return null;
  const html = htmlOf(answer);
  return html === null ? null : detectAppShell(html);
};

/** Failures of the API tier after its retries for which HTTP would not help: it would meet the same. */
const conclusive: ReadonlySet<FailureCode> = new Set([
  'HTTP_NOT_FOUND',
  'NOT_AN_ARTICLE',
  'REDIRECT_OUT_OF_SCOPE',
  'ROBOTS_DISALLOWED',
  'ROBOTS_UNREACHABLE',
  'HOST_BUSY',
  'DNS_NOT_FOUND',
  'DNS_FAILED',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TLS_FAILED',
  'ADDRESS_NOT_ALLOWED',
]);

/** Failures of the service, or of what it may spend: our own tiers may still get the page. */
const ofFetcher: ReadonlySet<FailureCode> = new Set([
  'FETCHER_NOT_CONFIGURED',
  'FETCHER_REFUSED',
  'FETCHER_OUT_OF_CREDITS',
  'FETCHER_RATE_LIMITED',
  'FETCHER_UNAVAILABLE',
  'BUDGET_EXHAUSTED',
]);

/**
 * Returns the tier that comes after another one for a page; null after the last. A service is the last tier, or the
 * first; if it is the only one, none comes after it.
 */
export const tierAfter = (
  tier: Tier['name'],
  { fetcher }: { readonly fetcher?: FetcherUse | undefined },
): 'http' | 'browser' | 'remote' | null => {
  switch (tier) {
    case 'api':
      return 'http';
    case 'http':
      return 'browser';
    case 'browser':
      return fetcher?.use === 'last' ? 'remote' : null;
    case 'remote':
      return fetcher?.use === 'first' ? 'http' : null;
  }
};

/**
 * Returns the reason by which a page falls through to the next tier after a failure that is not tried again; null if it
 * does not.
 */
export const fallOfFailure = (why: Failure, tier: Tier['name'], at: number): FallThrough | null => {
  if (tier === 'api') {
    if (conclusive.has(why.code)) return null;
    const reasons = { CHALLENGE: 'challenge', CONTENT_EMPTY: 'empty' } as const;
    const reason =
      why.code === 'CHALLENGE' || why.code === 'CONTENT_EMPTY' ? reasons[why.code] : 'api-failed';
    return { tier, reason, detail: why.message, at };
  }
  const fallen = (reason: FallThrough['reason']): FallThrough => ({ tier, reason, detail: why.message, at });
  if (tier === 'remote' && ofFetcher.has(why.code)) return fallen('fetcher-failed');
  if (why.code === 'TIMEOUT') return fallen('timeout');
  if (retryClass(why.code) !== 'tier') return null;
  return fallen(why.code === 'CHALLENGE' ? 'challenge' : 'no-content');
};
