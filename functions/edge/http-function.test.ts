import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { failure } from '../../lib/failure.ts';
import { apiEndpoints } from '../endpoints/api.ts';
import { corpusEndpoints } from '../endpoints/corpus.ts';
import { sourceEndpoints } from '../endpoints/manage-sources.ts';
import type { Endpoint } from './endpoint.ts';
import { httpFunction, serverErrorLine } from './http-function.ts';
import { jsonResponse, refuse } from './http.ts';
import { logger } from './logger.ts';

const caller = { team: 'default', keyId: 'k', scopes: ['read', 'write'] } as const;

const endpoints: Endpoint<null>[] = [
  {
    method: 'GET',
    path: '/v1/dead',
    docs: false,
    unprocessable: 500,
    handler: async () => refuse(failure('DNS_NOT_FOUND', 'Cannot connect: {"code":"INTERNAL"}')),
  },
  {
    method: 'GET',
    path: '/v2/search',
    docs: false,
    handler: async () => refuse(failure('SEARCH_NOT_CONFIGURED', 'There is none')),
  },
  { method: 'GET', path: '/v2/bad', docs: false, handler: async () => refuse(failure('BAD_REQUEST', 'No')) },
  { method: 'GET', path: '/v2/good', docs: false, handler: async () => jsonResponse(200, { code: 'X' }) },
  {
    method: 'GET',
    path: '/v2/broken',
    docs: false,
    handler: async () => await Promise.reject(new Error('a bug')),
  },
];

interface Asked {
  readonly statusCode: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}

const askFunction = async (
  served: readonly Endpoint<null>[],
  method: string,
  path: string,
  sent: { readonly body?: string; readonly isBase64Encoded?: boolean; readonly headers?: object } = {},
): Promise<Asked> => {
  const handler = httpFunction([...served], null, {
    authenticate: async () => await Promise.resolve({ ok: true, caller } as never),
  });
  const context = { getRemainingTimeInMillis: () => 1_000, awsRequestId: 'r' } as unknown as Context;
  const event = {
    httpMethod: method,
    path,
    resource: path,
    headers: {},
    body: null,
    requestContext: { path },
    ...sent,
  };
  return await handler(event as unknown as APIGatewayProxyEvent, context);
};

test('a page of another origin may send every method that an endpoint takes', async () => {
  const { headers } = await askFunction(endpoints, 'OPTIONS', '/v2/good');
  const allowed = String(headers?.['access-control-allow-methods']).split(',');
  const methods = [...apiEndpoints, ...sourceEndpoints, ...corpusEndpoints].map(({ method }) => method);
  expect(allowed).toEqual(expect.arrayContaining([...new Set(methods)]));
});

test('a page of another origin may send the headers that clients send, and read when it may ask again', async () => {
  const { headers } = await askFunction(endpoints, 'OPTIONS', '/v2/good');
  const allowed = String(headers?.['access-control-allow-headers']).split(',');
  // Clients of the Model Context Protocol name its version in each request (MCP, Transports, Protocol Version Header).
  const sent = ['authorization', 'content-type', 'x-idempotency-key', 'mcp-protocol-version'];
  expect(allowed).toEqual(expect.arrayContaining(sent));
  const answer = await askFunction(endpoints, 'GET', '/v2/good');
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after',
  });
});

test('a method that a path does not take is told those that it takes, once each', async () => {
  const good = endpoints.filter(({ path }) => path === '/v2/good');
  const answer = await askFunction([...good, ...good], 'DELETE', '/v2/good');
  expect([answer.statusCode, answer.headers?.['allow']]).toEqual([405, 'GET']);
});

test('HEAD is answered as GET is, without a body, on every path that anyone may read', async () => {
  const open: Endpoint<null>[] = apiEndpoints
    .filter((endpoint) => 'openHandler' in endpoint && endpoint.method === 'GET')
    .map(({ path }) => ({
      method: 'GET',
      path,
      docs: false,
      openHandler: async () => await Promise.resolve(jsonResponse(200, { path })),
    }));
  const paths = [...open.map(({ path }) => path), '/', '/health'];
  expect(paths).toEqual(expect.arrayContaining(['/docs', '/openapi.json', '/monitor']));
  for (const path of paths) {
    const [got, head] = [await askFunction(open, 'GET', path), await askFunction(open, 'HEAD', path)];
    expect(got.body, path).not.toBe('');
    expect(head, path).toEqual({ ...got, body: '', isBase64Encoded: false });
  }
  const page = await askFunction(open, 'HEAD', '/', { headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers?.['location']]).toEqual([302, 'https://localhost/monitor/']);
  const other = await askFunction(open, 'DELETE', '/docs');
  expect([other.statusCode, other.headers?.['allow']]).toEqual([405, 'GET, HEAD']);
});

