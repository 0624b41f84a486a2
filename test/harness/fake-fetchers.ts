import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** The keys that the doubles take. */
export const fakeFetcherKeys = { firecrawl: 'fc-good-key', scrapingant: 'ant-good-key' } as const;

/** A page as the services find it. */
export interface FoundPage {
  readonly status?: number;
  readonly html: string;
  /** Where redirects led. */
  readonly url?: string;
  readonly type?: string;
}

/** A reply in place of the usual one; `hang` never replies, `reset` closes the connection. */
export type FakeFetcherReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'hang'
  | 'reset';

/** One call that a double got. */
export interface FakeFetcherCall {
  readonly path: string;
  readonly key: string | undefined;
  /** The page that it was asked for. */
  readonly url: string | undefined;
  readonly body: Record<string, unknown> | undefined;
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

/**
 * Doubles of Firecrawl and of ScrapingAnt on one port: they check the key and the request as the services do, answer in
 * their words, charge credits, and refuse once these are used up.
 */
export const serveFakeFetchers = async (find: (url: string) => FoundPage | undefined) => {
  const calls: FakeFetcherCall[] = [];
  const replies: FakeFetcherReply[] = [];
  const left = { firecrawl: 1_000, scrapingant: 1_000 };
  const seen = (request: IncomingMessage, call: Omit<FakeFetcherCall, 'path'>): void => {
    calls.push({ path: (request.url ?? '').split('?', 1)[0] ?? '', ...call });
  };

  /** Sends a reply that a test has put in place of the usual one. */
  const sendPlanned = (response: ServerResponse): boolean => {
    const planned = replies.shift();
    if (planned === undefined) return false;
    if (planned === 'reset') response.destroy();
    else if (planned !== 'hang') json(response, planned.status, planned.body, planned.headers);
    return true;
  };

  const scrape = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await readText(request)) as Record<string, unknown>;
    const key = request.headers.authorization?.replace(/^Bearer /, '');
    seen(request, { key, url: String(body['url']), body });
    if (sendPlanned(response)) return;
    if (key !== fakeFetcherKeys.firecrawl)
      return json(response, 401, { success: false, error: 'Unauthorized: Invalid token' });
    if (JSON.stringify(body['formats']) !== '["rawHtml"]' || body['maxAge'] !== 0)
      return json(response, 400, { success: false, error: 'Bad Request' });
    if (left.firecrawl < 1)
      return json(response, 402, { success: false, error: 'Payment Required: Insufficient credits' });
    const page = find(String(body['url']));
    if (page === undefined)
      return json(response, 500, { success: false, code: 'SCRAPE_SITE_ERROR', error: 'The site failed' });
    left.firecrawl -= 1;
    json(response, 200, {
      success: true,
      data: {
        rawHtml: page.html,
        metadata: {
          statusCode: page.status ?? 200,
          sourceURL: body['url'],
          url: page.url ?? body['url'],
          contentType: page.type ?? 'text/html; charset=iso-8859-1',
          proxyUsed: 'basic',
          creditsUsed: 1,
        },
      },
    });
  };

  const extended = (request: IncomingMessage, response: ServerResponse): void => {
    const query = new URL(request.url ?? '', 'http://double').searchParams;
    const key = request.headers['x-api-key'];
    const url = query.get('url') ?? '';
    seen(request, { key: typeof key === 'string' ? key : undefined, url, body: Object.fromEntries(query) });
    if (sendPlanned(response)) return;
    if (key !== fakeFetcherKeys.scrapingant) return json(response, 403, { detail: 'The API token is wrong' });
    if (left.scrapingant < 10)
      return json(response, 403, { detail: 'You have exceeded the API credits limit' });
    const page = find(url);
    if (page === undefined) return json(response, 404, { detail: 'The requested URL is not reachable' });
    left.scrapingant -= 10;
    const status = page.status ?? 200;
    const headers = [{ name: 'Content-Type', value: page.type ?? 'text/html; charset=iso-8859-1' }];
    json(
      response,
      200,
      { html: page.html, text: '', cookies: '', status_code: status, headers, xhrs: [], iframes: [] },
      { 'ant-credits-cost': '10', 'ant-page-status-code': String(status) },
    );
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    const bearer = request.headers.authorization?.replace(/^Bearer /, '');
    if (path === '/v2/scrape') return void scrape(request, response);
    if (path === '/v2/extended') return extended(request, response);
    if (sendPlanned(response)) return;
    if (path === '/v2/team/credit-usage')
      return bearer === fakeFetcherKeys.firecrawl
        ? json(response, 200, {
            success: true,
            data: { remainingCredits: left.firecrawl, planCredits: 1_000 },
          })
        : json(response, 401, { success: false, error: 'Unauthorized: Invalid token' });
    if (path === '/v2/usage')
      return request.headers['x-api-key'] === fakeFetcherKeys.scrapingant
        ? json(response, 200, { plan_total_credits: 1_000, remained_credits: left.scrapingant })
        : json(response, 403, { detail: 'The API token is wrong' });
    return json(response, 404, { success: false, error: 'Not Found' });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Replies that come next, in order. */
    replies,
    /** Credits that are left of each service. */
    left,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
};
