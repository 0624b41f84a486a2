import { createServer as createTcpServer, type Server } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { htmlPage, serveSite, type TestSite } from '../../harness/serve-site.ts';
import { canary } from './attack.ts';
import { documents, sitemaps } from './documents.ts';
import { serveHostileSearch, serveWikis } from './hostile-answers.ts';
import { serveFloods, type FloodServer } from './http2-floods.ts';
import { injections } from './injections.ts';

/** The site that attacks from outside, and a service beside it that nothing may reach. */
export interface AttackSite extends TestSite {
  /** Another host, which does no harm but by what its pages say: none of the other attacks has it left alone. */
  readonly healthy: TestSite;
  /** Wikis that answer with what is inside, by what they do; a search engine that does. */
  readonly wikis: Readonly<Record<string, TestSite>>;
  readonly search: TestSite;
  /** Hosts with hostile sitemaps, by what those are. */
  readonly sitemaps: Readonly<Record<string, TestSite>>;
  readonly floods: readonly FloodServer[];
  readonly canaryPort: number;
  readonly canaryHits: () => number;
  /** Paths of the site's own attacks, by their name. */
  readonly bombs: readonly string[];
  closeAll(): Promise<void>;
}

const zeros = Buffer.alloc(64 * 1_048_576);
const words = `<!doctype html><p>${'Words of a page that is there. '.repeat(20)}</p>`;

type Serve = Parameters<typeof serveSite>[0];
type Bombs = Readonly<
  Record<string, { readonly headers?: Record<string, string>; readonly body: () => string | Uint8Array }>
>;

const html = { 'content-type': 'text/html' };
const pdf = { 'content-type': 'application/pdf' };
const xml = { 'content-type': 'application/xml' };

/** Entities of which each is ten of the one before it. */
const nestedEntities = (count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const before = at === 0 ? 'a' : `b${at - 1}`;
    return `<!ENTITY b${at} "${`&${before};`.repeat(10)}">`;
  }).join('');

const longLinks = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<a href="/${at}/${'a'.repeat(1_900)}">${at}</a>`).join(' ');

const bombs: Bombs = {
  '/gzip': { headers: { ...html, 'content-encoding': 'gzip' }, body: () => gzipSync(zeros) },
  '/brotli': {
    headers: { ...html, 'content-encoding': 'br' },
    body: () => brotliCompressSync(zeros.subarray(0, 2 ** 25)),
  },
  '/deflate': { headers: { ...html, 'content-encoding': 'deflate' }, body: () => deflateSync(zeros) },
  '/zstd': { headers: { ...html, 'content-encoding': 'zstd' }, body: () => zstdCompressSync(zeros) },
  '/gzip-of-gzip': {
    headers: { ...html, 'content-encoding': 'gzip, gzip' },
    body: () => gzipSync(gzipSync(zeros)),
  },
  '/codings': {
    headers: { ...html, 'content-encoding': Array(50).fill('gzip').join(', ') },
    body: () => 'x',
  },
  '/headers': { headers: { ...html, 'x-large': 'a'.repeat(200_000) }, body: () => words },
  '/pdf-garbage': { headers: pdf, body: () => `%PDF-1.7\n${'\0\xff'.repeat(10_000)}` },
  '/pdf-loop': {
    headers: pdf,
    body: () =>
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 ' +
      'obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2000000000>>endobj trailer<</Root 1 0 R>>',
  },
  '/pdf-streams': {
    headers: pdf,
    body: () => {
      const packed = deflateSync(zeros);
      return Buffer.concat([
        Buffer.from(
          `%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 ` +
            `obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 ` +
            `obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj 4 0 ` +
            `obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`,
        ),
        packed,
        Buffer.from('\nendstream endobj trailer<</Root 1 0 R>>'),
      ]);
    },
  },
  '/pdf-nested': {
    headers: pdf,
    body: () => `%PDF-1.4\n1 0 obj${'['.repeat(200_000)}endobj trailer<</Root 1 0 R>>`,
  },
  '/image-bomb': {
    headers: { 'content-type': 'image/png' },
    body: () => Buffer.from('89504e470d0a1a0a0000000d49484452000fffff000fffff0806000000', 'hex'),
  },
  '/svg-bomb': {
    headers: { 'content-type': 'image/svg+xml' },
    body: () => `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(100_000)}`,
  },
  '/archive': { headers: { 'content-type': 'application/zip' }, body: () => Buffer.from('504b0304', 'hex') },
  '/deep-html': { headers: html, body: () => '<div>'.repeat(300_000) },
  '/wide-html': { headers: html, body: () => `<p>${'<b></b>'.repeat(400_000)}` },
  '/paragraphs-html': { headers: html, body: () => '<p>text</p>'.repeat(20_000) },
  '/long-links': { headers: html, body: () => `<p>Words of a page.</p>${longLinks(300)}` },
  '/huge': {
    headers: html,
    body: () => `<title>Huge</title>${'<p>Words of a large page.</p>'.repeat(900_000)}`,
  },
  '/attributes-html': {
    headers: html,
    body: () => `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')}>`,
  },
  '/entities': {
    headers: xml,
    body: () => `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1_000)}">${nestedEntities(12)}]><x>&b11;</x>`,
  },
  '/external-entity': {
    headers: xml,
    body: () =>
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;</loc></url></urlset>',
  },
};

