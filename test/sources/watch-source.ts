import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect } from 'vitest';
import { httpFunction } from '../../functions/edge/http-function.ts';
import { sourceEndpoints } from '../../functions/endpoints/manage-sources.ts';
import { makeOpenApiDocument } from '../../functions/openapi/make-document.ts';
import { createHosts, noHosts } from '../../lib/fetch/politeness/host-policies.ts';
import { actAs } from '../harness/acting.ts';
import { makeChecker } from '../harness/check-api.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** What was answered otherwise than the API's description says. */
const check = makeChecker(makeOpenApiDocument());

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many routes
export type Body = Record<string, any>;

interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** A site whose pages a test changes, and a team of its own that watches it. */
export const watchSource = async (
  stores: PipelineStores,
  team: string,
  disturbance: Disturbance = undisturbed,
) => {
  const pages = new Map<string, { status?: number; text?: string; links?: string[]; to?: string }>();
  const asked: string[] = [];
  const site: TestSite = await serveSite((path, response) => {
    asked.push(path);
    const page = pages.get(path);
    if (page?.to !== undefined) return void response.writeHead(301, { location: page.to }).end();
    const { status = 200, text = '', links = [] } = page ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(status === 200 ? htmlPage(`Page ${path} ${text}`, links) : 'no');
  });
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance,
    seed: 5,
  });
  const dependencies = {
    ...pipeline.submitting,
    envelopes: stores.envelopes,
    sources: stores.sources,
    policies: { delaySeconds: 0, hosts: createHosts(noHosts) },
  };
  const handler = httpFunction(sourceEndpoints, dependencies, {
    authenticate: async () =>
      await Promise.resolve({
        ok: true as const,
        caller: { team, keyId: `key-${team}`, scopes: ['read', 'write', 'admin'], limits: {} },
      }),
  });
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const [pathname = '', query] = path.split('?');
    const sent = body === undefined ? '' : JSON.stringify(body);
    const event = {
      httpMethod: method,
      path: pathname,
      headers: { authorization: 'Bearer key', host: 'api.example' },
      queryStringParameters: query === undefined ? null : Object.fromEntries(new URLSearchParams(query)),
      body: body === undefined ? null : sent,
      requestContext: {},
    } as unknown as APIGatewayProxyEvent;
    const context = { getRemainingTimeInMillis: () => 29_000 } as unknown as Context;
    const answer = await actAs('manage-sources', () => handler(event, context));
    expect(check({ method, path: pathname, sent, status: answer.statusCode, body: answer.body })).toEqual([]);
    const isJson = String(answer.headers?.['content-type']).startsWith('application/json');
    const read = isJson ? (JSON.parse(answer.body) as Body) : { text: answer.body };
    return { status: answer.statusCode, body: read };
  };
  const ok = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const manifest = (version: string, more: Record<string, unknown> = {}) => ({
    version,
    name: 'tides',
    sources: [{ id: 'guide', url: `${site.origin}/`, method: 'crawl', frequency: 'daily', ...more }],
  });
  /** Runs the source now, and answers what is told of that run. */
  const run = async (): Promise<Body> => {
    const { id } = await ok('POST', '/v2/sources/guide/run');
    await pipeline.run(id as string);
    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    return (runs as Body[]).find(({ job }) => job === id) ?? {};
  };
  return { site, pages, asked, pipeline, call, ok, manifest, run };
};
