import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { Certificate } from '../../lib/fetch/http/throw-away-certificate.ts';
import { sitePages, type SitePage } from './site-pages.ts';

/** The public names on loopback: over TLS, and over HTTP, which leads to TLS. */
export interface NamedSite {
  readonly names: readonly string[];
  /** Entries for the setting `resolve`, and address ranges for `allow`. */
  readonly resolve: readonly string[];
  readonly allow: readonly string[];
  readonly requests: { readonly host: string; readonly path: string }[];
  close(): Promise<void>;
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">' +
  '<circle cx="32" cy="32" r="30" fill="#c2571a"/></svg>';

const html = (host: string, path: string, { title, description, paragraphs }: SitePage): string => {
  const pages = Object.entries(sitePages[host] ?? {});
  const links = pages.map(([to, page]) => `<a href="${to}">${page.title}</a>`).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="${description}"><meta property="og:title" content="${title}">
<link rel="icon" href="/logo.svg"></head>
<body><header><nav>${links}</nav></header>
<main><article><h1>${title}</h1>
<p><img src="/logo.svg" alt="Logo of ${host}" width="64" height="64"></p>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
<h2>Further pages</h2><ul>${pages
    .filter(([to]) => to !== path)
    .map(([to, page]) => `<li><a href="https://${host}${to}">${page.title}</a>: ${page.description}</li>`)
    .join('\n')}</ul></article></main>
<footer><p>Served on loopback under the name ${host}.</p></footer></body></html>`;
};

const answer = (host: string, path: string, response: ServerResponse): void => {
  const send = (type: string, body: string, status = 200): void =>
    void response
      .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
      .end(body);
  const pages = sitePages[host];
  if (pages === undefined) return send('text/plain', `Nothing is served under ${host}`, 421);
  const page = pages[path.replace(/(?<=.)\/$/, '')];
  if (page !== undefined) return send('text/html; charset=utf-8', html(host, path, page));
  if (path === '/logo.svg') return send('image/svg+xml', logo);
  if (path === '/robots.txt')
    return send('text/plain', `User-agent: *\nAllow: /\nSitemap: https://${host}/sitemap.xml\n`);
  if (path === '/sitemap.xml') {
    const urls = Object.keys(pages).map((to) => `<url><loc>https://${host}${to}</loc></url>`);
    const body =
      '<?xml version="1.0"?><urlset ' +
      `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
    return send('application/xml', body);
  }
  // What a crawl's webhook is sent to.
  if (path === '/hook') return send('text/plain', 'noted');
  return send('text/html', '<title>Not found</title><h1>Not found</h1>', 404);
};

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** Serves every name of `sitePages` on 127.0.0.1, with a certificate that holds them all. */
export const serveNames = async (certificate: Certificate): Promise<NamedSite> => {
  const names = Object.keys(sitePages);
  const requests: { host: string; path: string }[] = [];
  const hostOf = (request: IncomingMessage): string => (request.headers.host ?? '').split(':')[0] ?? '';
  const secure = createTlsServer({ ...certificate }, (request, response) => {
    const [host, path] = [hostOf(request), new URL(request.url ?? '/', 'https://site').pathname];
    requests.push({ host, path });
    request.resume();
    answer(host, path, response);
  });
  const plain = createHttpServer((request, response) => {
    response.writeHead(308, { location: `https://${hostOf(request)}${request.url ?? '/'}` }).end();
  });
  const [tlsPort, port] = [await listen(secure), await listen(plain)];
  return {
    names,
    resolve: names.flatMap((name) => [`${name}:443=127.0.0.1:${tlsPort}`, `${name}:80=127.0.0.1:${port}`]),
    allow: [`127.0.0.1/32:${tlsPort}`, `127.0.0.1/32:${port}`],
    requests,
    close: async () => {
      await Promise.all(
        [secure, plain].map(async (server) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
};
