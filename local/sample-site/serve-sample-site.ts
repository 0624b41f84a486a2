import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { laterEdits, laterGone, laterSummary } from './later-edition.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

/** A POST to it changes the site, and the next one changes it back. */
export const changePath = '/change';

/** The one page that declares its encoding only in its own `<meta>`: a charset in the header would override it. */
const declaresItself = '/stories/cafe-menus-of-1911.html';

const redirects: Readonly<Record<string, string>> = { '/old-wing': '/new-wing.html' };

interface Resource {
  readonly body: Buffer;
  readonly contentType: string;
  readonly etag: string;
  readonly lastModified: string;
}

/** Returns the path of a file: `/stories/?page=2` shows `stories/index.page-2.html`. */
const pathOf = (file: string): string =>
  `/${file.split(sep).join('/')}`
    .replace(/\/index\.page-(\d+)\.html$/, '/?page=$1')
    .replace(/\/index\.html$/, '/');

const readFolder = (
  folder: string,
  origin: string,
  edit: (path: string, text: string) => string,
): Map<string, Resource> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const resources = new Map<string, Resource>();
  for (const file of files) {
    const contentType = contentTypes[extname(file)];
    if (contentType === undefined) continue;
    const path = pathOf(file);
    // latin1 keeps every byte, whatever the page's encoding is; an origin is ASCII.
    const text = readFileSync(join(folder, file), 'latin1').replaceAll('{{origin}}', origin);
    const body = Buffer.from(edit(path, text), 'latin1');
    resources.set(path, {
      body,
      contentType: path === declaresItself ? 'text/html' : contentType,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      lastModified: statSync(join(folder, file)).mtime.toUTCString(),
    });
  }
  return resources;
};

/** Reads the site in its first or its later state. */
const readResources = (origin: string, isLater: boolean): Map<string, Resource> => {
  const folder = join(import.meta.dirname, 'pages');
  if (!isLater) return readFolder(folder, origin, (_path, text) => text);
  const edit = (path: string, text: string): string =>
    laterEdits
      .filter((each) => each.path === path)
      .reduce((edited, { before, after }) => edited.replace(before, after), text);
  const resources = readFolder(folder, origin, edit);
  for (const path of laterGone) resources.delete(path);
  const added = readFolder(join(import.meta.dirname, 'later'), origin, (_path, text) => text);
  return new Map([...resources, ...added]);
};

/** Returns the resource's path for a request's: `/index.html` shows `/`, and only `page` counts in a query. */
const resourcePathOf = (url: URL): string => {
  const page = url.searchParams.get('page');
  const path = url.pathname.replace(/\/index\.html$/, '/');
  return page === null || page === '1' ? path : `${path}?page=${page}`;
};

const isUnchanged = (request: IncomingMessage, resource: Resource): boolean => {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === resource.etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return since >= Date.parse(resource.lastModified);
};

const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  resources: Map<string, Resource>,
): void => {
  const url = URL.parse(request.url ?? '/', 'http://site');
  if (url === null) {
    response.writeHead(400).end();
    return;
  }
  const send = (status: number, resource: Resource): void => {
    const validators = { etag: resource.etag, 'last-modified': resource.lastModified };
    const headers = { 'content-type': resource.contentType, 'content-length': resource.body.length };
    response.writeHead(status, status === 200 ? { ...headers, ...validators } : headers);
    response.end(request.method === 'HEAD' ? undefined : resource.body);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const resource = url.pathname === '/404.html' ? undefined : resources.get(resourcePathOf(url));
  const target =
    redirects[url.pathname] ?? (resources.has(`${url.pathname}/`) ? `${url.pathname}/` : undefined);
  if (resource !== undefined && isUnchanged(request, resource)) {
    response.writeHead(304, { etag: resource.etag, 'last-modified': resource.lastModified }).end();
  } else if (resource !== undefined) send(200, resource);
  else if (target !== undefined) response.writeHead(301, { location: target }).end();
  else send(laterGone.includes(url.pathname) ? 410 : 404, resources.get('/404.html')!);
};

interface SampleSiteRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly path: string;
  readonly status: number;
  readonly userAgent: string | undefined;
}

export interface SampleSite {
  /** The front page. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /**
   * The paths of the HTML pages that a polite crawl from the front page finds: by links and site map, without those
   * that robots.txt disallows, each page once (`/index.html` is `/`, a redirect is its target, the broken link is
   * none).
   */
  readonly paths: readonly string[];
  /** Number of these paths. */
  readonly pages: number;
  /** Every request so far, in the order in which they ended. */
  readonly requests: readonly SampleSiteRequest[];
  readonly close: () => Promise<void>;
}

/**
 * Serves the sample site on loopback: static pages with validators, a redirect, a page in an old encoding, a broken
 * link and a folder that robots.txt disallows. A POST to `changePath` changes some of them, as sites do over time. Port
 * 0 takes a free one.
 */
export const serveSampleSite = async ({ port = 0 }: { port?: number } = {}): Promise<SampleSite> => {
  const requests: SampleSiteRequest[] = [];
  let resources = new Map<string, Resource>();
  let isLater = false;
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === changePath) {
      isLater = !isLater;
      resources = readResources(origin, isLater);
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(laterSummary(isLater));
      return;
    }
    response.on('finish', () => {
      requests.push({
        at: new Date().toISOString(),
        path: request.url ?? '/',
        status: response.statusCode,
        userAgent: request.headers['user-agent'],
      });
    });
    answer(request, response, resources);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  resources = readResources(origin, isLater);
  const paths = [...resources]
    .filter(([path, { contentType }]) => contentType.startsWith('text/html') && path !== '/404.html')
    .map(([path]) => path)
    .filter((path) => !path.startsWith('/private/'))
    .sort();
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `${origin}/`,
    origin,
    port: Number(new URL(origin).port),
    paths,
    pages: paths.length,
    requests,
    close,
  };
};
