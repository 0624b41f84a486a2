import { failure, retryClass, type Failure, type FailureCode } from '../../failure.ts';
import type { FallThrough } from '../../frontier/page.ts';
import { detectChallenge } from './challenge.ts';
import type { FetchOutcome } from './fetch-request.ts';
import { detectAppShell, type AppShell } from './app-shell.ts';
import type { Tier } from './tier.ts';

/** Larger pages are neither shells nor walls, whatever their scripts bring along. */
export const judgedBytesMax = 1_048_576;

/**
 * HTML as text, to look for ASCII in: what encoding it really is in does not matter for that, except UTF-16, in
 * which no tag is found and the page is left alone. /
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

/** An answer that is a wall becomes the failure it is: a challenge is never delivered as a page. */
export const refuseChallenge = (outcome: FetchOutcome): FetchOutcome => {
  if (outcome.status === undefined || outcome.headers === undefined) return outcome;
  const challenge = detectChallenge({
    status: outcome.status,
    headers: outcome.headers,
    html: htmlOf(outcome) ?? '',
  });
  if (challenge === null) return outcome;
  const { status, headers, url, ms, redirects } = outcome;
  const what = {
    challenge: 'a challenge',
    captcha: 'a captcha',
    refusal: 'a page that refuses robots',
  }[challenge.kind];
  const why = failure(
    'CHALLENGE',
    `Cannot fetch ${url}: found ${what} of ${challenge.by} (status ${status}), wanted the page`,
  );
  return { kind: 'failed', failure: why, url, ms, redirects, status, headers };
};

/** Why an answer holds no page: it is a shell, or empty. */
export const detectShell = (answer: Extract<FetchOutcome, { kind: 'response' }>): AppShell | null => {
  if (answer.status === 304) return null;
  const html = htmlOf(answer);
  return html === null ? null : detectAppShell(html);
};

/** Failures of the API tier after its retries that HTTP need not be asked about: it would meet the same. */
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

/** The reason by which a failure leads from a tier to the next, if it does once it is not tried again. */
export const fallOfFailure = (why: Failure, tier: Tier['name'], at: number): FallThrough | null => {
  if (tier === 'api') {
    if (conclusive.has(why.code)) return null;
    const reasons = { CHALLENGE: 'challenge', CONTENT_EMPTY: 'empty' } as const;
    const reason =
      why.code === 'CHALLENGE' || why.code === 'CONTENT_EMPTY' ? reasons[why.code] : 'api-failed';
    return { tier, reason, detail: why.message, at };
  }
  if (why.code === 'TIMEOUT') return { tier: 'http', reason: 'timeout', detail: why.message, at };
  if (retryClass(why.code) !== 'tier') return null;
  const reason = why.code === 'CHALLENGE' ? 'challenge' : 'no-content';
  return { tier: 'http', reason, detail: why.message, at };
};
