import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request of the command line. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The answer to it; `reset` cuts the connection instead. */
export type FakeResponse =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'reset';

export interface FakeApi extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/**
 * Serves a test's own API on a free loopback port. `answer` gets each request with the number of earlier requests of
 * equal method and path.
 */
export const serveFakeApi = async (
  answer: (request: ReceivedRequest, earlier: number, url: string) => FakeResponse,
): Promise<FakeApi> => {
  const requests: ReceivedRequest[] = [];
  let url = '';
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const raw = await text(incoming);
      const body: unknown = raw === '' ? undefined : JSON.parse(raw);
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body };
      const earlier = requests.filter((other) => other.method === method && other.path === path).length;
      requests.push(request);
      const given = answer(request, earlier, url);
      if (given === 'reset') {
        incoming.socket.destroy();
        return;
      }
      const payload = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
      outgoing.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
      outgoing.end(payload);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};
