import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failure, type FailureCode } from '../../failure.ts';
import { parseOpenRange } from './address.ts';
import { fetchHttp } from './fetch-http.ts';
import { fetchRobots } from '../robots/fetch-robots.ts';
import { guardedDispatcher } from './guarded-connect.ts';
import type { FetchDependencies, FetchOutcome, FetchRequest } from '../tier/fetch-request.ts';

/** What a raw server says to whoever connects. */
const raw: Record<string, (socket: Socket) => void> = {
  'never answers': () => undefined,
  'slow headers': (socket) => socket.write('HTTP/1.1 200 OK\r\nX-Slow: '),
  'slow body': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'),
  rubbish: (socket) => socket.end('\u0000\u0001 this is not HTTP\r\n\r\n'),
  'closes at once': (socket) => socket.end(),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'resets in the body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    );
  },
  'closes in the body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'),
  'closes in a chunk': (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
  'status 999': (socket) => socket.end('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'),
  'status 777': (socket) => socket.end('HTTP/1.1 777 No\r\nContent-Length: 0\r\n\r\n'),
  'huge headers': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(1_000)}\r\n`.repeat(100)}\r\n`),
  'only goes on': (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)),
  'cut gzip without length': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n');
    socket.end(gzipSync(Buffer.alloc(50_000, 'abcdefghij')).subarray(0, 60));
  },
};

const zeros = gzipSync(Buffer.alloc(29_000_000));
const pages: Record<string, RequestListener> = {
  '/': (request, response) => response.end(JSON.stringify(request.headers)),
  '/zstd': (_request, response) =>
    response.setHeader('content-encoding', 'zstd').end(zstdCompressSync('hello')),
  '/bomb': (_request, response) => response.setHeader('content-encoding', 'gzip').end(zeros),
  '/bomb-in-bomb': (_request, response) =>
    response.setHeader('content-encoding', 'gzip, gzip').end(gzipSync(zeros)),
  '/cut-gzip': (_request, response) => {
    response
      .setHeader('content-encoding', 'gzip')
      .end(gzipSync(Buffer.from('hello '.repeat(9_999))).subarray(0, 90));
  },
  '/not-gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end('<html>'),
  '/endless': (_request, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
    response.on('close', () => clearInterval(timer));
  },
  '/4000-headers': (_request, response) => {
    for (let index = 0; index < 4_000; index++) response.appendHeader('x-a', 'b');
    response.end('fine');
  },
  '/cookies': (_request, response) =>
    response.setHeader('set-cookie', ['a=1; Expires=Sat, 1 Jan', 'b=2']).end(),
  '/304': (_request, response) => response.writeHead(304).end(),
  '/429': (_request, response) => response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
  '/503': (_request, response) => response.writeHead(503, { 'retry-after': '-1' }).end('x'.repeat(500_000)),
  '/moved': (_request, response) => response.writeHead(301, { location: 'landed#part' }).end('moved'),
  '/landed': (_request, response) => response.end('landed'),
  '/loop-a': (_request, response) => response.writeHead(302, { location: '/loop-b' }).end(),
  '/loop-b': (_request, response) => response.writeHead(302, { location: '/loop-a' }).end(),
  '/nowhere': (_request, response) => response.writeHead(302).end(),
  '/garbage': (_request, response) => response.writeHead(302, { location: 'http://[' }).end(),
  '/file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/private': (_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  '/utf8': (_request, response) =>
    response.writeHead(302, { location: Buffer.from('/ü', 'utf8').toString('latin1') }).end(),
};

const counts = new Map<string, number>();
const site = createServer((request, response) => {
  const path = request.url ?? '';
  counts.set(path, (counts.get(path) ?? 0) + 1);
  const step = /^\/step\/(\d+)$/.exec(path)?.[1];
  const status = /^\/status\/(\d+)$/.exec(path)?.[1];
  const page = pages[path];
  if (page !== undefined) page(request, response);
  else if (step !== undefined) response.writeHead(302, { location: `/step/${Number(step) + 1}` }).end();
  else response.writeHead(Number(status ?? 404)).end(path);
});
const sockets = new Set<Socket>();
let dispatcher: ReturnType<typeof guardedDispatcher>;
let origin = '';
const rawOrigins: Record<string, string> = {};
const servers = [site, ...Object.values(raw).map(() => createTcpServer())];

beforeAll(async () => {
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  origin = `http://127.0.0.1:${ports[0]}`;
  for (const [index, [name, say]] of Object.entries(raw).entries()) {
    rawOrigins[name] = `http://127.0.0.1:${ports[index + 1]}/`;
    servers[index + 1]?.on('connection', (socket: Socket) => {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
      socket.once('data', () => say(socket));
    });
  }
  dispatcher = guardedDispatcher({
    open: ports.flatMap((port) => parseOpenRange(`127.0.0.1:${port}`) ?? []),
  });
});

afterAll(async () => {
  await dispatcher.destroy();
  site.closeAllConnections();
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.map(async (server) => await new Promise((resolve) => server.close(resolve))));
});