/** Answers that do not end, or are no answers. */
const endless: Readonly<Record<string, Serve>> = {
  '/endless-body': (_path, response) => {
    response.writeHead(200, html);
    const timer = setInterval(() => response.write('x'.repeat(1_000_000)), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/slow-body': (_path, response) => {
    response.writeHead(200, html);
    const timer = setInterval(() => response.write('<p>'), 500);
    response.on('close', () => clearInterval(timer));
  },
  '/never': () => undefined,
  '/hang-up': (_path, response) => void response.destroy(),
  '/half': (_path, response) => {
    response.writeHead(200, { ...html, 'content-length': '1000' }).write('<p>half', () => response.destroy());
  },
  '/garbage': (_path, response) => {
    response.socket?.end('\0\0\0not http at all\r\n\r\n');
  },
  '/informational': (_path, response) => {
    const timer = setInterval(
      () => response.socket?.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
      2,
    );
    response.on('close', () => clearInterval(timer));
  },
  '/chunks': (_path, response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nx');
  },
  '/smuggled': (_path, response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 ` +
        `OK\r\n\r\n${canary}`,
    );
  },
};

/** As a site sends what is no ASCII: its bytes. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const serveSitemaps = async (inside: string): Promise<Readonly<Record<string, TestSite>>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(sitemaps).map(async ([name, make]) => {
        const own: TestSite = await serveSite((path, response) => {
          response.on('error', () => undefined);
          if (path === '/robots.txt') return void response.writeHead(404).end();
          if (path !== '/sitemap.xml') return void response.writeHead(200, html).end(htmlPage('Page', []));
          response.writeHead(200, xml).end(make(own.origin, inside));
        });
        return [name, own] as const;
      }),
    ),
  );

/** Serves both. What `?to=` of `/to…` names is where it leads. */
export const serveAttackSite = async (): Promise<AttackSite> => {
  let hits = 0;
  const secret = createTcpServer((socket) => {
    hits += 1;
    socket.on('error', () => undefined).end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${canary}`);
  });
  const canaryPort = await listen(secret);
  const healthy = await serveSite((path, response) => {
    const [asked, at = ''] = path.split('?');
    const said = (injections[Number(at)] ?? '').replaceAll('<', '&lt;');
    const page = asked === '/says' ? `${words}<pre>${said}</pre>${words}` : htmlPage('Healthy', []);
    response.writeHead(200, html).end(page);
  });
  const made = new Map<string, string | Uint8Array>();
  const site = await serveSite((path, response, request) => {
    response.on('error', () => undefined);
    const url = new URL(path, 'http://site');
    const to = url.searchParams.get('to') ?? '';
    if (url.pathname === '/robots.txt') return void response.end('');
    if (url.pathname === '/to-302') return void response.writeHead(302, { location: asBytes(to) }).end();
    if (url.pathname === '/to-refresh')
      return void response.setHeader('refresh', `0; url=${asBytes(to)}`).end(words);
    if (url.pathname === '/loop')
      return void response.writeHead(302, { location: `/loop?n=${Math.random()}` }).end();
    if (url.pathname === '/sitemap.xml' || url.pathname.startsWith('/map/')) {
      const next = Array.from(
        { length: 1_000 },
        (_, at) => `<sitemap><loc>${site.origin}/map/${at}${url.pathname}</loc></sitemap>`,
      );
      return void response.writeHead(200, xml).end(`<sitemapindex>${next.join('')}</sitemapindex>`);
    }
    if (url.pathname === '/document') {
      const { type = 'text/html', body } = documents[decodeURIComponent(url.search.slice(1))] ?? {};
      return void response.writeHead(200, { 'content-type': type }).end(body?.());
    }
    const act = endless[url.pathname];
    if (act !== undefined) return act(path, response, request);
    const bomb = bombs[url.pathname];
    if (bomb === undefined) return void response.writeHead(200, html).end(htmlPage('Page', []));
    const body = made.get(url.pathname) ?? bomb.body();
    made.set(url.pathname, body);
    response.writeHead(200, bomb.headers).end(body);
  });
  const inside = `http://127.0.0.1:${canaryPort}`;
  const [wikis, maps, search, floods] = await Promise.all([
    serveWikis(inside),
    serveSitemaps(inside),
    serveHostileSearch(inside),
    serveFloods(),
  ]);
  return Object.assign(site, {
    healthy,
    wikis,
    search,
    sitemaps: maps,
    floods,
    canaryPort,
    canaryHits: () => hits,
    bombs: ['/loop', ...Object.keys(bombs), ...Object.keys(endless)],
    closeAll: async () => {
      await site.close();
      await healthy.close();
      for (const flood of floods) flood.close();
      await Promise.all(
        [...Object.values(wikis), ...Object.values(maps), search].map(async (each) => await each.close()),
      );
      await new Promise((done) => secret.close(done));
    },
  });
};
