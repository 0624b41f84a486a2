import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { throwAwayCertificate } from './throw-away-certificate.ts';

test('a certificate is its own authority, for its names alone and for its time', async () => {
  const now = Date.now();
  const { key, cert } = throwAwayCertificate(['docs.test', 'other.test'], { now, lifeMs: 60_000 });
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.ca).toBe(true);
  expect(read.checkHost('other.test')).toBe('other.test');
  expect(read.checkHost('third.test')).toBeUndefined();
  expect(Math.abs(Date.parse(read.validTo) - now - 60_000)).toBeLessThan(1_000);

  const server = createServer({ key, cert }, (_asked, answer) => answer.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (servername: string, ca?: string): Promise<string> =>
    await new Promise((resolve) => {
      request({ host: '127.0.0.1', port, servername, ca, agent: false }, (answer) => {
        resolve(String(answer.statusCode));
        answer.resume();
      })
        .on('error', (error: Error & { code?: string }) => resolve(error.code ?? ''))
        .end();
    });
  expect(await ask('docs.test', cert)).toBe('200');
  expect(await ask('third.test', cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await ask('docs.test')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  const stranger = throwAwayCertificate(['docs.test'], { now, lifeMs: 60_000 });
  expect(await ask('docs.test', stranger.cert)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