const get = async (
  url: string,
  request: Partial<FetchRequest> = {},
  dependencies: Partial<FetchDependencies> = {},
): Promise<FetchOutcome> =>
  await fetchHttp(
    { url: url.startsWith('/') ? origin + url : url, userAgent: 'Test/1', ...request },
    { dispatcher, checkHop: async () => await Promise.resolve({ ok: true }), ...dependencies },
  );
const codeOf = (outcome: FetchOutcome): FailureCode | number =>
  outcome.kind === 'failed' ? outcome.failure.code : outcome.status;
const textOf = (outcome: FetchOutcome): string => Buffer.from(outcome.body ?? []).toString();

test.each<[string, FailureCode]>([
  ['never answers', 'TIMEOUT'],
  ['slow headers', 'TIMEOUT'],
  ['slow body', 'TIMEOUT'],
  ['rubbish', 'PROTOCOL_ERROR'],
  ['closes at once', 'CONNECTION_RESET'],
  ['resets at once', 'CONNECTION_RESET'],
  ['resets in the body', 'CONNECTION_RESET'],
  ['closes in the body', 'CONNECTION_RESET'],
  ['closes in a chunk', 'CONNECTION_RESET'],
  ['status 999', 'HTTP_FORBIDDEN'],
  ['status 777', 'HTTP_SERVER_ERROR'],
  ['huge headers', 'RESPONSE_TOO_LARGE'],
  ['only goes on', 'CONNECTION_RESET'],
  ['cut gzip without length', 'CONNECTION_RESET'],
])('a host that %s fails with %s', async (name, code) => {
  const outcome = await get(rawOrigins[name] ?? '', {
    timeoutMs: code === 'TIMEOUT' ? 300 : 60_000,
  });
  expect(codeOf(outcome)).toBe(code);
});

