import * as z from 'zod';
import { failure } from '../../failure.ts';
import { safeWords } from '../../safe-words.ts';
import { responseHeaders, type Headers } from '../http/http-headers.ts';
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
} from './read-reply.ts';

/**
 * ScrapingAnt (https://docs.scrapingant.com/json-response): the extended endpoint answers the page with its status and
 * headers, and the header `Ant-credits-cost` says what that cost. It does not say where redirects led.
 */

/** Credits of a page (https://docs.scrapingant.com/credits-cost). */
const creditsByWay = {
  datacenter: { browser: 10, plain: 1 },
  residential: { browser: 125, plain: 25 },
} as const;

/** Seconds that it may be asked to try (https://docs.scrapingant.com/request-response-format). */
const giveUpSeconds = { min: 5, max: 60 } as const;

const pageSchema = z.object({
  html: z.string(),
  status_code: z.number(),
  headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .default([])
    .catch([]),
});

const errorSchema = z.object({ detail: maybeText });

const usageSchema = errorSchema.extend({ remained_credits: maybeNumber, plan_total_credits: maybeNumber });

/** Reads its list of headers. The body comes as text, which we encode again. */
const readHeaders = (given: z.output<typeof pageSchema>['headers']): Headers => {
  const byName = Object.groupBy(given, ({ name }) => name.toLowerCase());
  const {
    'content-type': type = 'text/html',
    'content-encoding': _undone,
    'content-length': _old,
    ...rest
  } = responseHeaders(
    Object.fromEntries(
      Object.entries(byName).map(([name, all = []]) => [name, all.map(({ value }) => value)]),
    ),
  );
  return { ...rest, 'content-type': `${type.split(';', 1)[0] ?? ''}; charset=utf-8` };
};

const failed = (
  key: string,
  reply: FetcherReply,
  { url }: FetcherTask,
  now: number,
  credits: number,
): FetcherAnswer => {
  const said = safeWords(parseReply(errorSchema, reply)?.detail ?? '', key);
  const found = `status ${reply.status} ${said}`.trim();
  const ofFetcher = (code: Parameters<typeof fetcherFailure>[0]): FetcherAnswer =>
    failedAnswer(fetcherFailure(code, 'scrapingant', url, found), reply, now, credits);
  switch (reply.status) {
    case 403:
      // One status for two reasons (https://docs.scrapingant.com/errors).
      return ofFetcher(/credit|limit|quota/i.test(said) ? 'FETCHER_OUT_OF_CREDITS' : 'FETCHER_REFUSED');
    case 404: {
      const message = `Cannot fetch ${url}: the fetcher scrapingant could not reach it (${found})`;
      return failedAnswer(failure('CONNECTION_REFUSED', message), reply, now, credits);
    }
    case 409:
    case 429:
      return ofFetcher('FETCHER_RATE_LIMITED');
    case 423: {
      const message = `Cannot fetch ${url}: the site recognised the fetcher scrapingant as a robot (${found})`;
      return failedAnswer(failure('CHALLENGE', message), reply, now, credits);
    }
    default:
      return ofFetcher(reply.status >= 400 && reply.status < 500 ? 'FETCHER_REFUSED' : 'FETCHER_UNAVAILABLE');
  }
};

const read = (key: string, reply: FetcherReply, task: FetcherTask, now: number): FetcherAnswer => {
  const credits = readCredits(reply.headers['ant-credits-cost']);
  if (reply.status !== 200) return failed(key, reply, task, now, credits ?? 0);
  const page = parseReply(pageSchema, reply);
  if (page === undefined) {
    const found = 'no page, or no status of it';
    const why = fetcherFailure('FETCHER_UNAVAILABLE', 'scrapingant', task.url, found);
    return failedAnswer(why, reply, now, credits ?? 0);
  }
  const { html, status_code: status, headers } = page;
  const body = Buffer.from(html, 'utf8');
  return { kind: 'page', status, url: task.url, headers: readHeaders(headers), body, credits };
};

/** Makes the fetcher for a deployment's settings. */
export const scrapingant = (settings: ServiceSettings<'scrapingant'>): Fetcher => {
  const { url: root, browser, proxy, dollarsPerCredit } = settings;
  return {
    creditsPerPage: creditsByWay[proxy][browser ? 'browser' : 'plain'],
    dollarsPerCredit,
    ask: (key, { url, giveUpMs }) => {
      const seconds = Math.floor(giveUpMs / 1_000);
      const query = new URLSearchParams({
        url,
        browser: String(browser),
        proxy_type: proxy,
        timeout: String(Math.min(giveUpSeconds.max, Math.max(giveUpSeconds.min, seconds))),
      });
      return { method: 'GET', url: `${root}/v2/extended?${query.toString()}`, headers: { 'x-api-key': key } };
    },
    read,
    askHealth: (key) => ({ method: 'GET', url: `${root}/v2/usage`, headers: { 'x-api-key': key } }),
    readHealth: (key, reply) => {
      const said = parseReply(usageSchema, reply);
      const { remained_credits: remaining, plan_total_credits: plan, detail: error } = said ?? {};
      return readUsage(key, reply, said === undefined ? undefined : { remaining, plan, error });
    },
  };
};
