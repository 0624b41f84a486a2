import { createServer, request as requestHttp, type IncomingMessage } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postWebhook } from '../deliver/webhook/post-webhook.ts';
import { limits } from '../limits/limits.ts';
import {
  dotted,
  formsOfIPv4,
  formsOfIPv6,
  privateIPv4,
  specialIPv6,
  wrapAddress,
} from './address-forms.fixture.ts';
import { parseOpenRange } from './http/address.ts';
import { fetchHttp } from './http/fetch-http.ts';
import { fetchRobots } from './robots/fetch-robots.ts';
import { guardBrowser, type BrowserGuard } from './browser/guard-browser.ts';
import { guardedDial, guardedDispatcher } from './http/guarded-connect.ts';
import { networkFailure } from './http/network-failure.ts';
import type { FetchOutcome, FetchRequest } from './tier/fetch-request.ts';

/**
 * Every path on which Gleaner opens a connection for somebody's URL, each asked for the same addresses. A site that
 * may be asked leads on to them; a server on all loopback addresses that may not be asked counts who comes.
 */
let lead = '';
const site = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/moved' || path === '/robots.txt')
    return void response.writeHead(302, { location: lead }).end();
  if (path === '/refresh') return void response.writeHead(200, { refresh: `0; url=${lead}` }).end('x');
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<meta http-equiv="refresh" content="0; url=${lead}">`);
});
let visitors = 0;
const canary = createTcpServer((socket) => {
  visitors += 1;
  socket.destroy();
});

let dispatcher: Dispatcher;
let browser: BrowserGuard;
let sitePort = 0;
let port = 0;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  sitePort = (site.address() as AddressInfo).port;
  port = (canary.address() as AddressInfo).port;
  const open = [parseOpenRange(`127.0.0.1/32:${sitePort}`) ?? []].flat();
  dispatcher = guardedDispatcher({ open });
  browser = await guardBrowser(guardedDial({ open }), { most: { bytes: 1e6, requests: 1e9 } });
  closers.push(
    async () => await dispatcher.destroy(),
    async () => await browser.close(),
    async () => await new Promise((resolve) => site.close(resolve)),
    async () => await new Promise((resolve) => canary.close(resolve)),
  );
});
afterAll(async () => {
  site.closeAllConnections();
  for (const close of closers) await close();
});

/** Bytes of UTF-8 as a header carries them. */
const inHeader = (text: string): string => Buffer.from(text).toString('latin1');

const passed = async () => await Promise.resolve({ ok: true } as const);
const codeOf = (outcome: FetchOutcome): string =>
  outcome.kind === 'failed' ? outcome.failure.code : String(outcome.status);
const get = async (url: string, request: Partial<FetchRequest> = {}): Promise<string> =>
  codeOf(await fetchHttp({ url, userAgent: 'Test/1', ...request }, { dispatcher, checkHop: passed }));
const onSite = (path: string): string => `http://127.0.0.1:${sitePort}${path}`;
const robotsOf = async (origin: string): Promise<string> => {
  const answer = await fetchRobots(origin, {
    dispatcher,
    checkHop: passed,
    userAgent: 'Test/1',
    productToken: 'Test',
  });
  return answer.verdict === 'disallow-all' ? answer.failure.code : answer.verdict;
};

/**
 * What the browser's proxy says to `CONNECT`, as Chromium asks for TLS and WebSockets; it is given the host as it
 * is written.
 */
