import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../lib/fetch/self-signed.fixture.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage } from '../harness/serve-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

test(
  'a site over HTTP/2 with a certificate of its own is crawled whole, over one connection for pages and one ' +
    'for robots.txt',
  async () => {
    const asked: string[] = [];
    let connections = 0;
    const sockets = new Set<TLSSocket>();
    const server = createSecureServer({ ...selfSigned, allowHTTP1: true }, (request, response) => {
      asked.push(`${request.httpVersion} ${request.url}`);
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      if (request.url === '/moved') return void response.writeHead(302, { location: '/a' }).end();
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(htmlPage(request.url, request.url === '/' ? ['/a', '/b', '/c', '/d', '/moved'] : []));
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      connections += 1;
      sockets.add(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const pipeline = startPipeline(stores, {
        allow: [`127.0.0.1/32:${port}`],
        hosts: { [`127.0.0.1:${port}`]: { delay: 0 } },
        disturbance: undisturbed,
        seed: 12,
      });
      const submitted = await pipeline.submit('crawl', {
        url: `https://127.0.0.1:${port}/`,
        sitemap: 'skip',
        scrapeOptions: { skipTlsVerification: true },
      });
      if (!submitted.ok) throw new Error(submitted.failure.message);
      const job = await pipeline.run(submitted.job.id);
      expect([job.status, job.done, job.failed]).toEqual(['completed', 6, 0]);
      expect(asked.filter((line) => !line.startsWith('2.0 '))).toEqual([]);
      expect(asked.length).toBe(8);
      expect(connections).toBe(2);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  },
);
