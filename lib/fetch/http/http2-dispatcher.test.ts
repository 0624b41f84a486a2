import * as fc from 'fast-check';
import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer as createHttpsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failures, type FailureCode } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { parseOpenRange } from './address.ts';
import { fetchHttp } from './fetch-http.ts';
import { guardedDispatcher } from './guarded-connect.ts';
import { data, field, frame, goaway, ok, reset, serveFrames, u32 } from '../http2.fixture.ts';
import { selfSigned } from '../self-signed.fixture.ts';
import type { FetchOutcome } from '../tier/fetch-request.ts';

/** A busy machine takes longer over a request than a session may be idle, or a host silent. */
const { http2IdleMs, http2PingMs } = limits;
beforeAll(() => void Object.assign(limits, { http2IdleMs: 600_000, http2PingMs: 600_000 }));
afterAll(() => void Object.assign(limits, { http2IdleMs, http2PingMs }));

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map(async (close) => await close()));
});

const open = [parseOpenRange('127.0.0.1/32') ?? []].flat();
const openDispatcher = (): Dispatcher => {
  const dispatcher = guardedDispatcher({ open, skipTlsVerification: true });
  closers.push(async () => await dispatcher.destroy());
  return dispatcher;
};

const get = async (
  dispatcher: Dispatcher,
  port: number,
  path = '/',
  timeoutMs = 60_000,
): Promise<FetchOutcome> =>
  await fetchHttp(
    { url: `https://127.0.0.1:${port}${path}`, userAgent: 'Test/1', timeoutMs },
    { dispatcher, checkHop: async () => await Promise.resolve({ ok: true }) },
  );
const codeOf = (outcome: FetchOutcome): FailureCode | number =>
  outcome.kind === 'failed' ? outcome.failure.code : outcome.status;
const textOf = (outcome: FetchOutcome): string => Buffer.from(outcome.body ?? []).toString();

const bomb = gzipSync(Buffer.alloc(100_000_000));
const large = 'A line of a page that is longer than every window.\n'.repeat(60_000);

