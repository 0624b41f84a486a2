import type { Page, Response } from 'playwright-core';
import { failure } from '../../failure.ts';
import { readRoute } from '../../frontier/canonical-url.ts';
import { limits } from '../../limits/limits.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';
import { documentHtml } from './document-html.ts';
import type { BrowserGuard } from './guard-browser.ts';
import { statusFailure } from '../http/http-status.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import { decodedHeaders, type Watch } from './watch-browser.ts';

/** How a rendering ends, without the facts that only its clock knows. */
export type BrowserEnding =
  | Omit<Extract<FetchOutcome, { kind: 'response' }>, 'ms' | 'requests'>
  | Omit<Extract<FetchOutcome, { kind: 'failed' }>, 'ms' | 'requests'>;

const isHtml = (headers: Readonly<Record<string, string>>): boolean =>
  /^\s*(?:$|[^;]*html)/i.test(headers['content-type'] ?? '');

/** Returns the rendered document, or the bytes as sent if it is no HTML. Null if it is larger than a page may be. */
const bodyOf = async (page: Page, answer: Response, html: boolean): Promise<Buffer | null> => {
  if (!html) return await answer.body();
  const shown = await documentHtml(page, limits.pageBytesMax);
  return shown === null ? null : Buffer.from(shown);
};

const withoutHash = (url: string): string => url.split('#', 1)[0] ?? '';

/** Returns where the page is. If it was asked for by its route, that is where its script says. */
const placeOf = (page: Page, answer: Response, asked: string): string => {
  const shown = page.url();
  const place = withoutHash(/^https?:/.test(shown) ? shown : answer.url());
  return readRoute(asked) === '' ? place : `${place}${readRoute(shown)}`;
};

/**
 * Reads what the browser shows as the host's answer, with its status and headers.
 *
 * @param asked URL of the request.
 * @param now milliseconds since the epoch.
 */
export const readBrowser = async (
  page: Page,
  answer: Response,
  {
    asked,
    watch,
    guard,
    now,
  }: {
    readonly asked: string;
    readonly watch: Watch;
    readonly guard: BrowserGuard;
    readonly now: number;
  },
): Promise<BrowserEnding> => {
  const status = answer.status();
  const sent = await answer.allHeaders();
  const html = isHtml(sent);
  const url = placeOf(page, answer, asked);
  const redirects = watch.redirects;
  const body = await bodyOf(page, answer, html);
  if (body === null) {
    const why = failure(
      'RESPONSE_TOO_LARGE',
      `Cannot render ${url}: its document is larger than ${limits.pageBytesMax} bytes`,
    );
    return { kind: 'failed', failure: why, url, redirects, status };
  }
  const kept = decodedHeaders(sent);
  // The document is written as UTF-8 here.
  const headers = html ? { ...kept, 'content-type': 'text/html; charset=utf-8' } : kept;
  const code = statusFailure(status);
  if (code === null)
    return { kind: 'response', url, status, headers, body, wireBytes: guard.bytes, redirects };
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
