import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startArrivalClock, type Arrival } from './arrival-clock.ts';

/** A request that a test site got. */
export interface SiteVisit extends Arrival {
  readonly path: string;
  readonly userAgent: string;
}

/** A site on loopback whose every answer the test decides. */
export interface TestSite {
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /** Entry for the addresses that may be fetched: just this site. */
  readonly allow: string;
  readonly requests: SiteVisit[];
  /** Ends the connections that clients keep; the site goes on. */
  hangUp(): void;
  close(): Promise<void>;
}

export type SiteResponse = (path: string, response: ServerResponse, request: IncomingMessage) => void;

/** A page with this title and these links. */
export const htmlPage = (title: string, links: readonly string[], text = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${
    text ||
    `This is the page called ${title}, with enough words to be read as content by anything that looks for it.`
  }</p><ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></main></body></html>`;

/** Serves a site on a free port; `robots.txt` is 404 unless the test answers it. */
export const serveSite = async (answer: SiteResponse): Promise<TestSite> => {
  const requests: SiteVisit[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const userAgent = request.headers['user-agent'] ?? '';
    requests.push({ path, ...clock.stamp(request.socket), userAgent });
    answer(path, response, request);
  });
  const clock = startArrivalClock();
  clock.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    allow: `127.0.0.1/32:${port}`,
    requests,
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      clock.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A site of `count` pages, each linking to its neighbours in a binary tree and to the root. */
export const treeSite = (count: number): Promise<TestSite> =>
  serveSite((path, response) => {
    const match = /^\/(?:page-(\d+))?$/.exec(path);
    const index = match === null ? Number.NaN : Number(match[1] ?? 0);
    if (!(index < count)) {
      response.writeHead(404).end('not here');
      return;
    }
    const children = [2 * index + 1, 2 * index + 2].filter((child) => child < count);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(htmlPage(`Page ${index}`, ['/', ...children.map((child) => `/page-${child}`)]));
  });
