import { hostOf } from '../../lib/frontier/page.ts';
import { receiverOrigin, type Scenario } from './scenario.ts';

/** An answer of the API, or none: the sandbox died, or the gateway gave up. */
export interface SimulatedAnswer {
  readonly statusCode: number;
  readonly body: string;
}

export type AskSimulatedApi = (
  method: string,
  path: string,
  options?: { readonly body?: object; readonly token?: string; readonly query?: Record<string, string> },
) => Promise<SimulatedAnswer | null>;

export const clientKey = 'fc-simulated-client';

/** The event that API Gateway makes of a request. */
export const apiEvent = (
  method: string,
  path: string,
  options: { readonly body?: object; readonly token?: string; readonly query?: Record<string, string> } = {},
): object => ({
  resource: '/{proxy+}',
  path,
  httpMethod: method,
  headers: {
    Authorization: `Bearer ${clientKey}`,
    'Content-Type': 'application/json',
    Host: 'api.test',
    'X-Forwarded-Proto': 'https',
    ...(options.token === undefined ? {} : { 'x-idempotency-key': options.token }),
  },
  multiValueHeaders: {},
  queryStringParameters: options.query ?? null,
  multiValueQueryStringParameters: null,
  pathParameters: null,
  stageVariables: null,
  requestContext: { requestId: 'request', stage: 'prod', path: `/prod${path}`, domainName: 'api.test' },
  body: options.body === undefined ? null : JSON.stringify(options.body),
  isBase64Encoded: false,
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export const basePath = (scenario: Scenario): string =>
  scenario.kind === 'crawl' ? '/v2/crawl' : '/v2/batch/scrape';

/** Sends a request until it is accepted, as a good client does: with one idempotency key over all tries. */
export const submitSimulated = async (
  ask: AskSimulatedApi,
  scenario: Scenario,
  urls: readonly string[],
  token: string,
): Promise<string> => {
  const formats = scenario.extracts
    ? ['markdown', { type: 'json', fields: [{ name: 'title' }] }]
    : ['markdown'];
  const webhook = scenario.tells ? { webhook: `${receiverOrigin}/` } : {};
  const body =
    scenario.kind === 'crawl'
      ? {
          url: urls[0],
          limit: scenario.limit,
          crawlEntireDomain: true,
          allowExternalLinks: scenario.cells > 1,
          scrapeOptions: { formats },
          ...webhook,
        }
      : { urls, formats, ignoreInvalidURLs: true, ...webhook };
  for (;;) {
    const answer = await ask('POST', basePath(scenario), { body, token });
    if (answer?.statusCode === 200) return (JSON.parse(answer.body) as { id: string }).id;
    if (answer !== null && answer.statusCode < 500 && answer.statusCode !== 429)
      throw new Error(`The API refused a good request: ${answer.body}`);
    await pause(1_000);
  }
};

/** Cancels a job, trying until the API has said what became of it. */
export const cancelJob = async (ask: AskSimulatedApi, scenario: Scenario, job: string): Promise<void> => {
  for (;;) {
    const answer = await ask('DELETE', `${basePath(scenario)}/${job}`);
    if (answer !== null && answer.statusCode < 500) return;
    await pause(1_000);
  }
};

export interface ReadJob {
  readonly status: string;
  readonly completed: number;
  readonly total: number;
  /** URLs of the documents, in the order given. */
  readonly documents: readonly string[];
  /** URLs of the pages without one. */
  readonly failed: readonly string[];
}

const nextQuery = ({ next }: { readonly next?: unknown }): Record<string, string> | null =>
  typeof next === 'string' ? Object.fromEntries(new URL(next).searchParams) : null;

/** Reads everything that the API says of a job that has ended, page by page. */
export const readJob = async (ask: AskSimulatedApi, scenario: Scenario, job: string): Promise<ReadJob> => {
  const read = async (path: string, query: Record<string, string>): Promise<Record<string, unknown>> => {
    const answer = await ask('GET', path, { query });
    if (answer?.statusCode !== 200) throw new Error(`Cannot read ${path}: ${answer?.body ?? 'no answer'}`);
    return JSON.parse(answer.body) as Record<string, unknown>;
  };
  const path = `${basePath(scenario)}/${job}`;
  const documents: string[] = [];
  let first: Record<string, unknown> | undefined;
  for (let query: Record<string, string> | null = {}; query !== null;) {
    const status: Record<string, unknown> = await read(path, query);
    first ??= status;
    const data = status['data'] as { metadata: { sourceURL: string } }[];
    documents.push(...data.map(({ metadata }) => metadata.sourceURL));
    query = nextQuery(status);
  }
  const failed: string[] = [];
  for (let query: Record<string, string> | null = {}; query !== null;) {
    const page: Record<string, unknown> = await read(`${path}/errors`, query);
    failed.push(...(page['errors'] as { url: string }[]).map(({ url }) => url));
    failed.push(...(page['robotsBlocked'] as string[]));
    query = nextQuery(page);
  }
  return {
    status: String(first?.['status']),
    completed: Number(first?.['completed']),
    total: Number(first?.['total']),
    documents,
    failed,
  };
};

export const requestPath = (url: string): { host: string; path: string } => ({
  host: hostOf(url),
  path: new URL(url).pathname,
});
