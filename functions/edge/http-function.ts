import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import middy from '@middy/core';
import { recordUnits, openMeter } from '../../lib/store/meter.ts';
import { failure, type Failure } from '../../lib/failure.ts';
import { mapErrorStacks } from '../../lib/map-stack.ts';
import { lacking, type Authenticated, type Caller, type Refusal } from '../../lib/steps/api/admit-caller.ts';
import { scopeOfMethod } from '../../lib/request/keys/scopes.ts';
import { cloudAlternative } from './cloud-only.ts';
import type { Endpoint, KeyEndpoint } from './endpoint.ts';
import {
  readBaseUrl,
  readAddresses,
  readPath,
  readHeaders,
  jsonResponse,
  matchPath,
  refuse,
  refuseForNow,
  type HttpResponse,
  type HttpRequest,
} from './http.ts';
import { logContext, logger } from './logger.ts';

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST,PATCH,DELETE,OPTIONS',
  'access-control-allow-headers': 'authorization,content-type,x-idempotency-key,mcp-protocol-version',
  'access-control-max-age': '86400',
};

const noRoute = (method: string, path: string, sameCouldBe: readonly string[]): HttpResponse => {
  if (sameCouldBe.length > 0) {
    const message = `Cannot ${method} ${path}: this path takes ${sameCouldBe.join(', ')}`;
    const refused = refuse(failure('METHOD_NOT_ALLOWED', message));
    return { ...refused, headers: { ...refused.headers, allow: sameCouldBe.join(', ') } };
  }
  const instead = cloudAlternative(path);
  if (instead !== null) {
    const message = `Cannot ${method} ${path}: only Firecrawl's cloud offers it; here, ${instead}`;
    return refuse(failure('NOT_SUPPORTED', message));
  }
  return refuse(
    failure('NOT_FOUND', `Cannot ${method} ${path}: there is no such path. The API begins at /v2`),
  );
};

/** Whether a body may be JSON by its type, which clients often do not name: files may have any bytes. */
const mayBeJson = (headers: Readonly<Record<string, string>>): boolean =>
  /^$|json|^text\/|urlencoded/i.test(headers['content-type'] ?? '');

/** Reads the body of a request; null if it is to be JSON and is not UTF-8. */
const readSent = (
  { body: given, isBase64Encoded }: APIGatewayProxyEvent,
  headers: Readonly<Record<string, string>>,
): Pick<HttpRequest, 'body' | 'bytes'> | null => {
  const bytes = given === null ? null : Buffer.from(given, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes !== null && !isUtf8(bytes) && mayBeJson(headers)) return null;
  return { bytes, body: bytes === null ? null : bytes.toString() };
};

const notUtf8 = failure(
  'BAD_REQUEST_INVALID_JSON',
  'Cannot read the body as JSON: expected UTF-8 that is not compressed, found other bytes',
);

const internal = (requestId: string): Failure =>
  failure(
    'INTERNAL',
    `Cannot answer: something failed on our side. It is logged under ${requestId}; try again in a moment`,
  );

/** The line by which a function of the API tells of an answer that API Gateway counts as an error of the server. */
export const serverErrorLine = 'answered with a server error';

/** Whether anyone may read the endpoint: HEAD asks for such an answer without its body (RFC 9110, section 9.3.2). */
const isOpenToRead = <Dependencies>(endpoint: Endpoint<Dependencies>): boolean =>
  'openHandler' in endpoint && endpoint.method === 'GET';

/** Lists the methods that an endpoint answers. */
const methodsAnswered = <Dependencies>({
  endpoint,
}: {
  readonly endpoint: Endpoint<Dependencies>;
}): string[] => (isOpenToRead(endpoint) ? [endpoint.method, 'HEAD'] : [endpoint.method]);

/**
 * Opens an answer to scripts of other origins, and leaves out a body that HEAD does not want. An answer that counts as
 * an error of the server is logged with its code: some of these codes are the fault of the caller, or of a site
 * (docs/runbook.md, api-server-errors).
 */
const finish = (event: APIGatewayProxyEvent, answered: HttpResponse): HttpResponse => {
  const { statusCode: status, body, headers } = answered;
  if (status >= 500) {
    // Quotes within a text of JSON are escaped, so this finds a key alone.
    const code = /"code":"([A-Z][A-Z0-9_]*)"/.exec(body)?.[1] ?? 'none';
    logger.warn(serverErrorLine, { method: event.httpMethod, path: event.path, status, code });
  }
  const isHead = event.httpMethod.toUpperCase() === 'HEAD';
  return {
    ...answered,
    headers: {
      ...headers,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
    },
    ...(isHead ? { body: '', isBase64Encoded: false } : {}),
  };
};

/** Decides who may call: by the key and, if an endpoint begins work, by the limits of that key. */
export interface Access {
  readonly authenticate: (authorization: string | undefined) => Promise<Authenticated>;
  /** The refusal of a caller that is at a limit; null if it may continue. */
  readonly admit?: (caller: Caller, begins: 'page' | 'job') => Promise<Refusal | null>;
}

