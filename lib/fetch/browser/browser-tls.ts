import { createHash, X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';
import { throwAwayCertificate } from '../http/throw-away-certificate.ts';

/** Terminates Chromium's TLS in its proxy, which makes its own TLS connection to the host. */
export interface BrowserTls {
  /** Hash of the key that Chromium accepts for every host, in the form of its switch. */
  readonly spki: string;
  /** Makes TLS to a host over an open connection. Rejects if the host's certificate is not valid. */
  secure(host: string, connection: Socket): Promise<Duplex>;
  /** Serves TLS to Chromium as the requested host. */
  serve(client: Duplex): Duplex;
}

/** A page is rendered in minutes; a browser that hangs longer is killed. */
const lifeMs = 24 * 3_600_000;

/**
 * Makes the TLS ends of Chromium's proxy. Chromium has no switch to trust a certificate authority, and its switches
 * that ignore an error would do so for anyone with the same certificate. So if a deployment has authorities of its own
 * (`NODE_EXTRA_CA_CERTS`), its proxy verifies hosts as the HTTP tier does, and gives Chromium a certificate made at
 * that moment, whose key never leaves the process.
 *
 * @param verifies False if the request asks not to verify.
 */
export const endBrowserTls = (verifies: boolean, now: number): BrowserTls => {
  const { key, cert } = throwAwayCertificate(['gleaner.invalid'], { now, lifeMs });
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const secureContext = createSecureContext({ key, cert });
  return {
    spki: createHash('sha256').update(publicKey).digest('base64'),
    secure: async (host, connection) => {
      const bare = host.replace(/^\[(.*)\]$/, '$1');
      const socket = connectTls({
        socket: connection,
        host: bare,
        ...(isIP(bare) === 0 ? { servername: bare } : {}),
        rejectUnauthorized: verifies,
        ALPNProtocols: ['http/1.1'],
      });
      await new Promise<void>((resolve, reject) => {
        socket.once('secureConnect', resolve).once('error', reject);
        connection.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
      });
      return socket;
    },
    serve: (client) => new TLSSocket(client, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] }),
  };
};
