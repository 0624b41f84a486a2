import type { Page, Response } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../../failure.ts';
import { readRoute } from '../../frontier/canonical-url.ts';
import { limits } from '../../limits/limits.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';
import { detectAppShell } from '../tier/app-shell.ts';
import { documentHtml } from './document-html.ts';
import type { BrowserGuard } from './guard-browser.ts';
import { withoutHash } from './page-trail.ts';
import { statusFailure } from '../http/http-status.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import { decodedHeaders, type Watch } from './watch-browser.ts';

/** How a rendering ends, without the facts that only its clock knows. */
export type BrowserEnding =
  | Omit<Extract<FetchOutcome, { kind: 'response' }>, 'ms' | 'requests'>
  | Omit<Extract<FetchOutcome, { kind: 'failed' }>, 'ms' | 'requests'>;

const isHtml = (headers: Readonly<Record<string, string>>): boolean =>
  /^\s*(?:$|[^;]*html)/i.test(headers['content-type'] ?? '');

/** The document of a page. */
interface Body {
  readonly bytes: Buffer;
  /** It is what the browser shows, written as UTF-8, and not what the host sent. */
  readonly isShown: boolean;
}

/**
 * Runs in the page: whether its document was never parsed to its end. So it is where a script leads away meanwhile, to
 * what turns out to be no document.
 */
const wasCut = `performance.getEntriesByType('navigation')[0]?.domInteractive === 0`;

/** How long the rest of a document is waited for that a browser does not finish. */
const restMs = 2_000;

/** Returns the whole document as its host sent it; null if it does not come. */
const sentBody = async (answer: Response): Promise<Buffer | null> => {
  const none = new AbortController();
  try {
    return await Promise.race([
      answer.body().catch(() => null),
      sleep(restMs, null, { signal: none.signal }),
    ]);
  } finally {
    none.abort();
  }
};

/**
 * Returns the rendered document, or the bytes as sent if it is no HTML. Where the browser did not finish it, and
 * nothing was to be done in it (`mayBeSent`), the bytes as sent go before, unless they are a shell or its scripts have
 * written more. Null if it is larger than a page may be.
 */
const bodyOf = async (
  page: Page,
  answer: Response,
  { html, isParsed, mayBeSent }: { readonly html: boolean } & Pick<Shown, 'isParsed' | 'mayBeSent'>,
): Promise<Body | null> => {
  if (!html) return { bytes: await answer.body(), isShown: false };
  const shown = await documentHtml(page, limits.pageBytesMax);
  if (shown === null) return null;
  const bytes = Buffer.from(shown);
  const isCut = mayBeSent && (!isParsed || (await page.evaluate(wasCut).catch(() => false)) === true);
  const sent = isCut ? await sentBody(answer) : null;
  if (sent === null || sent.length <= bytes.length || detectAppShell(sent.toString('utf8')) !== null)
    return { bytes, isShown: true };
  return sent.length > limits.pageBytesMax ? null : { bytes: sent, isShown: false };
};

/** Returns where the page is. If it was asked for by its route, that is where its script says. */
const placeOf = (page: Page, answer: Response, asked: string): string => {
  const shown = page.url();
  const place = withoutHash(/^https?:/.test(shown) ? shown : answer.url());
  return readRoute(asked) === '' ? place : `${place}${readRoute(shown)}`;
};

/** What is known of a page that is read. */
interface Shown {
  /** URL of the request. */
  readonly asked: string;
  readonly watch: Watch;
  readonly guard: BrowserGuard;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The browser has parsed its document. */
  readonly isParsed: boolean;
  /** Nothing was to be done in it: where the browser did not finish it, it is read as its host sent it. */
  readonly mayBeSent: boolean;
}

/** Reads what the browser shows as the host's answer, with its status and headers. */
export const readBrowser = async (
  page: Page,
  answer: Response,
  { asked, watch, guard, now, ...how }: Shown,
): Promise<BrowserEnding> => {
  const status = answer.status();
  const sent = await answer.allHeaders();
  const html = isHtml(sent);
  const url = placeOf(page, answer, asked);
  const redirects = watch.redirectsTo(answer.url());
  const read = await bodyOf(page, answer, { html, ...how });
  if (read === null) {
    const why = failure(
      'RESPONSE_TOO_LARGE',
      `Cannot render ${url}: its document is larger than ${limits.pageBytesMax} bytes`,
    );
    return { kind: 'failed', failure: why, url, redirects, status };
  }
  const { bytes: body, isShown } = read;
  const kept = decodedHeaders(sent);
  const headers = isShown ? { ...kept, 'content-type': 'text/html; charset=utf-8' } : kept;
  const code = statusFailure(status);
  if (code === null) {
    const asSent = html && !isShown ? { asSent: true as const } : {};
    return { kind: 'response', url, status, headers, body, wireBytes: guard.bytes, redirects, ...asSent };
  }
  const why = failure(code, `Cannot fetch ${url}: the host answered with status ${status}`);
  const retryAfterMs = parseRetryAfter(sent['retry-after'], now);
  return {
    kind: 'failed',
    failure: why,
    url,
    redirects,
    status,
    headers,
    body: body.subarray(0, limits.errorBodyBytesMax),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
};