/** Throws where nothing enforces the limits of keys, rather than begin work without limit. */
const enforceLimits = async (
  admit: Access['admit'],
  { caller, path }: HttpRequest,
  begins: 'page' | 'job',
): Promise<Refusal | null> => {
  if (admit === undefined) throw new Error(`Cannot serve ${path}: nothing enforces the limits of keys`);
  return await admit(caller, begins);
};

/** Answers a caller whose key was accepted. */
const answerCaller = async <Dependencies>(
  endpoint: KeyEndpoint<Dependencies>,
  dependencies: Dependencies,
  request: HttpRequest,
  admit: Access['admit'],
): Promise<HttpResponse> => {
  const lacks = lacking(request.caller, endpoint.scope ?? scopeOfMethod(endpoint.method));
  if (lacks !== null) return refuse(lacks);
  const { begins, limitedBy, unprocessable } = endpoint;
  // Before the body is read. Endpoints that report progress are never limited: Firecrawl's clients give up at the first
  // 429.
  const refused =
    begins === undefined || limitedBy === 'handler' ? null : await enforceLimits(admit, request, begins);
  if (refused !== null) return refuseForNow(refused);
  const answer = await endpoint.handler(dependencies, request);
  return unprocessable !== undefined && answer.statusCode === 422
    ? { ...answer, statusCode: unprocessable }
    : answer;
};

const refuseThrown = (event: APIGatewayProxyEvent, context: Context, error: unknown): HttpResponse => {
  mapErrorStacks(error);
  logger.error('request failed', { method: event.httpMethod, path: event.path, error: error as Error });
  return refuse(internal(context.awsRequestId));
};

/**
 * Makes the function of an HTTP API. It does what all endpoints have in common: it checks the key before it reads
 * anything, gives each error the same shape, and logs an exception with its request but answers without its text.
 */
export const httpFunction = <Dependencies>(
  endpoints: readonly Endpoint<Dependencies>[],
  dependencies: Dependencies,
  { authenticate, admit }: Access,
): middy.MiddyfiedHandler<APIGatewayProxyEvent, HttpResponse> => {
  const meter = openMeter('apiMs', Date.now, performance.now());
  const answer = async (event: APIGatewayProxyEvent, context: Context): Promise<HttpResponse> => {
    const headers = readHeaders(event);
    const method = event.httpMethod.toUpperCase();
    // Clients join their address, which may end in a slash, with paths that begin with one.
    const path = readPath(event).replace(/\/{2,}/g, '/');
    if (method === 'OPTIONS') return { statusCode: 204, headers: corsHeaders, body: '' };
    const wantsPage = /\btext\/html\b/.test(headers['accept'] ?? '');
    if (path === '/' && ['GET', 'HEAD'].includes(method) && wantsPage) {
      const location = `${readBaseUrl(event, headers)}/monitor/`;
      return { statusCode: 302, headers: { location, 'cache-control': 'no-store' }, body: '' };
    }
    if (path === '/' || path === '/health') {
      return jsonResponse(200, {
        success: true,
        name: 'gleaner',
        documentation: `${readBaseUrl(event, headers)}/docs`,
      });
    }
    const onPath = endpoints.flatMap((endpoint) => {
      const parameters = matchPath(endpoint.path, path);
      return parameters === null ? [] : [{ endpoint, parameters }];
    });
    const found = onPath.find(
      ({ endpoint }) => endpoint.method === method || (method === 'HEAD' && isOpenToRead(endpoint)),
    );
    const request = {
      method,
      path,
      parameters: found?.parameters ?? {},
      query: event.queryStringParameters ?? {},
      headers,
      ...readAddresses(event, headers),
      remainingMs: () => context.getRemainingTimeInMillis(),
    };
    const endpoint = found?.endpoint;
    if (endpoint !== undefined && 'openHandler' in endpoint)
      return await endpoint.openHandler(request, dependencies);
    const authenticated = await authenticate(headers['authorization']);
    if (!authenticated.ok) return refuse(authenticated.failure);
    if (endpoint === undefined) return noRoute(method, path, [...new Set(onPath.flatMap(methodsAnswered))]);
    const { caller } = authenticated;
    const sent = readSent(event, headers);
    if (sent === null) return refuse(notUtf8);
    return await answerCaller(endpoint, dependencies, { ...request, caller, ...sent }, admit);
  };

  return middy<APIGatewayProxyEvent, HttpResponse>()
    .use(logContext())
    .handler(async (event: APIGatewayProxyEvent, context: Context): Promise<HttpResponse> => {
      let answered: HttpResponse;
      try {
        // Counted for the job that it makes or changes, if there is one.
        answered = await meter.run(null, { invocations: 1, fromQueue: false }, () => {
          recordUnits({ http: 1 });
          return answer(event, context);
        });
      } catch (error) {
        answered = refuseThrown(event, context, error);
      }
      return finish(event, answered);
    });
};
