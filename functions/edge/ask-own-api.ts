import type { HttpRequest } from './http.ts';
import { log } from './logger.ts';

/** The API's answer: its status and its body; 503 without a body if no readable answer came. */
export interface OwnResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Calls this API with the rights of a request's caller. */
export type AskOwnApi = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<OwnResponse>;

/** By then the API has answered, or has said that the result is not there yet. */
const askMs = 27_000;
/** The time that a function needs for its own answer after that. */
const tailMs = 1_500;

/**
 * Calls this API at the address that the gateway knows, not at the one that the caller wrote, with the caller's key. So
 * the answer holds only what the key may read, and this function needs neither the permissions nor the code of the
 * function behind the route.
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
        signal: AbortSignal.timeout(Math.min(askMs, Math.max(1_000, remainingMs() - tailMs))),
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      log('own api silent', { path, reason: String(error) });
      return { status: 503, body: null };
    }
  };