const pages: Record<string, (stream: ServerHttp2Stream) => void> = {
  '/': (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] });
    stream.end('over 2');
  },
  '/slow': (stream) => {
    stream.respond({ ':status': 200 });
    stream.write('slow, ');
    setTimeout(() => stream.end('but whole'), 300);
  },
  '/large': (stream) => {
    stream.respond({ ':status': 200 });
    stream.end(large);
  },
  '/empty': (stream) => stream.respond({ ':status': 200 }, { endStream: true }),
  '/moved': (stream) => stream.respond({ ':status': 302, location: '/' }, { endStream: true }),
  '/missing': (stream) => {
    stream.respond({ ':status': 404 });
    stream.end('not here');
  },
  '/bomb': (stream) => {
    stream.respond({ ':status': 200, 'content-encoding': 'gzip' });
    stream.end(bomb);
  },
  '/endless': (stream) => {
    stream.respond({ ':status': 200 });
    const more = (): void => {
      while (!stream.destroyed && stream.write(Buffer.alloc(65_536)));
    };
    stream.on('drain', more);
    more();
  },
  '/4000-headers': (stream) => {
    stream.respond({
      ':status': 200,
      ...Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`x-${at}`, 'value'])),
    });
    stream.end('x');
  },
  '/large-headers': (stream) => {
    stream.respond({
      ':status': 200,
      ...Object.fromEntries(
        Array.from({ length: 64 }, (_, at) => [`x-${at}`, 'v'.repeat(limits.headerBytesMax / 32)]),
      ),
    });
    stream.end('x');
  },
  '/200-headers': (stream) => {
    stream.respond({
      ':status': 200,
      ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-${at}`, 'value'])),
    });
    stream.end('many');
  },
  '/1.1-only': (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED),
  '/never': () => undefined,
};

/** A real server of HTTP/2 that takes HTTP/1.1 as well. */
const serve = async () => {
  const seen: string[] = [];
  let connections = 0;
  const server = createSecureServer({
    ...selfSigned,
    allowHTTP1: true,
    maxSendHeaderBlockLength: 1_000_000,
  });
  const sockets = new Set<TLSSocket>();
  server.on('secureConnection', (socket: TLSSocket) => {
    connections += 1;
    sockets.add(socket);
  });
  server.on('session', (session) => session.on('error', () => undefined));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    seen.push(`2 ${headers[':path']}`);
    pages[headers[':path'] ?? '']?.(stream);
  });
  server.on('request', (request, response) => {
    if (request.httpVersionMajor === 2) return;
    seen.push(`1 ${request.url}`);
    response.end('over 1.1');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, seen, connections: () => connections };
};

test('where HTTP/2 is offered, one connection carries every request to its host', async () => {
  const { port, seen, connections } = await serve();
  const dispatcher = openDispatcher();
  expect(textOf(await get(dispatcher, port))).toBe('over 2');
  const outcomes = await Promise.all(
    ['/slow', '/large', '/empty', '/missing', '/moved', '/200-headers'].map(
      async (path) => await get(dispatcher, port, path),
    ),
  );
  expect(outcomes.map(codeOf)).toEqual([200, 200, 200, 'HTTP_NOT_FOUND', 200, 200]);
  expect(outcomes.map(textOf)).toEqual(['slow, but whole', large, '', 'not here', 'over 2', 'many']);
  expect(seen.every((line) => line.startsWith('2 '))).toBe(true);
  expect(connections()).toBe(1);
});

test('fields of an answer come as over HTTP/1.1', async () => {
  const { port } = await serve();
  const outcome = await get(openDispatcher(), port);
  expect(outcome.headers).toMatchObject({ 'content-type': 'text/html', 'set-cookie': 'a=1\nb=2' });
  expect(Object.keys(outcome.headers ?? {}).filter((name) => name.startsWith(':'))).toEqual([]);
});

test('a host that speaks HTTP/1.1 alone is asked in it', async () => {
  const server = createHttpsServer(selfSigned, (request, response) => response.end(request.httpVersion));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const outcome = await get(openDispatcher(), (server.address() as AddressInfo).port);
  expect(textOf(outcome)).toBe('1.1');
});

test('a host that asks for HTTP/1.1 gets it, from then on at once', async () => {
  const { port, seen } = await serve();
  const dispatcher = openDispatcher();
  expect(textOf(await get(dispatcher, port, '/1.1-only'))).toBe('over 1.1');
  expect(textOf(await get(dispatcher, port, '/again'))).toBe('over 1.1');
  expect(seen).toEqual(['2 /1.1-only', '1 /1.1-only', '1 /again']);
});

test.each<[string, FailureCode]>([
  ['/bomb', 'RESPONSE_BOMB'],
  ['/endless', 'RESPONSE_TOO_LARGE'],
  ['/4000-headers', 'RESPONSE_TOO_LARGE'],
  ['/large-headers', 'RESPONSE_TOO_LARGE'],
  ['/never', 'TIMEOUT'],
])('%s ends as %s, and harms no other request on its connection', async (path, code) => {
  const { port, connections } = await serve();
  const dispatcher = openDispatcher();
  expect(textOf(await get(dispatcher, port))).toBe('over 2');
  const [attack, beside] = await Promise.all([
    get(dispatcher, port, path, path === '/never' ? 1_000 : 60_000),
    get(dispatcher, port, '/slow'),
  ]);
  expect(codeOf(attack)).toBe(code);
  expect(textOf(beside)).toBe('slow, but whole');
  expect(textOf(await get(dispatcher, port))).toBe('over 2');
  expect(connections()).toBe(1);
});

/** Says the same again every millisecond until somebody has had enough. */
const flood = (socket: TLSSocket, frames: Buffer): void => {
  const timer = setInterval(() => void (socket.destroyed ? clearInterval(timer) : socket.write(frames)), 1);
  socket.on('close', () => clearInterval(timer));
};
const many = (one: Buffer): Buffer => Buffer.concat(Array.from({ length: 3_000 }, () => one));
const status = (text: string): Buffer =>
  frame(1, 4, 1, Buffer.concat([Buffer.from([0x08, 3]), Buffer.from(text)]));

test.each<[string, FailureCode | number, (socket: TLSSocket, connection: number, request: number) => void]>([
  ['an answer in frames', 200, (socket) => socket.write(Buffer.concat([ok, data('abc', true)]))],
  [
    'a body with trailers',
    200,
    (socket) => socket.write(Buffer.concat([ok, data('abc'), frame(1, 5, 1, field('x-sum', '1'))])),
  ],
  [
    'a body reset with an error',
    'CONNECTION_RESET',
    (socket) => socket.write(Buffer.concat([ok, data('abc'), reset(2)])),
  ],
  [
    'a body reset with CANCEL',
    'CONNECTION_RESET',
    (socket) => socket.write(Buffer.concat([ok, data('abc'), reset(8)])),
  ],
  [
    'a body reset without an error',
    'CONNECTION_RESET',
    (socket) => socket.write(Buffer.concat([ok, data('abc'), reset(0)])),
  ],
  [
    'a body reset without an error, a moment later',
    'CONNECTION_RESET',
    (socket) => {
      socket.write(Buffer.concat([ok, data('abc')]));
      setTimeout(() => socket.write(reset(0)), 50);
    },
  ],
  ['a request reset', 'CONNECTION_RESET', (socket) => socket.write(reset(8))],
  ['a request whose host asks for calm', 'CONNECTION_RESET', (socket) => socket.write(reset(11))],
  [
    'a request refused',
    'CONNECTION_RESET',
    (socket, _connection, request) => socket.write(reset(7, 2 * request - 1)),
  ],
  [
    'a connection closed in the body',
    'CONNECTION_RESET',
    (socket) => socket.end(Buffer.concat([ok, data('abc')])),
  ],
  [
    'a GOAWAY that covers the body, which breaks off',
    'CONNECTION_RESET',
    (socket) => socket.end(Buffer.concat([ok, data('abc'), goaway(1, 0)])),
  ],
  [
    'a GOAWAY that covers the body, which ends',
    200,
    (socket) => {
      socket.write(Buffer.concat([ok, data('abc'), goaway(1, 0)]));
      setTimeout(() => socket.write(data('def', true)), 50);
    },
  ],
  ['a GOAWAY with an error', 'CONNECTION_RESET', (socket) => socket.write(goaway(1, 11))],
  ['HTTP/1.1 in place of frames', 'PROTOCOL_ERROR', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  [
    'a frame that is too large',
    'PROTOCOL_ERROR',
    (socket) => socket.write(frame(0, 0, 1, Buffer.alloc(20_000))),
  ],
  [
    'a push that nobody allowed',
    'PROTOCOL_ERROR',
    (socket) => socket.write(frame(5, 4, 1, Buffer.concat([u32(2), Buffer.from([0x82, 0x86, 0x84])]))),
  ],
  ['a status that is none', 'PROTOCOL_ERROR', (socket) => socket.write(status('abc'))],
  ['no status', 'PROTOCOL_ERROR', (socket) => socket.write(frame(1, 5, 1, field('x-a', 'b')))],
  [
    'a name in upper case',
    'PROTOCOL_ERROR',
    (socket) => socket.write(frame(1, 4, 1, Buffer.concat([Buffer.from([0x88]), field('X-A', 'b')]))),
  ],
  [
    'settings that may not be',
    'PROTOCOL_ERROR',
    (socket) => socket.write(frame(4, 0, 0, Buffer.concat([Buffer.from([0, 5]), u32(1)]))),
  ],
  [
    'headers that go on and on',
    'PROTOCOL_ERROR',
    (socket) =>
      flood(
        socket.on('error', () => undefined),
        Buffer.concat([frame(1, 0, 1, [0x88]), many(frame(9, 0, 1))]),
      ),
  ],
  ['a flood of pings', 'PROTOCOL_ERROR', (socket) => flood(socket, many(frame(6, 0, 0, Buffer.alloc(8))))],
  ['a flood of settings', 'PROTOCOL_ERROR', (socket) => flood(socket, many(frame(4, 0, 0)))],
  [
    'a flood of empty frames',
    'PROTOCOL_ERROR',
    (socket) => flood(socket, Buffer.concat([ok, many(data(''))])),
  ],
  ['early hints without end', 'TIMEOUT', (socket) => flood(socket, status('103'))],
  [
    'no stream allowed',
    'TIMEOUT',
    (socket) => socket.write(frame(4, 0, 0, Buffer.concat([Buffer.from([0, 3]), u32(0)]))),
  ],
  ['a connection closed at once', 'CONNECTION_RESET', (socket) => socket.end()],
])('%s: %s', async (_title, expected, say) => {
  const server = await serveFrames(say);
  closers.push(async () => await server.close());
  expect(codeOf(await get(openDispatcher(), server.port, '/', expected === 'TIMEOUT' ? 1_000 : 60_000))).toBe(
    expected,
  );
});

test('an address in UTF-8 in a header is understood, as over HTTP/1.1', async () => {
  const moved = Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('302'), field('location', '/größe')]);
  const server = await serveFrames((socket, _connection, request) =>
    socket.write(
      request === 1
        ? frame(1, 5, 1, moved)
        : Buffer.concat([frame(1, 4, 3, [0x88]), frame(0, 1, 3, Buffer.from('there'))]),
    ),
  );
  closers.push(async () => await server.close());
  const outcome = await get(openDispatcher(), server.port);
  expect([outcome.url, textOf(outcome)]).toEqual([
    `https://127.0.0.1:${server.port}/gr%C3%B6%C3%9Fe`,
    'there',
  ]);
});

