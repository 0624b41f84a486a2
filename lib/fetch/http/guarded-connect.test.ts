import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { FailureCode } from '../../failure.ts';
import { parseOpenRange } from './address.ts';
import { guardedDial, type GuardOptions, guardedDispatcher } from './guarded-connect.ts';
import { networkFailure } from './network-failure.ts';
import { selfSigned } from '../self-signed.fixture.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map(async (close) => await close()));
});

const listen = async (server: Server | TcpServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

const opening = (port: number, ip = '127.0.0.1') => {
  const range = parseOpenRange(`${ip}/32:${port}`);
  if (range === null) throw new Error('not a range');
  return [range];
};

const get = async (url: string, guard: Partial<GuardOptions>): Promise<string> => {
  const dispatcher = guardedDispatcher({ open: [], connectMs: 120_000, ...guard });
  closers.push(async () => await dispatcher.destroy());
  const { origin, pathname } = new URL(url);
  try {
    const { body } = await dispatcher.request({ origin, path: pathname, method: 'GET' });
    return await body.text();
  } catch (error) {
    return networkFailure(error, url).code;
  }
};

const dnsError = (code: string) => async () =>
  await Promise.reject(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }));

test('a name that leads inside is told of as one that does not exist', async () => {
  const messageOf = async (addresses: readonly string[] | Error): Promise<string> => {
    const resolve = async (): Promise<readonly string[]> =>
      addresses instanceof Error ? await Promise.reject(addresses) : await Promise.resolve(addresses);
    const refused: { host: string; reasons: readonly string[] }[] = [];
    const dial = guardedDial({
      open: [],
      resolve,
      onRefused: (host, reasons) => refused.push({ host, reasons }),
    });
    const error = await dial('inside.test', 80).catch((thrown: unknown) => thrown);
    const why = networkFailure(error, '');
    expect(refused.length > 0).toBe(!(addresses instanceof Error));
    return `${why.code} ${why.message}`;
  };
  const unknown = await messageOf(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
  expect(unknown).toContain('DNS_NOT_FOUND');
  for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', 'fd00::1'])
    expect(await messageOf([address])).toBe(unknown);
});

test('loopback is refused unless its port is open', async () => {
  let asked = 0;
  const port = await listen(createServer((_request, response) => response.end(String(++asked))));
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', 'localhost']) {
    // What a name leads to inside is nobody's to learn.
    const code = host === 'localhost' ? 'DNS_NOT_FOUND' : 'ADDRESS_NOT_ALLOWED';
    expect(await get(`http://${host}:${port}/`, {}), host).toBe(code);
    expect(await get(`http://${host}:${port}/`, { open: opening(port + 1) }), host).toBe(code);
  }
  expect(asked).toBe(0);
  expect(await get(`http://0x7f.1:${port}/`, { open: opening(port) })).toBe('1');
});

test('a name is asked at the address that was judged, with its own name as host', async () => {
  const port = await listen(createServer((request, response) => response.end(request.headers.host)));
  const answer = await get(`http://site.test:${port}/`, {
    open: opening(port),
    resolve: async () => await Promise.resolve(['127.0.0.1']),
  });
  expect(answer).toBe(`site.test:${port}`);
});

test('a name that resolves to an allowed address first and to a private one then gains nothing', async () => {
  let asked = 0;
  const port = await listen(createServer((_request, response) => response.end(String(++asked))));
  const answers = [['127.0.0.5'], ['127.0.0.1'], ['127.0.0.1']];
  const lookups: string[] = [];
  const resolve = async (name: string) => await Promise.resolve((lookups.push(name), answers.shift() ?? []));
  const dispatcher = guardedDispatcher({ open: opening(port, '127.0.0.5'), connectMs: 120_000, resolve });
  closers.push(async () => await dispatcher.destroy());
  const codes: string[] = [];
  for (let times = 0; times < 2; times++) {
    await dispatcher
      .request({ origin: `http://rebind.test:${port}`, path: '/', method: 'GET' })
      .catch((error: unknown) => codes.push(networkFailure(error, '').code));
  }
  // Nobody listens on the allowed one: a connection by name would have reached the server.
  expect(codes).toEqual(['CONNECTION_REFUSED', 'DNS_NOT_FOUND']);
  // One look-up for each connection: what is judged is what is used, there is no second answer.
  expect(lookups).toHaveLength(2);
  expect(asked).toBe(0);
});

test('of several addresses, refused ones are never tried, and one that does not answer is passed over', async () => {
  const port = await listen(createServer((_request, response) => response.end('here')));
  const closed = await listen(createServer());
  await closers.pop()?.();
  const range = parseOpenRange('127.0.0.0/8');
  const open = range === null ? [] : [range];
  const resolve = async () => await Promise.resolve(['10.255.255.1', '::1', '127.0.0.3', '127.0.0.1']);
  expect(await get(`http://many.test:${port}/`, { open, resolve })).toBe('here');
  expect(await get(`http://many.test:${closed}/`, { open, resolve })).toBe('CONNECTION_REFUSED');
});

