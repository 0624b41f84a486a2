import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Launched } from '../launch.ts';
import { tryAgain } from '../runtime/try-again.ts';

/** An ordinary client of the API: HTTP and a key. */
export type Api = Pick<Launched, 'url' | 'key'>;

const countsSchema = z.object({
  admitted: z.number(),
  open: z.number(),
  finished: z.number(),
  done: z.number(),
  failed: z.number(),
  blocked: z.number(),
  skipped: z.number(),
});

const statusSchema = z.object({
  status: z.string(),
  error: z.string().optional(),
  createdAt: z.string(),
  completedAt: z.string().optional(),
  counts: countsSchema,
  data: z
    .array(
      z.object({
        markdown: z.string().optional(),
        metadata: z.object({
          title: z.string().optional().catch(undefined),
          sourceURL: z.string().optional(),
        }),
      }),
    )
    .default([]),
});

export type CrawlStatus = z.infer<typeof statusSchema>;

const activeSchema = z.object({ crawls: z.array(z.object({ id: z.string(), url: z.string() })) });

/** A refusal of the API that another try would not change. */
class Refused extends Error {}

/** Calls the API, and tries again if it cannot answer at the moment. A POST has a token, so that it counts once. */
const call = async (api: Api, method: string, path: string, body?: unknown): Promise<unknown> => {
  const token = randomUUID();
  const ask = async (): Promise<unknown> => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api.key}`,
        'content-type': 'application/json',
        ...(method === 'GET' ? {} : { 'x-idempotency-key': token }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as { error?: string };
    if (response.ok) return answer;
    const message = answer.error ?? `the API answered with HTTP status ${response.status}`;
    throw response.status === 429 || response.status >= 500 ? new Error(message) : new Refused(message);
  };
  return await tryAgain(`${method} ${path}`, ask, { mayPass: (error) => !(error instanceof Refused) });
};

/**
 * Starts a crawl.
 *
 * @throws {Error} with the API's own message when it is refused.
 */
export const startCrawl = async (api: Api, url: string, limit: number | undefined): Promise<string> =>
  z
    .object({ id: z.string() })
    .parse(await call(api, 'POST', '/v2/crawl', { url, ...(limit === undefined ? {} : { limit }) })).id;

const extractedSchema = z.object({
  data: z.object({
    json: z.unknown(),
    metadata: z.object({
      extraction: z.object({ open: z.array(z.string()), model: z.string().nullable() }),
    }),
  }),
});

/**
 * Extracts these fields from a page.
 *
 * @throws {Error} with the API's own message when it cannot.
 */
export const scrapeJson = async (
  api: Api,
  url: string,
  fields: readonly object[],
): Promise<{ json: unknown; extraction: { open: string[]; model: string | null } }> => {
  const body = { url, formats: [{ type: 'json', fields }] };
  const { data } = extractedSchema.parse(await call(api, 'POST', '/v2/scrape', body));
  return { json: data.json, extraction: data.metadata.extraction };
};

/** Returns a crawl's counts, and its first `documents` pages. */
export const crawlStatus = async (api: Api, id: string, documents: number): Promise<CrawlStatus> =>
  statusSchema.parse(await call(api, 'GET', `/v2/crawl/${id}?limit=${documents}`));

/** Returns the crawls that are not over. */
export const unfinishedCrawls = async (api: Api): Promise<{ id: string; url: string }[]> =>
  activeSchema.parse(await call(api, 'GET', '/v2/crawl/active')).crawls;

/**
 * Returns the address of the monitor, with a session behind its `#`, which no server and no log sees. The session may
 * do what the key may, except that only `admin` manages keys of models and channels of alerts.
 */
export const monitorAddress = async (api: Api): Promise<string> => {
  const opened = await call(api, 'POST', '/v2/team/sessions', { scopes: ['read', 'write', 'admin'] });
  const { session } = z.object({ session: z.string() }).parse(opened);
  return `${api.url}/monitor/#session=${session}`;
};