test('HEAD does no work that a key pays for', async () => {
  const answer = await askFunction(endpoints, 'HEAD', '/v2/good');
  expect([answer.statusCode, answer.headers?.['allow'], answer.body]).toEqual([405, 'GET', '']);
});

test('of each answer that counts as an error of the server, the log says by its code whose fault it is', async () => {
  vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  const warned = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
  const paths = ['/v1/dead', '/v2/search', '/v2/bad', '/v2/good', '/v2/broken'];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await askFunction(endpoints, 'GET', path)).statusCode);
  expect(statuses).toEqual([500, 501, 400, 200, 500]);
  expect(warned.mock.calls).toEqual(
    [
      ['/v1/dead', 500, 'DNS_NOT_FOUND'],
      ['/v2/search', 501, 'SEARCH_NOT_CONFIGURED'],
      ['/v2/broken', 500, 'INTERNAL'],
    ].map(([path, status, code]) => [serverErrorLine, { method: 'GET', path, status, code }]),
  );
  vi.restoreAllMocks();
});

/** Routes that change something and yet let no page be fetched, now or by a schedule. */
const beginNothing = [
  'POST /v2/corpus/{name}/reindex',
  'POST /v2/sources/{id}/pause',
  'POST /v2/sources/{id}/accept',
  'POST /v2/sources/{id}/confirm',
  'POST /v2/alerts/{id}/ack',
  'POST /v2/alerts/{id}/snooze',
];

test('whatever a key starts, or lets a schedule start, counts for its limits, and planning and estimates do', async () => {
  const all = [...apiEndpoints, ...sourceEndpoints, ...corpusEndpoints];
  const writes = all.filter(
    (endpoint) =>
      'handler' in endpoint &&
      endpoint.method !== 'GET' &&
      endpoint.method !== 'DELETE' &&
      (endpoint.scope ?? 'write') === 'write',
  );
  const uncounted = writes.filter((endpoint) => !('begins' in endpoint));
  expect(uncounted.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    beginNothing.toSorted(),
  );

  const refusal = { failure: failure('RATE_LIMIT_EXCEEDED', 'No'), retryAfterSeconds: 1 };
  const handler = httpFunction(sourceEndpoints, null as never, {
    authenticate: async () => await Promise.resolve({ ok: true, caller } as never),
    admit: async () => await Promise.resolve(refusal),
  });
  const context = { getRemainingTimeInMillis: () => 1_000, awsRequestId: 'r' } as unknown as Context;
  for (const [httpMethod, path] of [
    ['POST', '/v2/sources/plan'],
    ['POST', '/v2/sources/apply'],
    ['POST', '/v2/manifests/tides/rollback'],
    ['POST', '/v2/sources/guide/resume'],
    ['POST', '/v2/monitor'],
    ['PATCH', '/v2/monitor/m'],
  ] as const) {
    const event = { httpMethod, path, resource: path, headers: {}, body: '{}', requestContext: { path } };
    const { statusCode } = await handler(event as unknown as APIGatewayProxyEvent, context);
    expect(statusCode, path).toBe(429);
  }
});

test.each(['//v2/good', '/v2//good', '///v2/good/'])(
  'slashes that an address with a slash at its end brings are one: %s',
  async (path) => {
    expect((await askFunction(endpoints, 'GET', path)).statusCode).toBe(200);
  },
);

test('a body that is not UTF-8 is refused, not read as other characters; a file may have any bytes', async () => {
  const body = Buffer.from('{"url": "http://a.test/f\xfcr"}', 'latin1').toString('base64');
  const sent = { body, isBase64Encoded: true };
  const refused = await askFunction(endpoints, 'GET', '/v2/good', sent);
  expect(refused.statusCode).toBe(400);
  expect(JSON.parse(refused.body ?? '')).toMatchObject({ success: false, code: 'BAD_REQUEST_INVALID_JSON' });
  for (const type of ['multipart/form-data; boundary=b', 'application/pdf']) {
    const headers = { 'Content-Type': type };
    expect((await askFunction(endpoints, 'GET', '/v2/good', { ...sent, headers })).statusCode).toBe(200);
  }
});
