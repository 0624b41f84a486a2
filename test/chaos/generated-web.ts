import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closest, startArrivalClock, type Arrival } from '../harness/arrival-clock.ts';
import { htmlPage } from '../harness/serve-site.ts';

/** A request as the web saw it. */
export interface Request extends Arrival {
  readonly host: string;
  readonly path: string;
}

/** A web of generated pages over many hosts, all of it on loopback: each host is an address of 127.0.0.0/8. */
export interface GeneratedWeb {
  readonly port: number;
  readonly start: string;
  /** Every page that a crawl from `start` finds. */
  readonly urls: ReadonlySet<string>;
  readonly requests: readonly Request[];
  /** Forgets what was asked, before another crawl. */
  forget(): void;
  close(): Promise<void>;
}

const hostOf = (index: number): string => `127.0.${Math.floor(index / 200)}.${1 + (index % 200)}`;

/**
 * Serves `pages` pages over `hosts` hosts. Page n links to pages 4n+1 … 4n+4, to its parent and to a few others,
 * within its host and across: every page is found, most of them from several others.
 *
 * @param atPort the same port gives the same URLs as another time; a free one where none is named.
 * @throws {Error} where the system does not route all of 127.0.0.0/8 to itself.
 */
export const serveGeneratedWeb = async (pages: number, hosts: number, atPort = 0): Promise<GeneratedWeb> => {
  let requests: Request[] = [];
  let port = atPort;
  const urlOf = (page: number): string =>
    `http://${hostOf(page % hosts)}:${port}${page === 0 ? '/' : `/page-${page}`}`;
  const linksOf = (page: number): string[] => {
    const children = [1, 2, 3, 4].map((child) => 4 * page + child);
    const others = [Math.floor((page - 1) / 4), (page * 7) % pages, (page * 13 + 5) % pages];
    return [...children, ...others].filter((other) => other >= 0 && other < pages).map(urlOf);
  };
  const clock = startArrivalClock();
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const host = request.headers.host?.split(':')[0] ?? '';
    const path = request.url ?? '/';
    requests.push({ host, path, ...clock.stamp(request.socket) });
    const page = path === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (!(page < pages) || hostOf(page % hosts) !== host) return void response.writeHead(404).end('not here');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(htmlPage(`Page ${page}`, linksOf(page)));
  };
  const servers: Server[] = [];
  for (let index = 0; index < Math.min(hosts, pages); index += 1) {
    const server = createServer(answer);
    clock.watch(server);
    server.keepAliveTimeout = 10_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, hostOf(index), resolve);
    });
    ({ port } = server.address() as AddressInfo);
    servers.push(server);
  }
  return {
    port,
    start: urlOf(0),
    urls: new Set(Array.from({ length: pages }, (_, page) => urlOf(page))),
    get requests() {
      return requests;
    },
    forget: () => {
      requests = [];
    },
    close: async () => {
      clock.stop();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
};

/**
 * The smallest distance of two requests to one host, in milliseconds, and where it was; robots.txt counts as well.
 * A machine that is busy only makes it larger: it is what two requests had at most.
 */
export const smallestGap = (
  requests: readonly Request[],
): { readonly ms: number; readonly where: string } => {
  let smallest = { ms: Number.POSITIVE_INFINITY, where: '' };
  for (const [host, ofHost] of Map.groupBy(requests, (request) => request.host)) {
    const { ms, index } = closest(ofHost);
    if (ms < smallest.ms)
      smallest = { ms, where: `${host}${ofHost[index - 1]?.path} and ${ofHost[index]?.path}` };
  }
  return smallest;
};