test("a caller's headers that HTTP/2 does not carry are left out", async () => {
  const { port, seen } = await serve();
  const outcome = await fetchHttp(
    {
      url: `https://127.0.0.1:${port}/`,
      userAgent: 'Test/1',
      headers: { 'HTTP2-Settings': 'x', Connection: 'close', TE: 'gzip', Upgrade: 'h2c', 'X-A': ' b ' },
    },
    { dispatcher: openDispatcher(), checkHop: async () => await Promise.resolve({ ok: true }) },
  );
  expect([codeOf(outcome), seen]).toEqual([200, ['2 /']]);
});

test('a request that its host did not work on is sent once more, on a new connection', async () => {
  const server = await serveFrames((socket, connection) =>
    socket.write(connection === 1 ? goaway(0, 0) : Buffer.concat([ok, data('second', true)])),
  );
  closers.push(async () => await server.close());
  expect(textOf(await get(openDispatcher(), server.port))).toBe('second');
  expect(server.connections()).toBe(2);
});

test('a host that sends every request away is not asked without end', async () => {
  const server = await serveFrames((socket) => socket.end(goaway(0, 0)));
  closers.push(async () => await server.close());
  expect(codeOf(await get(openDispatcher(), server.port))).toBe('CONNECTION_RESET');
  expect(server.connections()).toBeLessThanOrEqual(3);
});

test('whatever bytes a host sends, a request has an outcome', async () => {
  const anyFrame = fc
    .tuple(
      fc.nat(12),
      fc.nat(255),
      fc.constantFrom(0, 1, 2, 3, 2 ** 31 - 1),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map(([type, flags, stream, payload]) => frame(type, flags, stream, payload));
  const said = fc.array(
    fc.oneof(anyFrame, fc.constantFrom(ok, data('x'), data('y', true), reset(8), goaway(1, 0))),
    {
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(said, async (frames) => {
      const server = await serveFrames((socket) => void socket.write(Buffer.concat(frames)));
      const dispatcher = guardedDispatcher({ open, skipTlsVerification: true });
      try {
        const outcome = await get(dispatcher, server.port, '/', 300);
        if (outcome.kind === 'failed') {
          expect(failures).toHaveProperty(outcome.failure.code);
          expect(outcome.failure.code).not.toBe('INTERNAL');
        }
      } finally {
        await dispatcher.destroy();
        await server.close();
      }
    }),
    { numRuns: 60 },
  );
});
