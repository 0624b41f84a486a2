import { request as requestHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { guardBrowser } from '../browser/guard-browser.ts';
import type { OpenRange } from './address.ts';
import { fetchHttp } from './fetch-http.ts';
import { guardedDial, guardedDispatcher } from './guarded-connect.ts';
import { parseOpenRanges } from './open-ranges.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map(async (close) => await close()));
});

/** Starts a server that says these pieces, one after the other, to every request. */
const serve = async (
  pieces: readonly string[],
): Promise<{ url: string; open: OpenRange[]; asked: () => number }> => {
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      asked += 1;
      const say = ([piece, ...rest]: readonly string[]): void => {
        if (piece !== undefined) socket.write(piece, 'latin1', () => setImmediate(() => say(rest)));
      };
      say(pieces);
    });
    closers.push(async () => await Promise.resolve(socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => await new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    open: parseOpenRanges([`127.0.0.1:${port}`]),
    asked: () => asked,
  };
};

/** Fetches as the HTTP tier does. */
const overHttp = async (url: string, open: OpenRange[]): Promise<string> => {
  const dispatcher = guardedDispatcher({ open });
  closers.push(async () => await dispatcher.destroy());
  const checkHop = async () => await Promise.resolve({ ok: true as const });
  const outcome = await fetchHttp({ url, userAgent: 'Test/1' }, { dispatcher, checkHop });
  return outcome.kind === 'failed'
    ? outcome.failure.code
    : `${outcome.status} ${Buffer.from(outcome.body).toString()}`;
};

/** Fetches as Chromium does, through its proxy. */
const overProxy = async (url: string, open: OpenRange[]): Promise<string> => {
  const guard = await guardBrowser(guardedDial({ open }));
  closers.push(async () => await guard.close());
  const { hostname, port } = new URL(guard.url);
  return await new Promise((resolve, reject) => {
    requestHttp({ hostname, port, path: url, agent: false }, (got) => {
      const chunks: Buffer[] = [];
      got
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => {
          const why = guard.isOwn(got.headers as Record<string, string>)
            ? guard.failureOf(url)?.code
            : undefined;
          resolve(why ?? `${got.statusCode ?? 0} ${Buffer.concat(chunks).toString()}`);
        });
    })
      .on('error', reject)
      .end();
  });
};

const text = 'Ten words that stand in the body of this page.';
const length = `Content-Length: ${text.length}`;

test.each<[string, readonly string[]]>([
  ['equal lengths', [`HTTP/1.1 200 OK\r\n${length}\r\nX-A: b\r\n${length}\r\n\r\n${text}`]],
  ['equal lengths in one field', [`HTTP/1.1 200 OK\r\n${length}, ${text.length}\r\n\r\n${text}`]],
  ['lines that end with a line feed', [`HTTP/1.1 200 OK\nX-A: b\n${length}\n\n${text}`]],
  ['lines that end in either way', [`HTTP/1.1 200 OK\r\nX-A: b\n${length}\r\n\n${text}`]],
  ['blanks behind a name', [`HTTP/1.1 200 OK\r\nContent-Length : ${text.length}\r\n\r\n${text}`]],
  ['a blank in a name', [`HTTP/1.1 200 OK\r\nX A: b\r\n c\r\n${length}\r\n\r\n${text}`]],
  ['a line that is no field', [`HTTP/1.1 200 OK\r\nb\r\n: c\r\n${length}\r\n\r\n${text}`]],
  [
    'a length beside chunks',
    [`HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2e\r\n${text}\r\n0\r\n\r\n`],
  ],
  ['more than the length', [`HTTP/1.1 200 OK\r\n${length}\r\n\r\n${text}${'and more. '.repeat(9)}`]],
  ['more than the length, later', [`HTTP/1.1 200 OK\r\n${length}\r\n\r\n${text}`, 'and more.']],
  ['a head in pieces', `HTTP/1.1 200 OK\n${length}\r\n${length}\n\r\n${text}`.split('')],
  ['an interim answer', [`HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\n${length}\n\n${text}`]],
])('an answer is read as browsers read it, in both tiers: %s', async (_name, pieces) => {
  const { url, open } = await serve(pieces);
  expect(await overHttp(url, open)).toBe(`200 ${text}`);
  expect(await overProxy(url, open)).toBe(`200 ${text}`);
});

test('lengths that differ are refused in both tiers, as what nobody can read', async () => {
  const { url, open } = await serve([`HTTP/1.1 200 OK\r\n${length}\r\nContent-Length: 9\r\n\r\n${text}`]);
  expect(await overHttp(url, open)).toBe('RESPONSE_UNREADABLE');
  expect(await overProxy(url, open)).toBe('RESPONSE_UNREADABLE');
});

test('values of headers are passed on as they are', async () => {
  const { url, open } = await serve([`HTTP/1.1 200 OK\nX-A: à: b\xa0\nx-a: c\n${length}\n\n${text}`]);
  const dispatcher = guardedDispatcher({ open });
  closers.push(async () => await dispatcher.destroy());
  const { headers, body } = await dispatcher.request({
    origin: new URL(url).origin,
    path: '/',
    method: 'GET',
  });
  await body.dump();
  expect(headers['x-a']).toEqual(['à: b\xa0', 'c']);
});
