import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import { endBrowserTls } from './browser-tls.ts';
import { guardBrowser } from './guard-browser.ts';
import { guardedDial } from '../http/guarded-connect.ts';
import { openGuard } from '../http/open-guard.ts';
import { renderInBrowser, type RenderDependencies } from './render-in-browser.ts';
import { throwAwayCertificate } from '../http/throw-away-certificate.ts';
import { unpackBrowser } from './unpack-browser.ts';

/** Real Chromium and names that lead to loopback by configuration, in a deployment with an authority of its own. */
const temporary = mkdtempSync(join(tmpdir(), 'gleaner-tls-'));
const life = { now: Date.now(), lifeMs: 3_600_000 };
const trusted = throwAwayCertificate(['docs.test'], life);
const stranger = throwAwayCertificate(['stranger.test'], life);
const servers: Server[] = [];
let dependencies: RenderDependencies;

const words = 'Words enough for a page that has something to say. '.repeat(8);

const serve = async (certificate: { key: string; cert: string }): Promise<number> => {
  const server = createServer(certificate, (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      request.url === '/script.js'
        ? 'document.body.append("and its script")'
        : `<p>${words}</p><p>${request.headers.host}</p><script src="/script.js"></script>`,
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  setDefaultCACertificates([...getCACertificates('default'), trusted.cert]);
  const [own, other] = [await serve(trusted), await serve(stranger)];
  const guard = openGuard({
    allow: [`127.0.0.1/32:${own}`, `127.0.0.1/32:${other}`],
    resolve: [
      `docs.test:443=127.0.0.1:${own}`,
      `wrong-name.test:443=127.0.0.1:${own}`,
      `stranger.test:443=127.0.0.1:${other}`,
      'closed.test:443=127.0.0.1:9',
    ],
  });
  dependencies = {
    unpack: async () => await unpackBrowser(tmpdir()),
    dial: guardedDial(guard),
    temporary,
    userAgent: 'Test/1',
    ownAuthorities: true,
  };
});

afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
  rmSync(temporary, { recursive: true, force: true });
});

const render = async (url: string, skipTlsVerification = false): Promise<string> => {
  const hooks = { checkHop: async () => await Promise.resolve({ ok: true } as const), now: Date.now };
  const outcome = await renderInBrowser(
    dependencies,
    { url, skipTlsVerification },
    completeScrapeOptions({}),
    hooks,
  );
  return outcome.kind === 'failed' ? outcome.failure.code : Buffer.from(outcome.body).toString();
};

test('Chromium shows a page whose certificate the own authority signed, under the name it has', async () => {
  const html = await render('https://docs.test/');
  expect(html).toContain('<p>docs.test</p>');
  expect(html).toContain('and its script');
});

test('a certificate of another authority, or for another name, is refused as over HTTP', async () => {
  expect(await render('https://stranger.test/')).toBe('TLS_FAILED');
  expect(await render('https://wrong-name.test/')).toBe('TLS_FAILED');
  expect(await render('https://stranger.test/', true)).toContain('<p>stranger.test</p>');
});

test('a name gives nothing away: its address is judged for Chromium as well', async () => {
  expect(await render('https://closed.test/')).toBe('ADDRESS_NOT_ALLOWED');
});

test('what a page loads counts against its limit within TLS as well', async () => {
  const guard = await guardBrowser(dependencies.dial, {
    most: { bytes: 300, requests: 10 },
    tls: endBrowserTls(true, Date.now()),
  });
  const ended = new Promise((resolve) => {
    const asked = requestHttp(guard.url, { method: 'CONNECT', path: 'docs.test:443' });
    asked.once('connect', (_answer, socket) => {
      const secure = connectTls({ socket, servername: 'docs.test', rejectUnauthorized: false });
      secure.on('error', resolve).once('close', resolve).resume();
      secure.write('GET / HTTP/1.1\r\nhost: docs.test\r\n\r\n');
    });
    asked.end();
  });
  await ended;
  expect(guard.exceeded?.code).toBe('RESPONSE_TOO_LARGE');
  await guard.close();
});
