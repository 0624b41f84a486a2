import type { HttpRequest } from './http.ts';
import { log } from './logger.ts';

/** What the API answered: its status, and its body; 503 without one where no answer came that can be read. */
export interface OwnAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks this API, as the caller of a request. */
export type AskOwnApi = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<OwnAnswer>;

/** What is asked for is there by then, or the API has said so. */
const askMs = 27_000;
/** What a function needs to answer after it was answered. */
const tailMs = 1_500;

/**
 * Asks this API under the address that the gateway knows, not the one that a caller wrote, with the caller's key: what
 * is answered is what the key may have. So a route of another function needs neither its permissions nor its code here.
 */
export const askOwnApi =
  ({ ownUrl, headers, remainingMs }: Pick<HttpRequest, 'ownUrl' | 'headers' | 'remainingMs'>): AskOwnApi =>
  async (method, path, body) => {
    try {
      const response = await fetch(`${ownUrl}${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: headers['authorization'] ?? '' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(Math.min(askMs, Math.max(1_000, remainingMs - tailMs))),
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      log('own api silent', { path, reason: String(error) });
      return { status: 503, body: null };
    }
  };
