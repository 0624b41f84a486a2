import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  html,
  notFound,
  redirect,
  textReply,
  type CaseRun,
  type FaultCase,
  type Reply,
} from './fault-case.ts';

const httpCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'http', kind: 'scrape', ...one });

const sentence = 'Ten words that stand in the body of this page.';
const page =
  `<!doctype html><html><head><title>Page</title></head><body><main><h1>Page</h1><p>${sentence}</p></main>` +
  `</body></html>`;

const coded = (coding: string, body: Uint8Array): Reply => ({
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': coding },
  body,
});

const hasSentence = async ({ envelope }: CaseRun): Promise<Record<string, unknown>> => ({
  found: (await envelope('/')).content.body.includes(sentence),
});

const codings: readonly (readonly [title: string, reply: Reply])[] = [
  ['gzip is undone', coded('gzip', gzipSync(page))],
  ['brotli is undone', coded('br', brotliCompressSync(page))],
  ['zstd is undone', coded('zstd', zstdCompressSync(Buffer.from(page)))],
  ['deflate is undone, with its zlib header', coded('deflate', deflateSync(page))],
  ['deflate is undone, without its zlib header', coded('deflate', deflateRawSync(page))],
  ['one coding upon another is undone', coded('gzip, br', brotliCompressSync(gzipSync(page)))],
  ['a coding that is none is passed over', coded('utf-8', Buffer.from(page))],
];

const failing: readonly (readonly [title: string, reply: Reply, code: string])[] = [
  [
    'a gzip bomb ends as one',
    coded('gzip', gzipSync(Buffer.alloc(100_000_000, 0x20))),
    'failed RESPONSE_BOMB',
  ],
  [
    'a brotli bomb ends as one',
    coded('br', brotliCompressSync(Buffer.alloc(200_000_000, 0x20))),
    'failed RESPONSE_BOMB',
  ],
  [
    'a zstd bomb ends as one',
    coded('zstd', zstdCompressSync(Buffer.alloc(200_000_000, 0x20))),
    'failed RESPONSE_BOMB',
  ],
  ['three codings are an attack', coded('gzip, gzip, gzip', gzipSync(page)), 'failed RESPONSE_BOMB'],
  [
    'a body that is not in its coding is unreadable',
    coded('gzip', Buffer.from(page)),
    'failed RESPONSE_UNREADABLE',
  ],
  [
    'a coding that nobody asked for is unreadable',
    coded('compress', Buffer.from(page)),
    'failed RESPONSE_UNREADABLE',
  ],
  [
    'an error page is never a page',
    { status: 500, headers: { 'content-type': 'text/html' }, body: page },
    'failed HTTP_SERVER_ERROR',
  ],
  [
    'a page of 403 is never a page',
    { status: 403, headers: { 'content-type': 'text/html' }, body: page },
    'failed HTTP_FORBIDDEN',
  ],
  [
    'a page that is gone is gone',
    { status: 410, headers: { 'content-type': 'text/html' }, body: page },
    'failed HTTP_GONE',
  ],
  ['a teapot is a client error', { status: 418, body: page }, 'failed HTTP_CLIENT_ERROR'],
  [
    'a picture is no page',
    { headers: { 'content-type': 'image/png' }, body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
    'failed CONTENT_TYPE_UNSUPPORTED',
  ],
  [
    'a picture that calls itself a page is none',
    { headers: { 'content-type': 'text/html' }, body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
    'failed CONTENT_TYPE_UNSUPPORTED',
  ],
  [
    'headers without end are refused',
    {
      act: (response) =>
        void response
          .writeHead(
            200,
            Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`x-h${n}`, 'v'.repeat(40)])),
          )
          .end(page),
    },
    'failed RESPONSE_TOO_LARGE',
  ],
  [
    'a body that is announced too large is not read',
    { act: (response) => void response.writeHead(200, { 'content-length': '200000000' }).write('x') },
    'failed RESPONSE_TOO_LARGE',
  ],
  [
    'a connection that breaks in the body fails',
    {
      act: (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half');
        setTimeout(() => response.destroy(), 20);
      },
    },
    'failed CONNECTION_RESET',
  ],
  [
    'an answer that is no HTTP fails',
    { act: (response) => void response.socket?.end('garbage\r\n\r\n') },
    'failed PROTOCOL_ERROR',
  ],
];

