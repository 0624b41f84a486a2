import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { serveFrames } from '../http2.fixture.ts';
import { type Http2Sessions, openHttp2Sessions } from './keep-http2.ts';
import { networkFailure } from './network-failure.ts';
import { selfSigned } from '../self-signed.fixture.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map(async (close) => await close()));
});

const origin = 'https://site.test';
const adopted = async (sessions: Http2Sessions, port: number): Promise<TLSSocket> => {
  const socket = connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  sessions.adopt(origin, socket);
  return socket;
};
const open = (options: Parameters<typeof openHttp2Sessions>[0]): Http2Sessions => {
  const sessions = openHttp2Sessions(options);
  closers.push(async () => await Promise.resolve(sessions.destroy()));
  return sessions;
};

/** A server of HTTP/2 that answers pings, and requests after `ms`. */
const slowServer = async (ms: number): Promise<number> => {
  const server = createSecureServer(selfSigned);
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream) => {
    setTimeout(() => {
      stream.respond({ ':status': 200 });
      stream.end('late');
    }, ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

test('a connection that has fallen silent is given up, and found no more', async () => {
  const server = await serveFrames(() => undefined);
  closers.push(async () => await server.close());
  const sessions = open({ pingMs: 30 });
  await adopted(sessions, server.port);
  const error = await sessions
    .find(origin)
    ?.request({ ':path': '/' })
    .toArray()
    .catch((why: unknown) => why);
  expect(networkFailure(error, origin).code).toBe('CONNECTION_RESET');
  expect(sessions.find(origin)).toBeNull();
});

test('a host that is slow, but answers pings, is waited for', async () => {
  const port = await slowServer(400);
  const sessions = open({ pingMs: 30 });
  await adopted(sessions, port);
  const stream = sessions.find(origin)?.request({ ':path': '/' });
  const parts = (await stream?.toArray()) as Buffer[];
  expect(Buffer.concat(parts).toString()).toBe('late');
});

test('a session that nothing waits on is closed after a while, and not before', async () => {
  const port = await slowServer(150);
  const sessions = open({ idleMs: 80 });
  const socket = await adopted(sessions, port);
  await sessions.find(origin)?.request({ ':path': '/' }).toArray();
  expect(sessions.find(origin)).not.toBeNull();
  await once(socket, 'close');
  expect(sessions.find(origin)).toBeNull();
});

test('of two connections to one origin, one is kept', async () => {
  const port = await slowServer(0);
  const sessions = open({});
  const first = await adopted(sessions, port);
  const second = await adopted(sessions, port);
  expect([first.destroyed, second.destroyed]).toEqual([false, true]);
});

test('closing waits for the streams under way', async () => {
  const port = await slowServer(100);
  const sessions = open({});
  await adopted(sessions, port);
  const body = sessions.find(origin)?.request({ ':path': '/' }).toArray() as Promise<Buffer[]>;
  await new Promise((resolve) => setTimeout(resolve, 30));
  await sessions.close();
  expect(Buffer.concat(await body).toString()).toBe('late');
});