test.each([
  ['100 before the answer', ['HTTP/1.1 100 Continue\r\n\r\n']],
  ['100 with headers of its own', ['HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n']],
  ['100 in pieces', ['HT', 'TP/1.1 10', '0 Contin', 'ue\r\n', '\r', '\n']],
  ['100 after 103', ['HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n']],
  ['100 ten times', ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(10)]],
])('an interim answer that nobody asked for is read over: %s', async (_name, pieces) => {
  const body = 'HTTP/1.1 100 Continue\r\n\r\nis text here';
  let asked = 0;
  const server = createTcpServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', () => {
        asked += 1;
        void (async () => {
          for (const piece of [
            ...pieces,
            `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`,
            body,
          ]) {
            socket.write(piece);
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        })();
      });
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const own = guardedDispatcher({ open: [parseOpenRange(`127.0.0.1:${port}`) ?? []].flat() });
  try {
    for (let time = 1; time <= 2; time += 1) {
      const outcome = await get(`http://127.0.0.1:${port}/`, {}, { dispatcher: own });
      expect([codeOf(outcome), textOf(outcome)]).toEqual([200, body]);
      expect(asked).toBe(time);
    }
  } finally {
    await own.destroy();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

test.each<[string, FailureCode]>([
  ['/bomb', 'RESPONSE_BOMB'],
  ['/bomb-in-bomb', 'RESPONSE_BOMB'],
  ['/not-gzip', 'RESPONSE_UNREADABLE'],
  ['/endless', 'RESPONSE_TOO_LARGE'],
  ['/status/401', 'HTTP_FORBIDDEN'],
  ['/status/403', 'HTTP_FORBIDDEN'],
  ['/status/404', 'HTTP_NOT_FOUND'],
  ['/status/410', 'HTTP_GONE'],
  ['/status/418', 'HTTP_CLIENT_ERROR'],
  ['/status/500', 'HTTP_SERVER_ERROR'],
  ['/loop-a', 'REDIRECT_LOOP'],
  ['/step/0', 'REDIRECT_TOO_MANY'],
  ['/nowhere', 'REDIRECT_INVALID'],
  ['/garbage', 'REDIRECT_INVALID'],
  ['/file', 'SCHEME_NOT_ALLOWED'],
  ['/private', 'ADDRESS_NOT_ALLOWED'],
  ['ftp://example.com/', 'SCHEME_NOT_ALLOWED'],
  ['not a URL', 'BAD_REQUEST_INVALID_URL'],
])('%s fails with %s', async (url, code) => {
  expect(codeOf(await get(url))).toBe(code);
});

test('a compressed body that breaks off is delivered as far as it goes, and said to break off', async () => {
  const cut = await get('/cut-gzip');
  expect(textOf(cut)).toMatch(/^hello hello /);
  expect(cut).toMatchObject({ kind: 'response', breaksOff: true });
  for (const path of ['/zstd', '/']) expect(await get(path)).not.toHaveProperty('breaksOff');
});

test('a response comes decoded, with what was asked for and no more', async () => {
  const outcome = await get('/', {
    ifNoneMatch: '"1"',
    headers: { 'X-Own': 'a', Host: 'evil', 'x-bad': 'a\r\nb: c' },
  });
  expect(outcome).toMatchObject({ kind: 'response', status: 200, url: `${origin}/`, redirects: [] });
  expect(JSON.parse(textOf(outcome))).toMatchObject({
    'user-agent': 'Test/1',
    'if-none-match': '"1"',
    'x-own': 'a',
    host: origin.slice(7),
  });
  expect(textOf(outcome)).not.toContain('x-bad');
  expect(textOf(await get('/zstd'))).toBe('hello');
  expect(textOf(await get('/4000-headers'))).toBe('fine');
  expect((await get('/cookies')).headers?.['set-cookie']).toBe('a=1; Expires=Sat, 1 Jan\nb=2');
  expect(codeOf(await get('/304', { ifNoneMatch: '"1"' }))).toBe(304);
  expect(codeOf(await get('/304'))).toBe('PROTOCOL_ERROR');
});

test('an error keeps its Retry-After and the beginning of its body', async () => {
  const told = await get('/429');
  expect(told).toMatchObject({
    failure: { code: 'HTTP_TOO_MANY_REQUESTS' },
    status: 429,
    retryAfterMs: 7_000,
  });
  expect(textOf(told)).toBe('slow down');
  const garbage = await get('/503');
  expect(garbage).not.toHaveProperty('retryAfterMs');
  expect(garbage.body?.length).toBe(256 * 1_024);
});

test('a redirect is followed with its trail, and each target is judged before it is asked', async () => {
  const outcome = await get('/moved');
  expect(outcome).toMatchObject({
    kind: 'response',
    url: `${origin}/landed`,
    redirects: [`${origin}/moved`],
  });
  expect(await get('/utf8')).toMatchObject({ url: `${origin}/%C3%BC` });
  const before = counts.get('/landed');
  const why = failure('REDIRECT_OUT_OF_SCOPE', 'no');
  const refused = await get(
    '/moved',
    {},
    { checkHop: async () => await Promise.resolve({ ok: false, failure: why }) },
  );
  expect(refused).toMatchObject({ kind: 'failed', failure: why, url: `${origin}/landed` });
  expect(counts.get('/landed')).toBe(before);
});

test('a loop of two is found after one round', async () => {
  counts.clear();
  await get('/loop-a');
  expect(Object.fromEntries(counts)).toEqual({ '/loop-a': 1, '/loop-b': 1 });
});

test('an abort ends a fetch at once with its reason, also while a redirect is judged, and frees the connection', async () => {
  const why = failure('JOB_CANCELLED', 'The job was cancelled');
  const never = async () => await new Promise<never>(() => undefined);
  counts.clear();
  for (const path of [rawOrigins['never answers'] ?? '', '/moved']) {
    const abort = new AbortController();
    const fetching = get(path, {}, { signal: abort.signal, checkHop: never });
    await (path === '/moved'
      ? expect.poll(() => counts.get('/moved')).toBe(1)
      : expect.poll(() => sockets.size).toBe(1));
    // A moment more, for the redirect to be judged.
    await new Promise((resolve) => setTimeout(resolve, 50));
    abort.abort(why);
    const outcome = await fetching;
    expect(outcome).toMatchObject({ kind: 'failed', failure: why });
  }
  expect(codeOf(await get('/', {}, { signal: AbortSignal.abort() }))).toBe('TIMEOUT');
  await expect.poll(() => sockets.size).toBe(0);
});

test('robots.txt: 404 allows, 5xx and silence disallow, a page of another size is cut', async () => {
  const ask = async (from: string) =>
    await fetchRobots(from, {
      dispatcher,
      userAgent: 'Test/1',
      productToken: 'Gleaner',
      timeoutMs: from === origin ? 60_000 : 300,
      checkHop: async () => await Promise.resolve({ ok: true }),
    });
  expect(await ask(origin)).toEqual({ verdict: 'allow-all' });
  pages['/robots.txt'] = (_request, response) => response.writeHead(302, { location: '/step/0' }).end();
  expect(await ask(origin)).toEqual({ verdict: 'allow-all' });
  pages['/robots.txt'] = (_request, response) => response.writeHead(500).end();
  expect(await ask(origin)).toMatchObject({
    verdict: 'disallow-all',
    failure: { code: 'HTTP_SERVER_ERROR' },
  });
  expect(await ask(rawOrigins['never answers'] ?? '')).toMatchObject({
    verdict: 'disallow-all',
    failure: { code: 'TIMEOUT' },
  });
  for (const encode of [(text: string) => text, gzipSync]) {
    pages['/robots.txt'] = (_request, response) => {
      if (encode === gzipSync) response.setHeader('content-encoding', 'gzip');
      response.end(encode(`User-agent: *\nDisallow: /x\n${'# filler\n'.repeat(100_000)}`));
    };
    expect(await ask(origin)).toMatchObject({
      verdict: 'rules',
      rules: { rules: [{ allow: false, pattern: '/x' }] },
    });
  }
});
