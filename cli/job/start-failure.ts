import type { CliStatus, FailureCounts } from './job-status.ts';

const again = 'Try again later: the site may be down.';

/** What a person can do about a crawl's failed first page, if the message does not say it. */
const remedies: Readonly<Record<string, string>> = {
  HTTP_NOT_FOUND: 'Check the address: the site has no such page.',
  HTTP_GONE: 'Check the address: the site has removed this page.',
  SOFT_NOT_FOUND: 'Check the address: the site has no such page.',
  HTTP_FORBIDDEN: 'Check whether the page opens in a browser without logging in.',
  DNS_NOT_FOUND: 'Check the spelling of the host: DNS has no address for it.',
  CONNECTION_REFUSED: 'Check host and port, and whether it is http or https: no server is listening there.',
  ROBOTS_DISALLOWED: 'Start at a page that the robots.txt of the site allows.',
  TLS_FAILED: 'Check the address: the certificate of the host does not belong to it, or has expired.',
  DNS_FAILED: again,
  CONNECTION_RESET: again,
  TIMEOUT: again,
  HTTP_TOO_MANY_REQUESTS: again,
  HTTP_UNAVAILABLE: again,
  HTTP_SERVER_ERROR: again,
};

/** The address stands at the end of a refusal; one of IPv6 has 128 bits. */
const allowRemedy = (error: string): string => {
  const address = /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}/i.exec(error)?.[0];
  const range =
    address === undefined ? '192.168.1.0/24' : `${address}/${address.includes(':') ? '128' : '32'}`;
  return `Start with --allow, as in: npm start -- --allow ${range}`;
};

/**
 * Returns what to do about a crawl that failed because its start URL did; null for every other job. Such a crawl ends
 * with the failure of that page.
 */
export const startRemedy = (status: CliStatus, { byCode, robotsBlocked }: FailureCounts): string | null => {
  const code = /^([A-Z_]+):/.exec(status.error ?? '')?.[1] ?? '';
  const isOfPage = byCode.has(code) || (code === 'ROBOTS_DISALLOWED' && robotsBlocked > 0);
  if (status.status !== 'failed' || status.completed > 0 || !isOfPage) return null;
  if (code === 'ADDRESS_NOT_ALLOWED') return allowRemedy(status.error ?? '');
  return remedies[code] ?? `docs/failures.md says what to do about ${code}.`;
};
