import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { CorpusApiResponse, AskCorpus } from '../../lib/steps/search-corpus/corpus-tools.ts';
import { judgeMessage, refuseText } from '../../lib/steps/search-corpus/judge-message.ts';
import { makeMcpServer } from '../../lib/steps/search-corpus/make-mcp-server.ts';
import { lacking } from '../../lib/steps/api/admit-caller.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import { scopeOfMethod } from '../../lib/request/keys/scopes.ts';
import { version } from '../../lib/version.ts';
import { askOwnApi } from '../edge/ask-own-api.ts';
import type { HttpHandler, KeyEndpoint } from '../edge/endpoint.ts';
import { jsonResponse, matchPath, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';

/** Calls an endpoint of this function if it has it, else the API at its own address, with the caller's rights. */
const askAs =
  <Dependencies>(
    dependencies: Dependencies,
    request: HttpRequest,
    endpoints: readonly KeyEndpoint<Dependencies>[],
  ): AskCorpus =>
  async (method, path, body): Promise<CorpusApiResponse> => {
    const { pathname, searchParams } = new URL(path, 'http://gleaner.invalid');
    for (const endpoint of endpoints) {
      const parameters = endpoint.method === method ? matchPath(endpoint.path, pathname) : null;
      if (parameters === null) continue;
      const text = body === undefined ? null : JSON.stringify(body);
      const refused = lacking(request.caller, endpoint.scope ?? scopeOfMethod(method));
      const query = Object.fromEntries(searchParams);
      const asked = { ...request, method, path: pathname, parameters, query, body: text, bytes: null };
      const answer = refused === null ? await endpoint.handler(dependencies, asked) : refuse(refused);
      return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown };
    }
    return await askOwnApi(request)(method, path, body);
  };

const serve = async <Dependencies extends { readonly name: string }>(
  dependencies: Dependencies,
  request: HttpRequest,
  endpoints: readonly KeyEndpoint<Dependencies>[],
): Promise<HttpResponse> => {
  const read = request.method === 'POST' ? parseJsonBody(request.body) : null;
  if (read?.ok === false) {
    const { code, message } = read.failure;
    return jsonResponse(refuse(read.failure).statusCode, refuseText(message, code));
  }
  const refusal = read === null || Array.isArray(read.value) ? null : judgeMessage(read.value);
  // As the library has it: what is no request is HTTP's error as well, and parameters are the method's.
  if (refusal !== null)
    return jsonResponse(refusal.error.code === ErrorCode.InvalidParams ? 200 : 400, refusal);
  const server = makeMcpServer(askAs(dependencies, request, endpoints), dependencies.name, version);
  // Without a session: the next request may meet another sandbox.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(
      new Request(`${request.baseUrl}/mcp`, {
        method: request.method,
        headers: request.headers,
      }),
      read === null ? {} : { parsedBody: read.value },
    );
    return {
      statusCode: response.status,
      headers: { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' },
      body: await response.text(),
    };
  } finally {
    await server.close();
  }
};

/**
 * Makes the handler of the Model Context Protocol over HTTP: one request, one answer in JSON. A key with the scope
 * `read` may call it; each tool may do what the key may do.
 *
 * @param endpoints The endpoints of this function, which tools call without an HTTP request.
 */
export const mcpHandler =
  <Dependencies extends { readonly name: string }>(
    endpoints: readonly KeyEndpoint<Dependencies>[],
  ): HttpHandler<Dependencies> =>
  async (dependencies, request) =>
    await serve(dependencies, request, endpoints);
