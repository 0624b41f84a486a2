import { createHash, X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';
import { throwAwayCertificate } from '../http/throw-away-certificate.ts';

/** Ends Chromium's TLS in its proxy, which makes its own to the host. */
export interface BrowserTls {
  /** Hash of the key that Chromium takes for every host, as its switch wants it. */
  readonly spki: string;
  /** TLS to a host over a connection that stands. Rejects where its certificate is not valid. */
  secure(host: string, connection: Socket): Promise<Duplex>;
  /** TLS as the host of what Chromium asked for. */
  serve(client: Duplex): Duplex;
}

/** A page is rendered in minutes; a browser that hangs longer is ended. */
const lifeMs = 24 * 3_600_000;

/**
 * Chromium takes no authority of certificates by a switch, and switches that have it pass over an error would do so
 * for whoever presents the same certificate. So, where a deployment has authorities of its own
 * (`NODE_EXTRA_CA_CERTS`), its proxy verifies hosts as the HTTP tier does, and shows Chromium a certificate of this
 * moment, whose key never leaves the process.
 *
 * @param verifies False where the request asks not to.
 * /
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
