import * as z from 'zod';
import { failure, type FailureCode } from '../../failure.ts';
import { hideSecret, safeWords } from '../../safe-words.ts';
import type { Fetcher, FetcherAnswer, FetcherReply, FetcherTask } from './fetcher-call.ts';
import type { ServiceSettings } from './fetcher-settings.ts';
import {
  failedAnswer,
  fetcherFailure,
  maybeNumber,
  maybeText,
  parseReply,
  readCredits,
  readUsage,
  type FetcherFailureCode,
} from './read-reply.ts';

/**
 * Firecrawl, or a service with its API v2 (https://docs.firecrawl.dev/api-reference/endpoint/scrape): `rawHtml` is the
 * page, `metadata` says its status, its final URL, its type, and the credits that it cost.
 */

/** Credits of a page, by the kind of proxy (https://docs.firecrawl.dev/features/enhanced-mode). */
const creditsByProxy = { basic: 1, auto: 5, enhanced: 5 } as const;

const replySchema = z.object({
  success: z.boolean().optional().catch(undefined),
  code: maybeText,
  error: maybeText,
  data: z
    .object({
      rawHtml: maybeText,
      metadata: z
        .object({ statusCode: maybeNumber, url: maybeText, contentType: maybeText, creditsUsed: maybeNumber })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type Reply = z.output<typeof replySchema>;

const usageSchema = z.object({
  error: maybeText,
  data: z.object({ remainingCredits: maybeNumber, planCredits: maybeNumber }).optional().catch(undefined),
});

/** Failures of the site that Firecrawl reports by these codes. */
const siteFailures: Readonly<Record<string, FailureCode>> = {
  SCRAPE_TIMEOUT: 'TIMEOUT',
  SCRAPE_DNS_RESOLUTION_ERROR: 'DNS_FAILED',
  SCRAPE_SSL_ERROR: 'TLS_FAILED',
  SCRAPE_SITE_ERROR: 'CONNECTION_RESET',
  SCRAPE_UNSUPPORTED_FILE_ERROR: 'CONTENT_TYPE_UNSUPPORTED',
  SCRAPE_PDF_ANTIBOT_ERROR: 'CHALLENGE',
};

const codeOfStatus = (status: number): FetcherFailureCode => {
  if (status === 402) return 'FETCHER_OUT_OF_CREDITS';
  if (status === 429) return 'FETCHER_RATE_LIMITED';
  return status >= 400 && status < 500 && status !== 408 ? 'FETCHER_REFUSED' : 'FETCHER_UNAVAILABLE';
};

const failed = (
  key: string,
  reply: FetcherReply,
  json: Reply | undefined,
  { url }: FetcherTask,
  now: number,
): FetcherAnswer => {
  const { code: given = '', error = '' } = json ?? {};
  // Names of errors are as long as keys are, and have a form of their own.
  const code = /^[A-Z]+(?:_[A-Z]+){0,7}$/.test(hideSecret(given, key)) ? given : safeWords(given, key);
  const said = safeWords(error, key);
  const ofSite = Object.hasOwn(siteFailures, code)
    ? siteFailures[code]
    : reply.status === 408
      ? 'TIMEOUT'
      : undefined;
  const found = ['status', reply.status, code, said].filter((part) => part !== '').join(' ');
  const why =
    ofSite === undefined
      ? fetcherFailure(codeOfStatus(reply.status), 'firecrawl', url, found)
      : failure(ofSite, `Cannot fetch ${url}: the fetcher firecrawl did not get it (${found})`);
  return failedAnswer(why, reply, now);
};

/** Returns the bytes of a document: a PDF comes in Base64, because it is not asked to be read. */
const decodeDocument = (rawHtml: string, contentType: string): Uint8Array => {
  if (!/^application\/pdf\b/i.test(contentType)) return Buffer.from(rawHtml, 'utf8');
  const decoded = Buffer.from(rawHtml, 'base64');
  return decoded.subarray(0, 5).toString('latin1') === '%PDF-' ? decoded : Buffer.from(rawHtml, 'utf8');
};

/** The page came as text, which we encode again. */
const asUtf8 = (contentType: string): string =>
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:xml|json))/i.test(contentType)
    ? `${contentType.split(';', 1)[0] ?? ''}; charset=utf-8`
    : contentType;

const read = (key: string, reply: FetcherReply, task: FetcherTask, now: number): FetcherAnswer => {
  const json = parseReply(replySchema, reply);
  if (reply.status !== 200 || json?.success !== true || json.data === undefined)
    return failed(key, reply, json, task, now);
  const { rawHtml, metadata = {} } = json.data;
  const { statusCode: status, url = task.url, contentType = 'text/html' } = metadata;
  const credits = readCredits(metadata.creditsUsed);
  if (rawHtml === undefined || status === undefined) {
    const why = fetcherFailure('FETCHER_UNAVAILABLE', 'firecrawl', task.url, 'no page, or no status of it');
    return failedAnswer(why, reply, now, credits ?? 0);
  }
  const body = decodeDocument(rawHtml, contentType);
  return { kind: 'page', status, url, headers: { 'content-type': asUtf8(contentType) }, body, credits };
};

/** Makes the fetcher for a deployment's settings. */
export const firecrawl = ({ url: root, proxy, dollarsPerCredit }: ServiceSettings<'firecrawl'>): Fetcher => {
  const headersFor = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
  return {
    creditsPerPage: creditsByProxy[proxy],
    dollarsPerCredit,
    ask: (key, { url, giveUpMs, skipTlsVerification }) => ({
      method: 'POST',
      url: `${root}/v2/scrape`,
      headers: { ...headersFor(key), 'content-type': 'application/json' },
      body: JSON.stringify({
        url,
        formats: ['rawHtml'],
        onlyMainContent: false,
        // Its cache would show a page as it was days ago.
        maxAge: 0,
        storeInCache: false,
        // Documents are ours to read.
        parsers: [],
        removeBase64Images: false,
        skipTlsVerification,
        timeout: giveUpMs,
        proxy,
      }),
    }),
    read,
    askHealth: (key) => ({ method: 'GET', url: `${root}/v2/team/credit-usage`, headers: headersFor(key) }),
    readHealth: (key, reply) => {
      const said = parseReply(usageSchema, reply);
      const { remainingCredits: remaining, planCredits: plan } = said?.data ?? {};
      return readUsage(key, reply, said === undefined ? undefined : { remaining, plan, error: said.error });
    },
  };
};