test.each<[string, FailureCode]>([
  ['ENOTFOUND', 'DNS_NOT_FOUND'],
  ['EAI_AGAIN', 'DNS_FAILED'],
  ['EAI_FAIL', 'DNS_FAILED'],
  ['ESERVFAIL', 'DNS_FAILED'],
  ['EREFUSED', 'DNS_FAILED'],
  ['ECONNREFUSED', 'DNS_FAILED'],
  ['ETIMEOUT', 'DNS_FAILED'],
  ['EINVAL', 'DNS_NOT_FOUND'],
  ['ENAMETOOLONG', 'DNS_NOT_FOUND'],
  ['EBADNAME', 'DNS_NOT_FOUND'],
  ['EBADFLAGS', 'INTERNAL'],
  ['EMFILE', 'INTERNAL'],
])('%s of the resolver is %s', async (code, expected) => {
  expect(await get('http://nowhere.test/', { resolve: dnsError(code) })).toBe(expected);
});

test('a name that is too long for DNS does not exist', async () => {
  for (const name of [`${'a'.repeat(300)}.test`, `${'b.'.repeat(130)}test`, `${'c'.repeat(64)}.test`])
    expect(await get(`http://${name}/`, {})).toBe('DNS_NOT_FOUND');
});

test('a name without addresses does not exist, and one whose look-up never ends is a time-out', async () => {
  expect(await get('http://empty.test/', { resolve: async () => await Promise.resolve([]) })).toBe(
    'DNS_NOT_FOUND',
  );
  expect(
    await get('http://slow.test/', {
      connectMs: 100,
      resolve: async () => await new Promise(() => undefined),
    }),
  ).toBe('TIMEOUT');
});

test('a TLS server is verified by the name that was asked for, unless verification is off', async () => {
  const port = await listen(createTlsServer(selfSigned, (_request, response) => response.end('secret')));
  const guard = { open: opening(port), resolve: async () => await Promise.resolve(['127.0.0.1']) };
  expect(await get(`https://localhost:${port}/`, guard)).toBe('TLS_FAILED');
  expect(await get(`https://127.0.0.1:${port}/`, guard)).toBe('TLS_FAILED');
  expect(await get(`https://localhost:${port}/`, { ...guard, skipTlsVerification: true })).toBe('secret');
});

test('the name that was asked for is the TLS server name', async () => {
  const names: unknown[] = [];
  const server = createTlsServer(
    {
      ...selfSigned,
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    },
    (_request, response) => response.end('x'),
  );
  const port = await listen(server);
  const guard = {
    open: opening(port),
    resolve: async () => await Promise.resolve(['127.0.0.1']),
    skipTlsVerification: true,
  };
  expect(await get(`https://virtual.test:${port}/`, guard)).toBe('x');
  expect(names).toEqual(['virtual.test']);
});

test('plain HTTP on a TLS port, and a server that never finishes its handshake, have their codes', async () => {
  const http = await listen(createServer((_request, response) => response.end('plain')));
  const mute = await listen(
    createTcpServer((socket) => closers.push(async () => await Promise.resolve(socket.destroy()))),
  );
  expect(await get(`https://127.0.0.1:${http}/`, { open: opening(http) })).toBe('TLS_FAILED');
  expect(await get(`https://127.0.0.1:${mute}/`, { open: opening(mute), connectMs: 200 })).toBe('TIMEOUT');
});

test('connections are used again, and none is left after close', async () => {
  let connections = 0;
  const server = createServer((_request, response) => response.end('x'));
  server.on('connection', () => connections++);
  const port = await listen(server);
  const dispatcher = guardedDispatcher({ open: opening(port) });
  for (let times = 0; times < 3; times++) {
    const { body } = await dispatcher.request({
      origin: `http://127.0.0.1:${port}`,
      path: '/',
      method: 'GET',
    });
    await body.text();
    // The connection is free one turn after its body has been read.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(connections).toBe(1);
  await dispatcher.close();
  await expect
    .poll(
      async () => await new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    )
    .toBe(0);
});

test('a name leads where configuration says, at its port, and under its own name', async () => {
  const port = await listen(createServer((request, response) => response.end(request.headers.host)));
  const named = [{ name: 'docs.test', port: 80, address: '127.0.0.1', toPort: port }];
  const resolve = dnsError('ENOTFOUND');
  expect(await get('http://docs.test/', { open: opening(port), named, resolve })).toBe('docs.test');
  expect(await get('http://docs.test:81/', { open: opening(port), named, resolve })).toBe('DNS_NOT_FOUND');
  expect(await get('http://other.test/', { open: opening(port), named, resolve })).toBe('DNS_NOT_FOUND');
});

test('an address that configuration gives a name is judged as any other, at the port that is asked', async () => {
  let asked = 0;
  const port = await listen(createServer((_request, response) => response.end(String(++asked))));
  const named = [{ name: 'docs.test', port: null, address: '127.0.0.1', toPort: port }];
  expect(await get('http://docs.test/', { named })).toBe('ADDRESS_NOT_ALLOWED');
  expect(await get('http://docs.test/', { named, open: opening(80) })).toBe('ADDRESS_NOT_ALLOWED');
  const closed = { named, open: [{ ...opening(port)[0]!, port: null }], closedPorts: [port] };
  expect(await get('http://docs.test/', closed)).toBe('ADDRESS_NOT_ALLOWED');
  expect(asked).toBe(0);
});