const tunnel = async (host: string): Promise<string> =>
  await new Promise((resolve, reject) => {
    const proxy = connect(Number(new URL(browser.url).port), '127.0.0.1');
    proxy.on('error', reject).once('data', (chunk: Buffer) => {
      proxy.destroy();
      resolve(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1] ?? '');
    });
    proxy.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
/** And to a plain request. */
const forward = async (url: string): Promise<string> => {
  const { port: proxyPort } = new URL(browser.url);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    requestHttp({ host: '127.0.0.1', port: proxyPort, path: url, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  answer.resume();
  return browser.isOwn(answer.headers as Record<string, string>)
    ? String(browser.failureOf(url)?.code)
    : 'answered';
};

/** The verdict on a host, as a URL writes it, by every path. */
const paths: Readonly<Record<string, (host: string) => Promise<string>>> = {
  page: async (host) => await get(`http://${host}:${port}/`),
  'page over TLS': async (host) => await get(`https://${host}:${port}/`),
  sitemap: async (host) =>
    await get(`http://${host}:${port}/sitemap.xml`, {
      maxBytes: limits.sitemapBytesMax,
      cutAtMaxBytes: true,
    }),
  redirect: async (host) => {
    lead = inHeader(`http://${host}:${port}/`);
    return await get(onSite('/moved'));
  },
  'Refresh header': async (host) => {
    lead = inHeader(`http://${host}:${port}/`);
    return await get(onSite('/refresh'), { followRefresh: true });
  },
  'meta refresh': async (host) => {
    lead = `http://${host}:${port}/`;
    return await get(onSite('/'), { followRefresh: true });
  },
  'robots.txt': async (host) => await robotsOf(new URL(`http://${host}:${port}`).origin),
  'redirect of robots.txt': async (host) => {
    lead = inHeader(`http://${host}:${port}/robots.txt`);
    return await robotsOf(new URL(onSite('/')).origin);
  },
  // 400 where the host is not in ASCII: Chromium writes none that is not.
  'connection of the browser': async (host) =>
    ['400', '502'].includes(await tunnel(host)) ? 'ADDRESS_NOT_ALLOWED' : 'connected',
  webhook: async (host) => {
    const receipt = await postWebhook(dispatcher, `http://${host}:${port}/`, {}, '{}');
    return receipt.ok ? 'answered' : (receipt.error.split(':')[0] ?? '');
  },
  'request of the browser': async (host) => await forward(new URL(`http://${host}:${port}/`).href),
};

const refusedByAll = async (
  hosts: readonly string[],
  codes: readonly string[] = ['ADDRESS_NOT_ALLOWED'],
): Promise<void> => {
  for (const host of hosts) {
    for (const [name, verdict] of Object.entries(paths)) {
      expect(codes, `${name} of ${host}`).toContain(await verdict(host));
    }
  }
};

test('every textual form of every private IPv4 address is refused on every path', async () => {
  await fc.assert(
    fc.asyncProperty(privateIPv4, async (value) => await refusedByAll(formsOfIPv4(value))),
    { numRuns: 8, examples: [[0x7f000001], [0xa9fea9fe], [0xa9feaa02], [0], [0x0a000001]] },
  );
  expect(visitors).toBe(0);
});

test('every textual form of every special IPv6 address is refused on every path', async () => {
  await fc.assert(
    fc.asyncProperty(specialIPv6, async (bytes) => await refusedByAll(formsOfIPv6(bytes))),
    { numRuns: 15 },
  );
  expect(visitors).toBe(0);
});

test('a private IPv4 address within an IPv6 address is refused on every path', async () => {
  await fc.assert(
    fc.asyncProperty(
      privateIPv4,
      async (value) => await refusedByAll(wrapAddress(value).map((ip) => `[${ip}]`)),
    ),
    { numRuns: 8, examples: [[0x7f000001], [0xa9fea9fe]] },
  );
  expect(visitors).toBe(0);
});

test('names that this machine resolves to itself are refused on every path', async () => {
  // Told of as names that do not exist; the tunnel of a browser only says that there is no way.
  await refusedByAll(['localhost', 'LOCALHOST'], ['DNS_NOT_FOUND', 'ADDRESS_NOT_ALLOWED']);
  expect(visitors).toBe(0);
});

test('user names, fragments and backslashes do not hide whom a URL asks', async () => {
  const tricks = (host: string): string[] => [
    `http://8.8.8.8@${host}:${port}/`,
    `http://8.8.8.8:80@${host}:${port}/`,
    `http://8.8.8.8%23@${host}:${port}/`,
    `http://${host}:${port}/@8.8.8.8/`,
    `http://${host}:${port}#@8.8.8.8/`,
    `http://${host}:${port}\\@8.8.8.8/`,
    `http:\\\\${host}:${port}/`,
    `HTTP://${host}:${port}/?http://8.8.8.8/`,
  ];
  for (const host of [dotted(0x7f000001), '0x7f.1', '[::1]']) {
    for (const url of tricks(host)) {
      lead = url;
      expect(await get(url), url).toBe('ADDRESS_NOT_ALLOWED');
      expect(await get(onSite('/refresh'), { followRefresh: true }), url).toBe('ADDRESS_NOT_ALLOWED');
    }
  }
  expect(visitors).toBe(0);
});

test('an address with a zone is none', async () => {
  for (const host of ['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%25lo]']) {
    lead = `http://${host}:${port}/`;
    expect(await get(onSite('/moved')), host).toBe('REDIRECT_INVALID');
    expect(await tunnel(host), host).toBe('400');
  }
  expect(visitors).toBe(0);
});

test('the port of the runtime API is closed on every loopback address, though these are open', async () => {
  const open = ['127.0.0.0/8', '[::1/128]'].flatMap((range) => parseOpenRange(range) ?? []);
  const closed = guardedDispatcher({ open, closedPorts: [port] });
  const dial = guardedDial({ open, closedPorts: [port] });
  closers.push(async () => await closed.destroy());
  for (const host of ['127.0.0.1', '127.8.7.6', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]']) {
    const outcome = await fetchHttp(
      { url: `http://${host}:${port}/`, userAgent: 'Test/1' },
      { dispatcher: closed, checkHop: passed },
    );
    expect(codeOf(outcome), host).toBe('ADDRESS_NOT_ALLOWED');
    const refused = await dial(new URL(`http://${host}`).hostname, port).catch((error: unknown) => error);
    expect(networkFailure(refused, host).code, host).toBe('ADDRESS_NOT_ALLOWED');
  }
  expect(visitors).toBe(0);
});

test('a browser gains nothing from a name that resolves otherwise the second time', async () => {
  const open = [parseOpenRange('127.0.0.5/32') ?? []].flat();
  const answers = [['127.0.0.5'], ['127.0.0.1']];
  const resolve = async () => await Promise.resolve(answers.shift() ?? []);
  const dial = guardedDial({ open: open.map((range) => ({ ...range, port })), resolve });
  const socket = await dial('rebind.test', port);
  expect(socket.remoteAddress).toMatch(/127\.0\.0\.5$/);
  socket.destroy();
  const refused = await dial('rebind.test', port).catch((error: unknown) => error);
  expect(networkFailure(refused, 'rebind.test').code).toBe('DNS_NOT_FOUND');
});