const redirects: readonly FaultCase[] = [
  httpCase({
    title: 'redirects are followed to the page',
    replies: {
      '/': redirect('/b', 301),
      '/b': redirect('c', 307),
      '/c': redirect('?d', 308),
      '/c?d': html('Found'),
    },
    pages: { '/': 'done' },
    facts: ({ pages, names }) => ({ finalUrl: pages[0]?.finalUrl?.replace(names.origin, '') }),
    expected: { finalUrl: '/c?d' },
  }),
  httpCase({
    title: 'a loop of redirects is found after one round',
    replies: { '/': redirect('/a'), '/a': redirect('/b'), '/b': redirect('/a') },
    pages: { '/': 'failed REDIRECT_LOOP' },
    facts: ({ asked }) => ({ a: asked('/a'), b: asked('/b') }),
    expected: { a: 1, b: 1 },
  }),
  httpCase({
    title: 'redirects that never repeat end where their number does',
    replies: Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [n === 0 ? '/' : `/${n}`, redirect(`/${n + 1}`)]),
    ),
    pages: { '/': 'failed REDIRECT_TOO_MANY' },
  }),
  httpCase({
    title: 'a redirect to another scheme is not followed',
    replies: { '/': redirect('file:///etc/passwd') },
    pages: { '/': 'blocked SCHEME_NOT_ALLOWED' },
  }),
  httpCase({
    title: 'a redirect to a private address is not followed',
    replies: { '/': redirect('http://169.254.169.254/latest/meta-data/') },
    pages: { '/': 'blocked ADDRESS_NOT_ALLOWED' },
  }),
  httpCase({
    title: 'a redirect that names no address fails',
    replies: { '/': { status: 302, body: 'nowhere' } },
    pages: { '/': 'failed REDIRECT_INVALID' },
  }),
  httpCase({
    title: 'a meta refresh is a redirect',
    replies: {
      '/': textReply(
        '<head><meta http-equiv="refresh" content="0; url=\'/there?a=1&amp;b=2\'"></head>',
        'text/html',
      ),
      '/there?a=1&b=2': html('There'),
    },
    pages: { '/': 'done' },
    facts: ({ pages }) => ({ title: pages[0]?.title }),
    expected: { title: 'There' },
  }),
  httpCase({
    title: 'a Refresh header is a redirect',
    replies: {
      '/': { headers: { refresh: '1;url=/there', 'content-type': 'text/html' }, body: 'wait' },
      '/there': html('There'),
    },
    pages: { '/': 'done' },
    facts: ({ pages }) => ({ title: pages[0]?.title }),
    expected: { title: 'There' },
  }),
  httpCase({
    title: 'pages that refresh to each other are a loop',
    replies: {
      '/': textReply('<meta http-equiv=refresh content="0;/b">', 'text/html'),
      '/b': textReply('<meta http-equiv=refresh content="0;/">', 'text/html'),
    },
    pages: { '/': 'failed REDIRECT_LOOP' },
    facts: ({ asked }) => ({ asked: asked('/') + asked('/b') }),
    expected: { asked: 2 },
  }),
  httpCase({
    title: 'a page that reloads itself, or waits, or refreshes without scripts alone is read as it is',
    kind: 'batch',
    replies: {
      '/self': { ...html('Self'), headers: { 'content-type': 'text/html', refresh: '0;url=/self' } },
      '/slow': textReply(`<meta http-equiv=refresh content="30;url=/b">${page}`, 'text/html'),
      '/noscript': textReply(
        `<head><noscript><meta http-equiv=refresh content="0;url=/b"></noscript></head>${page}`,
        'text/html',
      ),
    },
    body: { urls: ['/self', '/slow', '/noscript'] },
    pages: { '/self': 'done', '/slow': 'done', '/noscript': 'done' },
  }),
  httpCase({
    title: 'a cookie that a redirect sets is brought along, and to its host alone',
    replies: {
      '/': ({ otherOrigin }) => ({
        status: 302,
        headers: { location: `${otherOrigin}/other`, 'set-cookie': ['a=1; Path=/', 'b=2; Path=/elsewhere'] },
        body: '',
      }),
      '/other': ({ origin }, _before, request) => ({
        status: 302,
        headers: { location: `${origin}/home?${request.headers.cookie ?? 'none'}` },
        body: '',
      }),
      '/home?none': (_site, _before, request) => html(`Cookies: ${request.headers.cookie ?? 'none'}`),
    },
    pages: { '/': 'done' },
    facts: ({ pages }) => ({ title: pages[0]?.title }),
    expected: { title: 'Cookies: a=1' },
  }),
  httpCase({
    title: 'a page that redirects to itself to set a cookie is no loop',
    replies: {
      '/': (_site, _before, request) =>
        request.headers.cookie === 'seen=yes'
          ? html('Welcome')
          : { status: 302, headers: { location: '/', 'set-cookie': 'seen=yes' }, body: '' },
    },
    pages: { '/': 'done' },
    facts: ({ pages }) => ({ title: pages[0]?.title }),
    expected: { title: 'Welcome' },
  }),
  httpCase({
    title: 'a site that sets a new cookie for ever ends where redirects do',
    replies: {
      '/': (_site, before) => ({
        status: 302,
        headers: { location: '/', 'set-cookie': `n=${before}` },
        body: '',
      }),
    },
    pages: { '/': 'failed REDIRECT_TOO_MANY' },
  }),
  httpCase({
    title: 'no cookie outlives the visit of a page',
    kind: 'crawl',
    replies: {
      '/': { ...html('Home', ['/a']), headers: { 'content-type': 'text/html', 'set-cookie': 'id=1' } },
      '/a': (_site, _before, request) => html(`Cookie: ${request.headers.cookie ?? 'none'}`),
    },
    pages: { '/': 'done', '/a': 'done' },
    facts: ({ pages }) => ({ titles: pages.map(({ title }) => title).toSorted() }),
    expected: { titles: ['Cookie: none', 'Home'] },
  }),
];

export const httpCases: readonly FaultCase[] = [
  ...codings.map(([title, reply]) =>
    httpCase({
      title,
      replies: { '/': reply },
      pages: { '/': 'done' },
      facts: hasSentence,
      expected: { found: true },
    }),
  ),
  ...failing.map(([title, reply, code]) =>
    httpCase({ title, replies: { '/': reply }, pages: { '/': code } }),
  ),
  ...redirects,
  httpCase({
    title: 'a server that fails at first is asked again',
    replies: { '/': (_site, before) => (before < 2 ? { status: 502, body: 'oops' } : html('Found')) },
    pages: { '/': 'done' },
    facts: ({ asked }) => ({ asked: asked('/') }),
    expected: { asked: 3 },
  }),
  httpCase({
    title: 'a page that is not there is not asked for twice',
    replies: { '/': notFound },
    pages: { '/': 'failed HTTP_NOT_FOUND' },
    facts: ({ asked }) => ({ asked: asked('/') }),
    expected: { asked: 1 },
  }),
];
