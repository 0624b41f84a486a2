import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A double of a service, on loopback. */
export interface FakeServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The JSON that was sent; undefined for none. */
export const readSentJson = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
};

/** Has a server listen at a free port. */
export const listenOnLoopback = async (server: Server): Promise<FakeServer> => {
  // On a busy machine a client may send its next request after the usual five seconds, as the connection is closed.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
