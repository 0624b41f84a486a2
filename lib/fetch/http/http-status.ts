import type { FailureCode } from '../../failure.ts';

const failing: Readonly<Record<number, FailureCode>> = {
  401: 'HTTP_FORBIDDEN',
  403: 'HTTP_FORBIDDEN',
  404: 'HTTP_NOT_FOUND',
  410: 'HTTP_GONE',
  429: 'HTTP_TOO_MANY_REQUESTS',
  503: 'HTTP_UNAVAILABLE',
  // LinkedIn and others refuse robots with it.
  999: 'HTTP_FORBIDDEN',
};

/** Statuses whose `Location` is followed (RFC 9110 section 15.4). */
const redirecting = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => redirecting.has(status);

/** Statuses of answers without a body (RFC 9110 sections 15.3.5 and 15.3.6). */
export const isBodiless = (status: number): boolean => status === 204 || status === 205;

/**
 * Returns the failure for a final status; null for 2xx and for 304, the answer to a conditional request. A status above
 * 599 counts as an error of the server (RFC 9110 section 15).
 */
export const statusFailure = (status: number): FailureCode | null => {
  if ((status >= 200 && status < 300) || status === 304) return null;
  if (status >= 300 && status < 400) return 'REDIRECT_INVALID';
  if (status >= 400 && status < 500) return failing[status] ?? 'HTTP_CLIENT_ERROR';
  if (status >= 500) return failing[status] ?? 'HTTP_SERVER_ERROR';
  return 'PROTOCOL_ERROR';
};
