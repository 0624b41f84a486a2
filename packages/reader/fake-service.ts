import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the service got. */
export interface Got {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
}

/** What a service answers: a status and a body; `hang` and `reset` answer nothing. */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'reset';

export interface FakeService {
  readonly url: string;
  readonly got: Got[];
  /** Requests that were open at the same time, at most. */
  readonly together: () => number;
  /** Answers what comes from now on but the health check, which says `health`. */
  answer: (got: Got, times: number) => Reply | Promise<Reply>;
  health: number;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  let text = '';
  for await (const part of request) text += String(part);
  return (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
};

/** A service on loopback, of which each test says what it answers. */
export const startFakeService = async (): Promise<FakeService> => {
  const got: Got[] = [];
  const times = new Map<string, number>();
  let open = 0;
  let most = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/health') {
      response.writeHead(service.health).end('{}');
      return;
    }
    open += 1;
    most = Math.max(most, open);
    const body = await readBody(request);
    const one = { path: request.url ?? '', body, authorization: request.headers.authorization };
    got.push(one);
    const name = typeof body['url'] === 'string' ? body['url'] : one.path;
    times.set(name, (times.get(name) ?? 0) + 1);
    const reply = await service.answer(one, times.get(name) ?? 1);
    open -= 1;
    if (reply === 'reset') request.socket.destroy();
    else
      response
        .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
        .end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    together: () => most,
    answer: () => ({ status: 500, body: {} }),
    health: 200,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
};

/** What a Crawl4AI server says of a page that it read. */
export const crawled = (url: unknown, more: Readonly<Record<string, unknown>> = {}): Reply => ({
  status: 200,
  body: {
    url,
    success: true,
    status_code: 200,
    markdown: {
      fit_markdown: `# ${String(url)}\n\nThis is example content.`,
      raw_markdown: '# Raw\n\nFooter text.',
    },
    metadata: { title: 'Example Domain', description: 'Example description' },
    links: { internal: [{ href: '/page1' }, { href: '/page2' }], external: [{ href: 'https://other.com' }] },
    crawl_timestamp: '2026-11-22T12:00:00Z',
    ...more,
  },
});

/** What Gleaner says of a page that it read. */
export const scraped = (url: unknown, more: Readonly<Record<string, unknown>> = {}): Reply => ({
  status: 200,
  body: {
    success: true,
    data: {
      markdown: `# ${String(url)}\n\nThis is example content.`,
      links: ['https://example.com/page1', 'https://example.com/page2', 'https://other.com/'],
      metadata: {
        title: 'Example Domain',
        description: 'Example description',
        statusCode: 200,
        sourceURL: url,
        language: 'en',
      },
      ...more,
    },
  },
});
