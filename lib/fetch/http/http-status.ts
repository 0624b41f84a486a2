import type { FailureCode } from '../../failure.ts';

const failing: Readonly<Record<number, FailureCode>> = {
  401: 'HTTP_FORBIDDEN',
  403: 'HTTP_FORBIDDEN',
  404: 'HTTP_NOT_FOUND',
  410: 'HTTP_GONE',
  429: 'HTTP_TOO_MANY_REQUESTS',
  503: 'HTTP_UNAVAILABLE',
};

/** Statuses whose `Location` is followed (RFC 9110 section 15.4). */
const redirecting = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => redirecting.has(status);

/** Returns the failure for a final status; null for 2xx and for 304, the answer to a conditional request. */
export const statusFailure = (status: number): FailureCode | null => {
  if ((status >= 200 && status < 300) || status === 304) return null;
  if (status >= 300 && status < 400) return 'REDIRECT_INVALID';
  if (status >= 400 && status < 500) return failing[status] ?? 'HTTP_CLIENT_ERROR';
  if (status >= 500 && status < 600) return failing[status] ?? 'HTTP_SERVER_ERROR';
  return 'PROTOCOL_ERROR';
};
