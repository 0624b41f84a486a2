import { createServer, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../../../lib/fetch/self-signed.fixture.ts';

/**
 * Servers that answer over HTTP/2 in frames of their own making: what floods a client (RFC 9113 section 10.5) and
 * what no
 * library would send. The first request of each is for robots.txt and gets a 404.
 */
const types = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
  unknown: 0xfa,
};
const endStream = 1;
const endHeaders = 4;

const frame = (
  type: keyof typeof types,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = types[type];
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** A field as a literal that is not indexed (RFC 7541 section 6.2.2); names and values below 127 bytes. */
const field = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
const ok = Buffer.concat([Buffer.from([0x88]), field('content-type', 'text/html')]);
const notFound = Buffer.from([0x8d]);
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** What each sends to a request, again and again or once. */
const floods: Readonly<
  Record<string, (stream: number) => { readonly first?: Buffer; readonly again?: Buffer }>
> = {
  settings: () => ({ again: frame('settings', 0, 0, Buffer.from([0, 3, 0, 0, 0, 100])) }),
  'settings without values': () => ({ again: frame('settings', 0, 0) }),
  ping: () => ({ again: frame('ping', 0, 0, Buffer.alloc(8)) }),
  continuation: (stream) => ({
    first: frame('headers', 0, stream, ok),
    again: frame('continuation', 0, stream, Buffer.concat(Array(100).fill(field('x-more', 'a'.repeat(100))))),
  }),
  'empty continuation': (stream) => ({
    first: frame('headers', 0, stream, ok),
    again: frame('continuation', 0, stream),
  }),
  'rapid reset': (stream) => ({
    again: Buffer.concat([frame('headers', endHeaders, stream, ok), frame('reset', 0, stream, word(8))]),
  }),
  'reset of every stream': (stream) => ({ first: frame('reset', 0, stream, word(7)) }),
  'empty data': (stream) => ({
    first: frame('headers', endHeaders, stream, ok),
    again: frame('data', 0, stream),
  }),
  'endless data': (stream) => ({
    first: frame('headers', endHeaders, stream, ok),
    again: frame('data', 0, stream, Buffer.alloc(16_384, 'a')),
  }),
  'window overflow': (stream) => ({ again: frame('window', 0, stream, word(0x7fffffff)) }),
  'window of nothing': () => ({ again: frame('window', 0, 0, word(0)) }),
  priority: (stream) => ({ again: frame('priority', 0, stream, Buffer.alloc(5)) }),
  'push promise': (stream) => ({
    again: frame('push', endHeaders, stream, Buffer.concat([word(2), ok])),
  }),
  'unknown frames': () => ({ again: frame('unknown', 0, 0, Buffer.alloc(100)) }),
  goaway: () => ({ first: frame('goaway', 0, 0, Buffer.concat([word(0), word(11)])) }),
  // One field of 4 KB that goes into the table, and then eight thousand times the two bytes that stand for it.
  'header bomb': (stream) => ({
    first: frame(
      'headers',
      endHeaders | endStream,
      stream,
      Buffer.concat([
        Buffer.from([0x88, 0x40, 1, 0x61, 0x7f, 0xa1, 0x1e]),
        Buffer.alloc(4_000, 'b'),
        Buffer.alloc(8_000, 0xbe),
      ]),
    ),
  }),
  'a frame longer than allowed': (stream) => ({
    first: frame('headers', endHeaders, stream, ok),
    again: frame('data', 0, stream, Buffer.alloc(1_000_000)),
  }),
  'informational answers': (stream) => ({
    again: frame('headers', endHeaders, stream, Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('103')])),
  }),
};

/** Bytes that one connection is sent: enough for any bound to be met. */
const bytesMax = 200_000_000;

/** Until there is room for more, or nobody who would take it. Leaves no listener: a flood waits thousands of times. */
const waitForRoom = async (socket: TLSSocket): Promise<void> => {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.on('drain', end).on('close', end);
  });
};

const flood = async (socket: TLSSocket, again: Buffer): Promise<void> => {
  const burst = Buffer.concat(Array(Math.max(1, Math.floor(65_536 / again.length))).fill(again) as Buffer[]);
  for (let sent = 0; sent < bytesMax && !socket.destroyed; sent += burst.length) {
    if (socket.write(burst)) await new Promise((done) => setImmediate(done));
    else await waitForRoom(socket);
  }
};

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.length;

/** Reads frames and hands out the streams on which requests begin. */
const onRequests = (socket: TLSSocket, began: (stream: number) => void): void => {
  let rest = Buffer.alloc(0);
  let skips = preface;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    const skipped = Math.min(skips, rest.length);
    skips -= skipped;
    rest = rest.subarray(skipped);
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const length = 9 + rest.readUIntBE(0, 3);
      if (rest[3] === types.headers) began(rest.readUInt32BE(5) & 0x7fffffff);
      if (rest[3] === types.settings && ((rest[4] ?? 0) & 1) === 0) socket.write(frame('settings', 1, 0));
      rest = rest.subarray(length);
    }
  });
};

export interface FloodServer {
  readonly name: string;
  readonly port: number;
  close(): void;
}

/** Starts a server for each flood. */
export const serveFloods = async (): Promise<readonly FloodServer[]> =>
  await Promise.all(
    Object.entries(floods).map(async ([name, act]) => {
      const sockets = new Set<TLSSocket>();
      let requests = 0;
      const server = createServer({ ...selfSigned, ALPNProtocols: ['h2'] }, (socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
        socket.write(frame('settings', 0, 0));
        onRequests(socket, (stream) => {
          requests += 1;
          if (requests === 1)
            return void socket.write(frame('headers', endHeaders | endStream, stream, notFound));
          const { first, again } = act(stream);
          if (first !== undefined) socket.write(first);
          if (again !== undefined) void flood(socket, again);
        });
      });
      server.on('tlsClientError', () => undefined);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return {
        name,
        port: (server.address() as AddressInfo).port,
        close: () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      };
    }),
  );

export const floodNames: readonly string[] = Object.keys(floods);
