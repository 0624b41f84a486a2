import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LocalCredentials } from '../door/local-credentials.ts';
import type { Plan } from '../template/plan.ts';
import { serveInvoke, invokedFunction } from './serve-invoke.ts';
import type { FunctionPool } from '../sandbox/function-pool.ts';
import { parseGatewayResponse, gatewayResponse, type GatewayResponse } from './gateway-response.ts';
import { proxyEvent, targetUrl } from './proxy-event.ts';
import { readRequestBody } from './read-request-body.ts';
import { matchRoute } from './route-match.ts';

/** API Gateway's limits: 10 MB of request, 29 s of waiting for a function, 310 s for a connection's next request. */
const requestBytesMax = 10 * 1_024 * 1_024;
const integrationMs = 29_000;
const keepAliveMs = 310_000;
/**
 * On AWS the start of a function counts in the 29 s, and takes a second or two. On a laptop that starts everything at
 * once it may take longer than all of them, so the 29 s begin when the function gets the event, or after this time.
 */
const startMs = 120_000;
/** Lambda's limit for the event of a synchronous invocation. */
const eventBytesMax = 6 * 1_024 * 1_024;

/** The stack to which the front passes requests, once it is known. */
export interface FrontTarget {
  readonly plan: Plan;
  readonly pools: ReadonlyMap<string, FunctionPool>;
}

/** The HTTP server on loopback: the REST API's routes, and Lambda's Invoke. */
export interface Front {
  readonly url: string;
  readonly port: number;
  /** Starts to serve the stack; until then the front answers 503. */
  open(target: FrontTarget): void;
  close(): Promise<void>;
}

const answerRoute = async (
  { plan, pools }: FrontTarget,
  incoming: IncomingMessage,
  body: Buffer | undefined,
): Promise<GatewayResponse> => {
  const requestId = randomUUID();
  const refuse = (type: Parameters<typeof gatewayResponse>[1], message: string): GatewayResponse =>
    gatewayResponse(plan.gatewayResponses, type, message, requestId);
  if (body === undefined) return refuse('REQUEST_TOO_LARGE', 'Request body is too large: at most 10 MB');
  const { method = 'GET', url: target = '/' } = incoming;
  const path = targetUrl(target).pathname;
  const match = matchRoute(plan.routes, method, path);
  const pool = match && pools.get(match.route.functionName);
  if (!match || !pool) return refuse('MISSING_AUTHENTICATION_TOKEN', `No such route: ${method} ${path}`);
  const request = {
    method,
    target,
    rawHeaders: incoming.rawHeaders,
    body,
    sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
    ownPort: incoming.socket.localPort ?? 0,
    at: Date.now(),
    requestId,
  };
  const event = proxyEvent(request, match, plan);
  if (Buffer.byteLength(JSON.stringify(event)) > eventBytesMax)
    return refuse('REQUEST_TOO_LARGE', 'Request is too large for a function: at most 6 MB');
  const { promise: late, resolve: tooLate } = Promise.withResolvers<'late'>();
  let timer = setTimeout(() => tooLate('late'), startMs + integrationMs);
  const began = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => tooLate('late'), integrationMs);
  };
  const group = incoming.headers.authorization ?? request.sourceIp;
  const outcome = await Promise.race([pool.invoke(event, [group], began), late]);
  clearTimeout(timer);
  if (outcome === 'late' || (!outcome.ok && outcome.kind === 'timeout')) {
    return refuse('INTEGRATION_TIMEOUT', 'The request took longer than 29 s');
  }
  const answer = outcome.ok ? parseGatewayResponse(outcome.payload) : undefined;
  return answer ?? refuse('INTEGRATION_FAILURE', 'The function gave no valid answer');
};

const respond = (response: ServerResponse, { status, headers, body }: GatewayResponse): void => {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    // Node sets the length itself: the function's own would belong to another encoding of the body.
    if (name.toLowerCase() !== 'content-length') response.setHeader(name, value);
  }
  response.end(body);
};

const notReady: GatewayResponse = {
  status: 503,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
  body: JSON.stringify({
    success: false,
    code: 'INTERNAL',
    error: 'Gleaner is starting: try again in a second',
  }),
};

/**
 * Listens on 127.0.0.1.
 *
 * @param port - 0 takes a free one.
 * @throws {Error} with code EADDRINUSE when the port is taken.
 */
export const serveFront = async (
  port: number,
  credentials: LocalCredentials,
  onNotice: (line: string) => void,
): Promise<Front> => {
  let opened: FrontTarget | undefined;
  const answer = async (incoming: IncomingMessage): Promise<GatewayResponse> => {
    const body = await readRequestBody(incoming, requestBytesMax);
    if (!opened) return notReady;
    const name = invokedFunction(incoming.method ?? 'GET', (incoming.url ?? '/').split('?')[0] ?? '/');
    return name === undefined
      ? await answerRoute(opened, incoming, body)
      : await serveInvoke(
          opened.pools.get(name),
          name,
          { target: incoming.url ?? '/', headers: incoming.headers },
          body ?? Buffer.alloc(0),
          credentials,
        );
  };
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (incoming, response) => {
    answer(incoming)
      .then((it) => respond(response, it))
      .catch((error: unknown) => {
        if (!incoming.destroyed) onNotice(`HTTP: ${(error as Error).message}`);
        response.destroy();
      });
  });
  server.requestTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${actualPort}`,
    port: actualPort,
    open: (target) => {
      opened = target;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
