import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { httpFunction } from '../../functions/edge/http-function.ts';
import { sourceEndpoints } from '../../functions/endpoints/manage-sources.ts';
import { makeOpenApiDocument } from '../../functions/openapi/make-document.ts';
import { createHosts, noHosts } from '../../lib/fetch/politeness/host-policies.ts';
import type { CheckFetcher } from '../../lib/fetch/remote/check-fetcher.ts';
import { enforceRateLimit, type Caller } from '../../lib/steps/api/admit-caller.ts';
import { actAs } from './acting.ts';
import { makeChecker } from './check-api.ts';
import { dueLater, pastMonthEnd } from '../sources/due-later.ts';
import { undisturbed, type Disturbance } from './leaky-queues.ts';
import { startPipeline, type PipelineStores } from './pipeline.ts';
import type { PipelineOptions } from './pipeline-options.ts';
import { htmlPage, serveSite, type TestSite } from './serve-site.ts';

/** What was answered otherwise than the API's description says. */
const check = makeChecker(makeOpenApiDocument());

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many routes
export type AnswerBody = Record<string, any>;

interface Answer {
  readonly status: number;
  readonly body: AnswerBody;
}

/**
 * What a page of a watched site answers: 200 with a text and links unless told otherwise; `to` is a redirect, 301
 * unless `status` says another.
 */
export interface WatchedPage {
  readonly status?: number;
  readonly text?: string;
  readonly links?: readonly string[];
  readonly to?: string;
  /** HTML of its head. */
  readonly head?: string;
  /** Answered as it is instead of HTML. */
  readonly file?: { readonly type: string; readonly body: string };
}

/** A site whose pages a test changes, and a team of its own that watches it. */
export const watchSite = async (
  stores: PipelineStores,
  team: string,
  disturbance: Disturbance = undisturbed,
  /** Addresses that may be reached beside the site's own. */
  allowed: readonly string[] = [],
  log?: (event: string, fields: object) => void,
  more: Pick<PipelineOptions, 'makeRemoteTier' | 'makeBrowserTier' | 'answer'> & {
    /** How services are that fetch pages; without it the deployment has none. */
    readonly checkFetcher?: CheckFetcher;
    /** Limits of the caller's key. */
    readonly limits?: Caller['limits'];
    /** Whether its clock begins at that of the stores, and so perhaps shortly before the end of a month. */
    readonly beginsToday?: boolean;
  } = {},
) => {
  const pages = new Map<string, WatchedPage>();
  const asked: string[] = [];
  const site: TestSite = await serveSite((path, response) => {
    asked.push(path);
    const page = pages.get(path);
    if (page?.to !== undefined)
      return void response.writeHead(page.status ?? 301, { location: page.to }).end();
    if (page?.file !== undefined)
      return void response.writeHead(200, { 'content-type': page.file.type }).end(page.file.body);
    const { status = 200, text = '', links = [], head = '' } = page ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    const html = htmlPage(`Page ${path} ${text}`, links).replace('</head>', `${head}</head>`);
    response.end(status === 200 ? html : 'no');
  });
  const pipeline = startPipeline(stores, {
    allow: [site.allow, ...allowed],
    hosts: { [site.host]: { delay: 0 } },
    disturbance,
    seed: 5,
    ...(log === undefined ? {} : { log }),
    ...(more.makeRemoteTier === undefined ? {} : { makeRemoteTier: more.makeRemoteTier }),
    ...(more.answer === undefined ? {} : { answer: more.answer }),
    ...(more.makeBrowserTier === undefined ? {} : { makeBrowserTier: more.makeBrowserTier }),
  });
  if (more.beginsToday !== true) pipeline.skip(pastMonthEnd(pipeline.now()));
  const dependencies = {
    ...pipeline.submitting,
    envelopes: stores.envelopes,
    sources: stores.sources,
    pepper: async () => await Promise.resolve('pepper'),
    policies: { delaySeconds: 0, hosts: createHosts(noHosts) },
    checkFetcher: more.checkFetcher ?? (async () => await Promise.resolve(null)),
    deployment: {
      stack: 'Gleaner',
      environment: 'production',
      corpus: null,
      monthlyBudget: 50,
      keyLimits: { requestsPerMinute: 6_000, openJobs: 500 },
    },
  };
  const handler = httpFunction(sourceEndpoints, dependencies, {
    authenticate: async () =>
      await Promise.resolve({
        ok: true as const,
        caller: {
          team,
          keyId: `key-${team}`,
          scopes: ['read', 'write', 'admin'],
          limits: more.limits ?? {},
          makers: [],
        },
      }),
    admit: async (caller, begins) =>
      await enforceRateLimit({ ...dependencies, ...dependencies.deployment }, caller, begins),
  });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    host = 'api.example',
  ): Promise<Answer> => {
    const [pathname = '', query] = path.split('?');
    const sent = body === undefined ? '' : JSON.stringify(body);
    const event = {
      httpMethod: method,
      path: pathname,
      resource: '/{proxy+}',
      pathParameters: { proxy: pathname.slice(1) },
      headers: { authorization: 'Bearer key', host, 'x-forwarded-proto': 'http' },
      queryStringParameters: query === undefined ? null : Object.fromEntries(new URLSearchParams(query)),
      body: body === undefined ? null : sent,
      requestContext: { path: pathname },
    } as unknown as APIGatewayProxyEvent;
    // More than a machine that others keep busy takes: no call may end for that.
    const context = { getRemainingTimeInMillis: () => 600_000 } as unknown as Context;
    const answer = await actAs('manage-sources', () => handler(event, context));
    const wrong = check({ method, path: pathname, sent, status: answer.statusCode, body: answer.body });
    if (wrong.length > 0)
      throw new Error(`${method} ${path} is not answered as described: ${wrong.join('; ')}`);
    const isJson = String(answer.headers?.['content-type']).startsWith('application/json');
    const read = isJson ? (JSON.parse(answer.body) as AnswerBody) : { text: answer.body };
    return { status: answer.statusCode, body: read };
  };
  const ok = async (method: string, path: string, body?: unknown): Promise<AnswerBody> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const manifest = (version: string, more: Record<string, unknown> = {}) => ({
    version,
    name: 'tides',
    sources: [
      {
        id: 'guide',
        url: `${site.origin}/`,
        method: 'crawl',
        ...('frequency' in more ? {} : dueLater),
        ...more,
      },
    ],
  });
  /** Begins a run now; or takes the one that a heartbeat of an earlier run has begun, because it was due. */
  const beginRun = async (): Promise<string> => {
    const begun = await call('POST', '/v2/sources/guide/run');
    if (begun.status === 200) return String(begun.body['id']);
    if (begun.body['code'] !== 'RUN_OPEN') throw new Error(`No run: ${JSON.stringify(begun.body)}`);
    const { source } = await ok('GET', '/v2/sources/guide');
    return String((source as AnswerBody)['openRun']);
  };
  /** Runs the source, and answers what is told of that run. */
  const run = async (): Promise<AnswerBody> => {
    const id = await beginRun();
    await pipeline.run(id);
    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    return (runs as AnswerBody[]).find(({ job }) => job === id) ?? {};
  };
  /** The same routes over HTTP, for clients. */
  const serve = async (): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
    const server = createServer((request, response) => {
      void (async () => {
        const sent = await readText(request);
        const body: unknown = sent === '' ? undefined : JSON.parse(sent);
        const answer = await call(request.method ?? 'GET', request.url ?? '/', body, request.headers.host);
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer.body));
      })();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => void server.close(resolve));
      },
    };
  };
  return { site, pages, asked, pipeline, call, ok, manifest, run, serve };
};
