import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import middy from '@middy/core';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { recordUnits, openMeter } from '../../lib/store/meter.ts';
import { failure } from '../../lib/failure.ts';
import { lacking, type Authenticated } from '../../lib/steps/api/authenticate.ts';
import { scopeOfMethod } from '../../lib/request/keys/scopes.ts';
import { cloudAlternative } from './cloud-only.ts';
import {
  readBaseUrl,
  readUrls,
  readHeaders,
  jsonResponse,
  matchPath,
  refuse,
  type HttpAnswer,
  type OpenRoute,
  type Route,
} from './http.ts';
import { logger } from './logger.ts';

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST,DELETE,OPTIONS',
  'access-control-allow-headers': 'authorization,content-type,x-idempotency-key',
  'access-control-max-age': '86400',
};

const noRoute = (method: string, path: string, sameCouldBe: readonly string[]): HttpAnswer => {
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

/** The handler of an API, with its routes for whoever describes them. */
export type HttpFunction = middy.MiddyfiedHandler<APIGatewayProxyEvent, HttpAnswer> & {
  readonly routes: readonly (Route | OpenRoute)[];
};

/**
 * What is true of every HTTP route: the key is checked before anything is read, each error has the one shape, and an
 * exception is logged with its request and answered without its text.
 */
export const httpFunction = (
  routes: readonly (Route | OpenRoute)[],
  authenticate: (authorization: string | undefined) => Promise<Authenticated>,
): HttpFunction => {
  const meter = openMeter('apiMs', Date.now, performance.now());
  const answer = async (event: APIGatewayProxyEvent, context: Context): Promise<HttpAnswer> => {
    const headers = readHeaders(event);
    const method = event.httpMethod.toUpperCase();
    if (method === 'OPTIONS') return { statusCode: 204, headers: corsHeaders, body: '' };
    const wantsPage = /\btext\/html\b/.test(headers['accept'] ?? '');
    if (event.path === '/' && method === 'GET' && wantsPage) {
      const location = `${readBaseUrl(event, headers)}/monitor/`;
      return { statusCode: 302, headers: { location, 'cache-control': 'no-store' }, body: '' };
    }
    if (event.path === '/' || event.path === '/health') {
      return jsonResponse(200, {
        success: true,
        name: 'gleaner',
        documentation: `${readBaseUrl(event, headers)}/docs`,
      });
    }
    const onPath = routes.flatMap((route) => {
      const parameters = matchPath(route.path, event.path);
      return parameters === null ? [] : [{ route, parameters }];
    });
    const found = onPath.find(({ route }) => route.method === method);
    const request = {
      method,
      path: event.path,
      parameters: found?.parameters ?? {},
      query: event.queryStringParameters ?? {},
      headers,
      ...readUrls(event, headers),
      remainingMs: context.getRemainingTimeInMillis(),
    };
    const route = found?.route;
    if (route !== undefined && 'answerAnyone' in route) return await route.answerAnyone(request);
    const authenticated = await authenticate(headers['authorization']);
    if (!authenticated.ok) return refuse(authenticated.failure);
    if (route === undefined)
      return noRoute(
        method,
        event.path,
        onPath.map((each) => each.route.method),
      );
    const refused = lacking(authenticated.caller, route.scope ?? scopeOfMethod(method));
    if (refused !== null) return refuse(refused);
    const { caller } = authenticated;
    const bytes =
      event.body === null ? null : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
    const body = bytes === null ? null : bytes.toString();
    return await route.answer({ ...request, caller, body, bytes });
  };

  const handler = middy<APIGatewayProxyEvent, HttpAnswer>()
    .use(injectLambdaContext(logger))
    .handler(async (event: APIGatewayProxyEvent, context: Context): Promise<HttpAnswer> => {
      let answered: HttpAnswer;
      try {
        // On account of the job that it makes or changes, if it does.
        answered = await meter.run(null, { invocations: 1, fromQueue: false }, () => {
          recordUnits({ http: 1 });
          return answer(event, context);
        });
      } catch (error) {
        logger.error('request failed', { method: event.httpMethod, path: event.path, error: error as Error });
        const message = `Cannot answer: something failed on our side. It is logged under ${context.awsRequestId}; try again in a moment`;
        answered = refuse(failure('INTERNAL', message));
      }
      return { ...answered, headers: { ...answered.headers, 'access-control-allow-origin': '*' } };
    });
  return Object.assign(handler, { routes });
};
