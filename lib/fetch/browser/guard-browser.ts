import {
  type ClientRequest,
  createServer,
  request as requestHttp,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { BrowserTls } from './browser-tls.ts';
import type { Dial } from '../http/guarded-connect.ts';
import { failureError, networkFailure } from '../http/network-failure.ts';
import { streamWithHeads } from '../http/read-heads.ts';

/** A proxy on loopback through which one Chromium reaches the network, with the outcomes of its connections. */
export interface BrowserGuard {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** Returns why the last connection to the host of a URL failed; null if it succeeded. */
  failureOf(url: string): Failure | null;
  /** Says whether the proxy itself wrote a response, because there was none from the host. */
  isOwn(headers: Readonly<Record<string, string>>): boolean;
  /** Set once the page has loaded more than its limit; then every connection is cut. */
  readonly exceeded: Failure | null;
  /** Rejects at that moment. */
  readonly cut: Promise<never>;
  readonly bytes: number;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

const ownHeader = 'x-gleaner-no-answer';

/** Headers of one hop (RFC 9110 section 7.6.1): they concern only Chromium and this proxy. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

const endToEnd = (headers: IncomingMessage['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hopHeaders.has(name) ? [] : [[name, value]],
    ),
  );

/** Sends a request of Chromium to its host, over a connection that serves this request alone. */
const passOn = (asked: IncomingMessage, url: URL, socket: Socket): ClientRequest =>
  requestHttp({
    createConnection: () => streamWithHeads(socket),
    method: asked.method ?? 'GET',
    path: url.pathname + url.search,
    headers: { ...endToEnd(asked.headers), connection: 'close' },
    setHost: false,
    maxHeaderSize: limits.headerBytesMax,
  });

const placeOf = (hostname: string, port: number): string => `${hostname.toLowerCase()}:${port}`;

const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);

/** First byte of a TLS connection (RFC 8446 section 5.1). */
const tlsHandshake = 22;

const firstChunk = async (client: Duplex): Promise<Buffer> =>
  await new Promise((resolve, reject) => {
    client.once('close', () => reject(new Error('closed')));
    client.once('data', (chunk: Buffer) => {
      client.pause();
      resolve(chunk);
    });
  });

/** Joins two connections, and cuts both when one fails or closes, so that none is left open. */
const join = (one: Duplex, other: Duplex): void => {
  const cut = (): void => {
    one.destroy();
    other.destroy();
  };
  for (const end of [one, other]) end.on('error', cut).on('close', cut);
  one.pipe(other);
  other.pipe(one);
};

/**
 * Starts the proxy. Chromium itself resolves no names and opens no connections: pages, redirects, frames, scripts,
 * WebSockets and workers all pass through here, and each connection goes to an address that was judged (`dial`).
 * Interception of requests within the browser would miss redirects and service workers.
 */
export const guardBrowser = async (
  dial: Dial,
  {
    most = { bytes: limits.renderBytesMax, requests: limits.renderRequestsMax },
    refuses = () => false,
    tls,
  }: {
    readonly most?: { readonly bytes: number; readonly requests: number };
    /** Hosts that are not connected; their refusal counts as no failure of the page. */
    readonly refuses?: (hostname: string) => boolean;
    /** Set if the proxy verifies certificates instead of Chromium. */
    readonly tls?: BrowserTls | undefined;
  } = {},
): Promise<BrowserGuard> => {
  const open = new Set<Duplex>();
  const failures = new Map<string, Failure>();
  const cut = Promise.withResolvers<never>();
  cut.promise.catch(() => undefined);
  let exceeded: Failure | null = null;
  let bytes = 0;
  let requests = 0;

  const keep = <Stream extends Duplex>(stream: Stream): Stream => {
    open.add(stream);
    stream.on('close', () => open.delete(stream));
    return stream;
  };
  const cutAll = (): void => {
    for (const stream of open) stream.destroy();
  };
  const exceed = (what: string): void => {
    exceeded ??= failure('RESPONSE_TOO_LARGE', `Cannot render the page: it loads more than ${what}`);
    cutAll();
    cut.reject(failureError(exceeded));
  };
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > most.bytes) exceed(`${most.bytes} bytes`);
  };

  const connect = async (hostname: string, port: number): Promise<Socket> => {
    requests += 1;
    if (requests > most.requests) exceed(`${most.requests} requests`);
    if (exceeded !== null) throw new Error(exceeded.message);
    if (refuses(hostname)) throw new Error(`${hostname} is not asked`);
    const place = placeOf(hostname, port);
    try {
      const socket = keep(await dial(hostname, port));
      failures.delete(place);
      return socket;
    } catch (error) {
      failures.set(place, networkFailure(error, place));
      throw error;
    }
  };

  const forward = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const url = URL.parse(asked.url ?? '');
    if (url === null || url.protocol !== 'http:') return void answer.writeHead(400).end();
    const place = placeOf(url.hostname, portOf(url));
    const giveUp = (): void => {
      if (answer.headersSent) return void answer.destroy();
      answer.writeHead(502, { [ownHeader]: '1' }).end();
    };
    let socket: Socket;
    try {
      socket = await connect(url.hostname, portOf(url));
    } catch {
      return giveUp();
    }
    const passed = passOn(asked, url, socket);
    answer.on('close', () => passed.destroy());
    let isWhole = (): boolean => false;
    passed.on('error', (error) => {
      // What a host sends behind the length that it declared is no part of its answer.
      if (isWhole()) return;
      failures.set(place, networkFailure(error, url.href));
      giveUp();
    });
    passed.on('response', (got) => {
      isWhole = () => got.complete;
      got.on('error', giveUp).on('data', count);
      const headers = endToEnd(got.headers);
      delete headers[ownHeader];
      answer.writeHead(got.statusCode ?? 502, headers);
      got.pipe(answer);
    });
    asked.on('error', () => passed.destroy());
    asked.pipe(passed);
  };

  const joinVerified = async (
    own: BrowserTls,
    tunnelled: {
      readonly client: Duplex;
      readonly head: Buffer;
      readonly socket: Socket;
      readonly hostname: string;
      readonly port: number;
    },
  ): Promise<void> => {
    const { client, head, socket, hostname, port } = tunnelled;
    // A connection that closes before it sends anything was not joined to another yet.
    client.once('close', () => socket.destroy());
    const first = head.length > 0 ? head : await firstChunk(client);
    client.unshift(first);
    // A WebSocket without TLS asks for a tunnel as well.
    if (first[0] !== tlsHandshake) return join(client, socket.on('data', count));
    try {
      const secured = keep(await own.secure(hostname, socket));
      // TLS takes the bytes of the connection below it, so they are counted here.
      join(keep(own.serve(client)), secured.on('data', count));
    } catch (error) {
      const place = placeOf(hostname, port);
      failures.set(place, networkFailure(error, place));
      throw error;
    }
  };

  const tunnel = async (asked: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    keep(client).on('error', () => client.destroy());
    const url = URL.parse(`http://${asked.url ?? ''}`);
    // URL.parse drops port 80, so the port is read from the text, which must name it.
    const port = Number(/:(\d+)$/.exec(asked.url ?? '')?.[1] ?? Number.NaN);
    if (url === null || !Number.isInteger(port)) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    try {
      const socket = await connect(url.hostname, port);
      if (client.destroyed) return void socket.destroy();
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (tls !== undefined)
        return await joinVerified(tls, { client, head, socket, hostname: url.hostname, port });
      if (head.length > 0) socket.write(head);
      join(client, socket.on('data', count));
    } catch {
      // If the tunnel was already promised, this text is no TLS, which ends the connection as well.
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    }
  };

  const server = createServer({ maxHeaderSize: limits.headerBytesMax });
  server.on('connection', (socket: Socket) => void keep(socket).on('error', () => socket.destroy()));
  server.on('request', (asked, answer) => void forward(asked, answer));
  server.on(
    'connect',
    (asked: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(asked, client, head),
  );
  // A WebSocket without TLS comes as CONNECT too, so an upgrade in the open is not from Chromium.
  server.on('upgrade', (_asked: IncomingMessage, client: Duplex) => void client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    failureOf: (text) => {
      const url = URL.parse(text);
      return url === null ? null : (failures.get(placeOf(url.hostname, portOf(url))) ?? null);
    },
    isOwn: (headers) => headers[ownHeader] !== undefined,
    cut: cut.promise,
    get exceeded() {
      return exceeded;
    },
    get bytes() {
      return bytes;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      cutAll();
      server.closeAllConnections();
      await closed;
    },
  };
};
