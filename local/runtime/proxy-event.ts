import { localAccount } from '../template/intrinsics.ts';
import type { Plan } from '../template/plan.ts';
import type { RouteMatch } from './route-match.ts';

/** A request as it came in. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Names and values in turn, as Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  /** Port to which the request came. */
  readonly ownPort: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly requestId: string;
}

type Many = Record<string, string[]>;

const lastOfEach = (many: Many): Record<string, string> =>
  Object.fromEntries(Object.entries(many).map(([name, values]) => [name, values.at(-1) ?? '']));

const collect = (pairs: Iterable<readonly [string, string]>): Many => {
  const many: Many = {};
  for (const [name, value] of pairs) (many[name] ??= []).push(value);
  return many;
};

/** Returns the URL of a request. Two slashes at the beginning of its path name no host. */
export const targetUrl = (target: string): URL =>
  target.startsWith('/') ? new URL(`http://local${target}`) : new URL(target, 'http://local');

const isText = (body: Buffer): boolean => Buffer.from(body.toString('utf8'), 'utf8').equals(body);

/**
 * Returns the event of an API Gateway REST API with proxy integration (payload format 1.0):
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html The laptop puts no
 * stage before the path, so `requestContext.path` equals `path`. A body that is not UTF-8, which API Gateway would
 * spoil, is given in Base64; so is one of a type that the API lists as binary.
 */
export const proxyEvent = (
  request: IncomingRequest,
  match: RouteMatch,
  { stage, binaryTypes }: Pick<Plan, 'stage' | 'binaryTypes'>,
): Record<string, unknown> => {
  const url = targetUrl(request.target);
  const pairs = Array.from(
    { length: request.rawHeaders.length / 2 },
    (_, index) => [request.rawHeaders[index * 2] ?? '', request.rawHeaders[index * 2 + 1] ?? ''] as const,
  );
  const headers = collect([
    ...pairs.filter(([name]) => !/^x-forwarded-/i.test(name)),
    ['X-Forwarded-Proto', 'http'],
    ['X-Forwarded-For', request.sourceIp],
  ]);
  const query = collect(url.searchParams);
  const type = pairs.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const listed = binaryTypes.includes(type.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const binary = listed || !isText(request.body);
  return {
    resource: match.route.resource,
    path: url.pathname,
    httpMethod: request.method,
    headers: lastOfEach(headers),
    multiValueHeaders: headers,
    queryStringParameters: Object.keys(query).length > 0 ? lastOfEach(query) : null,
    multiValueQueryStringParameters: Object.keys(query).length > 0 ? query : null,
    pathParameters: match.pathParameters,
    stageVariables: null,
    requestContext: {
      accountId: localAccount,
      apiId: 'local',
      // The gateway's own name, whatever name the request uses.
      domainName: `127.0.0.1:${request.ownPort}`,
      httpMethod: request.method,
      identity: { sourceIp: request.sourceIp, userAgent: lastOfEach(headers)['User-Agent'] ?? null },
      path: url.pathname,
      protocol: 'HTTP/1.1',
      requestId: request.requestId,
      requestTime: new Date(request.at).toISOString(),
      requestTimeEpoch: request.at,
      resourceId: match.route.resource,
      resourcePath: match.route.resource,
      stage,
    },
    body: request.body.length === 0 ? null : request.body.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary,
  };
};
