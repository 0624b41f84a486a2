import type { Dispatcher } from 'undici';
import { failure } from '../../failure.ts';
import { failureError, networkFailure } from '../../fetch/http/network-failure.ts';
import { limits } from '../../limits/limits.ts';

/** How a receiver answered an event; `status` is missing if it did not answer. */
export type WebhookReceipt =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly status?: number; readonly error: string };

/** Bytes of an answer that are read, so that the connection can be used again. */
const answerBytesMax = 64 * 1_024;

/**
 * Posts an event. Any status except 2xx is a failure, also a redirect, which would send the body on to an address that
 * the client did not name. The dispatcher decides which addresses may be reached. Everything that the receiver does is
 * a result; it is never thrown.
 */
export const postWebhook = async (
  dispatcher: Dispatcher,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<WebhookReceipt> => {
  const abort = new AbortController();
  const why = failure('TIMEOUT', `The receiver did not answer within ${limits.webhookMs} ms`);
  const timer = setTimeout(() => abort.abort(failureError(why)), limits.webhookMs);
  const { signal } = abort;
  try {
    const { origin, pathname, search } = new URL(url);
    const path = `${pathname}${search}`;
    const answer = await dispatcher.request({ origin, path, method: 'POST', headers, body, signal });
    const { statusCode: status } = answer;
    // Only its status matters.
    await answer.body.dump({ limit: answerBytesMax, signal }).catch(() => {});
    if (status >= 200 && status < 300) return { ok: true, status };
    return { ok: false, status, error: `The receiver answered ${status}, expected 200 to 299` };
  } catch (error) {
    const { code, message } = networkFailure(error, url);
    return { ok: false, error: `${code}: ${message}`.slice(0, limits.failureMessageCharactersMax) };
  } finally {
    clearTimeout(timer);
  }
};
